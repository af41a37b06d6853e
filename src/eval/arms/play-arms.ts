/** Plays every cell of an ablation or a ladder in the same worlds: first a pilot for the power, then the run, then what it shows. */
import type { ModelSpec } from '~/agents/agent';
import { refOf } from '~/contract/game-ref';
import { mean, sampleStd } from '~/statistics/basics';
import { comparePairsBy, type PairedList } from '~/statistics/compare-pairs';
import { NEWEST_STATISTICS, TIE } from '~/statistics/methods';
import { detectable, worldsFor } from '~/statistics/power';
import { codeId } from '../code-digest';
import type { EvalPlan } from '../eval-plan';
import { intervalOf } from '../interval';
import { type EvalAgents, playAgent } from '../play-agent';
import { runEval } from '../run-eval';
import { splitsOf } from '../seeds';
import { isAbsent } from '../study-figures';
import type { Arm, Cell } from './arms';
import { PromptWatch, unequalWorlds, whyVoid } from './manipulation';
import type { ArmsReport, CellRow, Check, Contrast, Power } from './report';

export interface ArmsPlan {
  kind: 'ablation' | 'ladder';
  /** Its policies are scripts only, which play besides as they always do. */
  eval: EvalPlan;
  /** What other arms are held against. */
  base: Arm;
  cells: readonly Cell[];
  /** Rungs of a ladder for which nobody was named. */
  absent: readonly string[];
  /** The smallest difference that matters, in the game's score; null: none was named. */
  effect: number | null;
  /** Worlds of the pilot; none of them is in the run. []: no pilot. */
  pilot: readonly number[];
  command: string;
}

export interface ArmsWork {
  agents: EvalAgents;
  /** How each cell's player is asked; null: there is no such model. */
  playerOf(cell: Cell): ReturnType<EvalAgents['find']>;
  signal?: AbortSignal | undefined;
  onProgress?: ((episodes: number) => void) | undefined;
  /** Told of the power before the run begins. */
  onPower?: ((power: Power) => void) | undefined;
}

export function armsEpisodes({ eval: { tasks, seeds, policies }, cells, pilot }: ArmsPlan): number {
  const agents = cells.filter(({ kind }) => kind === 'agent').length;
  return tasks.length * (seeds.length * (cells.length + policies.length) + pilot.length * agents);
}

export async function playArms(plan: ArmsPlan, work: ArmsWork): Promise<ArmsReport> {
  const progress = counter(work.onProgress);
  const power = await powerOf(plan, work, progress);
  work.onPower?.(power);
  const played: Played[] = [];
  for (const task of plan.eval.tasks)
    for (const cell of plan.cells) played.push(await playCell(plan, { cell, task, seeds: plan.eval.seeds }, { ...work, progress }));
  const scripts = await scriptRows(plan, work, progress);
  return reportOf(plan, { power, played, scripts });
}

interface Played {
  cell: Cell;
  task: string;
  row: CellRow;
  scores: number[];
  watch: PromptWatch;
}

type Progress = { begin(): (episodes: number) => void };

function counter(tell: ArmsWork['onProgress']): Progress {
  let done = 0;
  return {
    begin() {
      const before = done;
      return (episodes) => {
        done = before + episodes;
        tell?.(done);
      };
    },
  };
}

async function playCell(
  plan: ArmsPlan,
  { cell, task, seeds }: { cell: Cell; task: string; seeds: readonly number[] },
  { agents, playerOf, signal, progress }: ArmsWork & { progress: Progress },
): Promise<Played> {
  const watch = new PromptWatch(refOf(plan.eval), cell.arm, plan.base);
  const find: EvalAgents['find'] = (ref) => (ref === cell.id ? playerOf(cell) : agents.find(ref));
  const found = await playAgent(
    { ...plan.eval, seeds: [...seeds] },
    { policy: cell.id, task },
    { agents: { ...agents, find }, signal, onProgress: progress.begin(), onTurn: (seen) => watch.see(seen) },
  );
  const scores = found.scores.map(({ score }) => score);
  const { counts, pin } = found;
  const row: CellRow = {
    cell: cell.id,
    kind: cell.kind,
    player: cell.player,
    arm: cell.arm.name,
    ...(cell.rung && { rung: cell.rung }),
    task,
    ...figuresOf(scores),
    counts,
    pin,
    isFallbacks: isAbsent({ counts }),
    prompts: { asked: watch.found.asked, notAsked: watch.found.notAsked, differ: watch.found.differs, wrong: watch.found.wrong },
  };
  return { cell, task, row, scores, watch };
}

function figuresOf(scores: number[]): Pick<CellRow, 'n' | 'mean' | 'interval' | 'std' | 'scores'> {
  return { n: scores.length, mean: mean(scores), interval: intervalOf(scores, NEWEST_STATISTICS), std: sampleStd(scores), scores };
}

async function scriptRows({ eval: plan }: ArmsPlan, { signal }: ArmsWork, progress: Progress): Promise<CellRow[]> {
  if (plan.policies.length === 0) return [];
  const told = progress.begin();
  const { rows } = await runEval(plan, { workers: 0, withScores: true, signal, onProgress: (done) => told(done) });
  return rows.map(({ policy, task, scores = [] }) => ({
    cell: policy,
    kind: 'script',
    player: policy,
    arm: '',
    task,
    ...figuresOf(scores),
  }));
}

// What is compared.

interface Pair {
  a: Cell;
  b: Cell;
}

/** Of an ablation: each arm against the base, by the same player. Of a ladder: each rung against the one below, from the random null up. */
function pairsOf({ kind, cells, base }: ArmsPlan): { primary: Pair[]; beside: Pair[] } {
  if (kind === 'ladder') {
    const [random, constant, ...rungs] = cells;
    if (!random || !constant) return { primary: [], beside: [] };
    const primary = rungs.map((cell, at) => ({ a: cell, b: rungs[at - 1] ?? random }));
    return { primary, beside: rungs.flatMap((cell) => [random, constant].map((b) => ({ a: cell, b }))) };
  }
  const isBase = ({ arm }: Cell) => arm.name === base.name;
  const changed = cells
    .filter((cell) => !isBase(cell))
    .map((a) => ({ a, b: cells.find((one) => one.player === a.player && isBase(one)) ?? a }));
  const nulls = cells
    .filter(({ kind: of }) => of === 'agent')
    .flatMap((a) => cells.filter((one) => one.kind === 'null' && one.arm.name === a.arm.name).map((b) => ({ a, b })));
  const isOfAgent = ({ a }: Pair) => a.kind === 'agent';
  return { primary: changed.filter(isOfAgent), beside: [...changed.filter((pair) => !isOfAgent(pair)), ...nulls] };
}

/** Primary contrasts are corrected together, by Holm. */
interface Asked {
  pairs: readonly Pair[];
  isPrimary: boolean;
}

function contrastsOf({ eval: plan }: ArmsPlan, played: readonly Played[], { pairs, isPrimary }: Asked): Contrast[] {
  const named = plan.tasks.flatMap((task) => pairs.map(({ a, b }) => ({ task, a, b })));
  const playedAs = (task: string, cell: Cell) => played.find((one) => one.task === task && one.cell.id === cell.id);
  const lists = named.map(({ task, a, b }): PairedList => {
    const others = playedAs(task, b)?.scores ?? [];
    return { a: a.id, b: b.id, values: (playedAs(task, a)?.scores ?? []).map((score, at) => score - (others[at] ?? 0)) };
  });
  const all = played.flatMap(({ scores }) => scores);
  const tie = TIE * (Math.max(...all) - Math.min(...all));
  const found = comparePairsBy(lists, { method: NEWEST_STATISTICS, first: plan.seeds.length, tie });
  return found.map(({ a, b, difference, interval, effect = null, p, holm, worlds }, at) => {
    const task = named[at]?.task ?? '';
    const names = [named[at]?.a, named[at]?.b].flatMap((cell) => (cell && playedAs(task, cell)?.row.isFallbacks ? [cell.id] : []));
    const why = names.length > 0 ? `the fallback of ${names.join(' and ')} played most turns` : null;
    return { task, a, b, isPrimary, worlds, difference, interval, effect, p, holm: isPrimary ? holm : null, why };
  });
}

// Before the run.

/** The spread of the differences in worlds that the run does not use. Without a pilot nothing is said. */
async function powerOf(plan: ArmsPlan, work: ArmsWork, progress: Progress): Promise<Power> {
  const { primary } = pairsOf(plan);
  const comparisons = primary.length * plan.eval.tasks.length;
  const level = 0.05 / Math.max(1, comparisons);
  const worlds = plan.eval.seeds.length;
  const asked = { pilot: [...plan.pilot], worlds, comparisons, level, effect: plan.effect };
  if (plan.pilot.length < 2) return { ...asked, spread: null, needed: null, detectable: null };
  const spreads: number[] = [];
  for (const task of plan.eval.tasks) {
    const scores = new Map<string, number[]>();
    for (const cell of new Set(primary.flatMap(({ a, b }) => [a, b])))
      scores.set(cell.id, (await playCell(plan, { cell, task, seeds: plan.pilot }, { ...work, progress })).scores);
    for (const { a, b } of primary) {
      const others = scores.get(b.id) ?? [];
      spreads.push(sampleStd((scores.get(a.id) ?? []).map((score, at) => score - (others[at] ?? 0))) ?? 0);
    }
  }
  const spread = Math.max(...spreads);
  const needed = plan.effect === null ? null : worldsFor(plan.effect, spread, { level });
  return { ...asked, spread, needed, detectable: detectable(worlds, spread, { level }) };
}

// Afterwards.

function reportOf(plan: ArmsPlan, { power, played, scripts }: { power: Power; played: readonly Played[]; scripts: CellRow[] }): ArmsReport {
  const { primary, beside } = pairsOf(plan);
  const checks = checksOf(plan, played);
  const { game, version, tasks, seeds, options, judgeMode } = plan.eval;
  return {
    kind: plan.kind,
    game,
    version,
    judgeMode,
    ...(options && { options }),
    tasks: [...tasks],
    seeds: [...seeds],
    ranges: splitsOf(seeds),
    base: plan.base.name,
    prompt: plan.base.prompt,
    power,
    rows: [...played.map(({ row }) => row), ...scripts],
    contrasts: [
      ...contrastsOf(plan, played, { pairs: primary, isPrimary: true }),
      ...contrastsOf(plan, played, { pairs: beside, isPrimary: false }),
    ],
    checks,
    isVoid: checks.some(({ why }) => why.length > 0),
    absent: [...plan.absent],
    statistics: NEWEST_STATISTICS,
    command: plan.command,
    code: `mandi ${codeId()}`,
  };
}

function checksOf(plan: ArmsPlan, played: readonly Played[]): Check[] {
  const checks: Check[] = [];
  for (const cell of plan.cells) {
    const own = played.filter((one) => one.cell.id === cell.id);
    const isBase = cell.arm.name === plan.base.name;
    const why = own.flatMap(({ task, watch }) => whyVoid(watch.found, { isBase, arm: cell.arm }).map((reason) => `${task}: ${reason}`));
    const asked = own.reduce((sum, { watch }) => sum + watch.found.asked, 0);
    const differ = own.reduce((sum, { watch }) => sum + watch.found.differs, 0);
    checks.push({ what: cell.id, found: `${asked} prompts as they should be, ${differ} of them other than the base’s`, why });
  }
  const unequal = unequalWorlds(played.map(({ watch }) => watch.found));
  const shown = unequal.slice(0, 3).join(', ');
  checks.push({
    what: 'same worlds',
    found: 'every cell began from the same positions',
    why: unequal.length === 0 ? [] : [`${unequal.length} positions differ at the beginning: ${shown}`],
  });
  return [...checks, ...blindChecks(plan, played)];
}

/** Who reads nothing and always takes the first choice plays the same whatever is left out, or something else was changed. */
function blindChecks(plan: ArmsPlan, played: readonly Played[]): Check[] {
  const blind = plan.cells.filter(
    ({ player, arm }) => player === 'null-constant' && arm.prompt === plan.base.prompt && arm.without.length > 0,
  );
  return blind.map(({ id, player, arm }) => {
    const differing = plan.eval.tasks.flatMap((task) => {
      const own = played.find((one) => one.task === task && one.cell.id === id)?.scores ?? [];
      const base = played.find((one) => one.task === task && one.cell.player === player && one.cell.arm.name === plan.base.name);
      return own.flatMap((score, at) => (score === base?.scores[at] ? [] : [`${task}/${plan.eval.seeds[at]}`]));
    });
    const why = differing.length === 0 ? [] : [`it reads nothing, and scored otherwise in ${differing.slice(0, 3).join(', ')}`];
    return { what: `null-constant ${arm.name}`, found: 'scores as it does with the whole prompt', why };
  });
}

/** How a cell's player is asked, from its agent's own spec. */
export function askedAs({ kind, player, arm }: Cell): (spec: ModelSpec) => ModelSpec {
  return ({ server, ...spec }) => {
    const asked = { ...spec, prompt: arm.prompt, ...(arm.without.length > 0 && { without: arm.without }) };
    if (kind === 'agent') return { ...asked, ...(server && { server }) };
    return { ...asked, model: `null:${player.replace('null-', '')}`, adapter: null, backends: [] };
  };
}
