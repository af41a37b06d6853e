/** A run with everything its report shows: figures by seed range, two players in one world, and the effect of shocks. */

import type { GamePack } from '~/contract/pack';
import { packOf } from '~/games/packs';
import { findPolicy, standInFor } from '~/games/policies';
import { gameFlags, USUAL_GAME } from '~/games/read-game';
import { findGame } from '~/games/registry';
import { unknownName } from '~/lib/text/unknown-name';
import { codeId } from './code-digest';
import { nullsFor } from './contenders';
import { findEpisode, seedsOf } from './episode';
import { commandOf, type EvalPlan } from './eval-plan';
import { type Populations, populationEpisodes, populationFlags, runPopulations, type SeatRotation } from './populations';
import { type EvalMeta, type EvalReport, refOfMeta } from './report';
import { type Grid, type Robustness, robustnessEpisodes, runRobustness } from './robustness';
import { type EvalOptions, runEvalBySplit } from './run-eval';
import { isAbsent, type StudyRow, studyRows } from './study-figures';
import { type BeforeAfter, transcriptOf } from './transcript';

export interface Study {
  /** The command that gives it again. */
  command: string;
  code: string;
  /** The day in UTC (YYYY-MM-DD); for a kept run the day on which it was kept. */
  madeAt?: string | undefined;
  reports: EvalReport[];
  /** null: there are no two players to compare. */
  beforeAfter: BeforeAfter | null;
  robustness: Robustness | null;
  /** Absent in older runs. */
  populations?: Populations | null;
}

export interface StudyWish {
  /** The two players to compare, and where (`task/seed`). Default: the lowest and the highest contestant. */
  before?: string | undefined;
  after?: string | undefined;
  at?: string | undefined;
  /** The preset's name, if it is one. */
  preset?: string | undefined;
  grid?: Grid | null | undefined;
  /** Each policy alone at a table full of each, in these seats. */
  populations?: SeatRotation | undefined;
}

/** Plans the requested policies together with null policies and farmers. */
export interface StudyPlans {
  asked: EvalPlan;
  whole: EvalPlan;
}

export function studyEpisodes({ asked, whole }: StudyPlans, { grid, populations }: StudyWish): number {
  const { policies, tasks, seeds } = whole;
  const struck = grid ? robustnessEpisodes(withWaiting(asked), grid) : 0;
  return policies.length * tasks.length * seeds.length + struck + (populations ? populationEpisodes(withWaiting(asked), populations) : 0);
}

export async function makeStudy(plans: StudyPlans, wish: StudyWish, options: EvalOptions = {}): Promise<Study> {
  const total = studyEpisodes(plans, wish);
  const first = plans.whole.policies.length * plans.whole.tasks.length * plans.whole.seeds.length;
  const reports = await runEvalBySplit(plans.whole, { ...options, onProgress: (done) => options.onProgress?.(done, total) });
  const beforeAfter = await setBeside(reports, wish);
  const more = withWaiting(plans.asked);
  const after = (already: number): EvalOptions => ({ ...options, onProgress: (done) => options.onProgress?.(already + done, total) });
  const robustness = wish.grid ? await runRobustness(more, wish.grid, after(first)) : null;
  const struck = wish.grid ? robustnessEpisodes(more, wish.grid) : 0;
  const populations = wish.populations ? await runPopulations(more, wish.populations, after(first + struck)) : null;
  const madeAt = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  return { command: studyCommand(plans, wish), code: `mandi ${codeId()}`, madeAt, reports, beforeAfter, robustness, populations };
}

/** The unknown name in a request, as a sentence; null: all names are known. */
export function whyNotBeside({ policies, tasks, seeds }: EvalPlan, { before, after, at }: StudyWish): string | null {
  for (const name of [before, after]) {
    if (name !== undefined && !policies.some((one) => isNamed(one, name))) return unknownName('player of this run', name, policies);
  }
  if (at === undefined) return null;
  const place = readPlace(at);
  if (place === null) return `at: "${at}" is no task and seed, e.g. ${tasks[0]}/${seeds[0]}`;
  if (!tasks.includes(place.task)) return unknownName('task of this run', place.task, tasks);
  return seeds.includes(place.seed) ? null : `at: seed ${place.seed} is not among the seeds of this run`;
}

/** Grids and populations are expensive, so `wait` is their only control. */
function withWaiting(plan: EvalPlan): EvalPlan {
  return { ...plan, policies: [...new Set([...plan.policies, 'wait'])] };
}

async function setBeside(reports: readonly EvalReport[], wish: StudyWish): Promise<BeforeAfter | null> {
  const place = wish.at === undefined ? usualPlace(reports) : readPlace(wish.at);
  if (place === null) return null;
  const all = rowsAt(reports, place);
  const usual = contestantsFirst(all);
  const named = (name: string | undefined) => all.find(({ policy }) => name !== undefined && isNamed(policy, name))?.policy;
  const after = named(wish.after) ?? usual.findLast(({ policy }) => !isNamed(policy, wish.before ?? ''))?.policy;
  const before = named(wish.before) ?? usual.find(({ policy }) => policy !== after)?.policy;
  if (before === undefined || after === undefined) return null;
  return besides(reports, { ...place, before, after });
}

/** Two players of a run in one of its worlds; null: that world was not played. */
export async function besides(
  reports: readonly EvalReport[],
  { task, seed, before, after }: { task: string; seed: number; before: string; after: string },
): Promise<BeforeAfter | null> {
  const [one, other] = [
    await transcriptOf(reports, { task, seed, policy: before }),
    await transcriptOf(reports, { task, seed, policy: after }),
  ];
  return one === null || other === null ? null : { task, seed, before: one, after: other };
}

/** Everybody who played there, lowest mean first. */
function rowsAt(reports: readonly EvalReport[], { task, seed }: { task: string; seed: number }): StudyRow[] {
  const rows = studyRows(reports).filter((row) => row.task === task && seedsOf(row).includes(seed));
  return rows.sort((one, other) => one.mean - other.mean);
}

/** Contestants that played their own turns, if any; a lone one is paired with the best null policy. */
function contestantsFirst(rows: readonly StudyRow[]): StudyRow[] {
  const all = rows.filter(({ role }) => role === 'contestant');
  const present = all.filter((row) => !isAbsent(row));
  const contestants = present.length > 0 ? present : all;
  return contestants.length > 1 ? contestants : [...rows.filter(({ role }) => role === 'null').slice(-1), ...contestants];
}

/** The last task, in the first world of the last range. */
function usualPlace(reports: readonly EvalReport[]): { task: string; seed: number } | null {
  const row = reports.at(-1)?.rows.at(-1);
  const seed = row && seedsOf(row)[0];
  return row && seed !== undefined && findEpisode(reports, { ...row, seed }) ? { task: row.task, seed } : null;
}

function readPlace(text: string): { task: string; seed: number } | null {
  const [, task, seed] = /^([a-z0-9_]+)\/(\d+)$/.exec(text.trim()) ?? [];
  return task === undefined ? null : { task, seed: Number(seed) };
}

/** An agent can be named by its name or by `name@version`. */
function isNamed(policy: string, name: string): boolean {
  return policy === name || policy.split('@', 1)[0] === name;
}

function studyCommand({ asked, whole }: StudyPlans, { before, after, at, grid, preset, populations }: StudyWish): string {
  const beside = [before && ` --before ${before}`, after && ` --after ${after}`, at && ` --at ${at}`];
  const stress = grid ? ` --robustness --shocks ${grid.kinds.join(',')} --strikes ${grid.strikes.join(',')}` : '';
  const nulls = whole.policies.length > asked.policies.length ? ' --nulls' : '';
  const agents = asked.policies.filter((policy) => policy.includes('@'));
  const named = agents.length > 0 ? ` --policies ${agents.join(',')}` : '';
  const run = preset === undefined ? `${commandOf(asked)} --by-split${nulls}` : `npx mandi eval --preset ${preset}${named}`;
  return `${run}${beside.filter(Boolean).join('')}${stress}${populations ? populationFlags(populations) : ''}`;
}

const METHOD_WORDS: Record<EvalMeta['ci95']['method'], string> = {
  percentile: 'percentile bootstrap',
  'bootstrap-t-2': 'symmetric bootstrap-t (method bootstrap-t-2; none below 8 seeds)',
  'bootstrap-t-3': 'symmetric bootstrap-t (method bootstrap-t-3; none below 8 seeds)',
};

/** The game's description of its scores; undefined: they are sums of rewards. */
export function scoreOf(meta: Pick<EvalMeta, 'game' | 'ruleset' | 'version'>): NonNullable<GamePack['env']>['score'] {
  return packOf(refOfMeta(meta)).env?.score;
}

/** One sentence per figure. */
export function howMade(reports: readonly EvalReport[]): string[] {
  const [first] = reports;
  if (!first) return [];
  const { meta } = first;
  const episodes = reports.reduce((sum, report) => sum + report.meta.episodes, 0);
  const score = scoreOf(meta);
  return [
    `Score: ${score?.title ?? 'cumulative reward'}. Judge: ${meta.judge_mode}. Episodes: ${episodes}.`,
    `Interval: 95% ${METHOD_WORDS[meta.ci95.method]} of the mean, ${meta.ci95.resamples} resamples, seed ${meta.ci95.seed}. Standard deviation: ${meta.std}.`,
    ...(score ? [score.caution] : []),
    'Each policy plays a seed once: the interval holds the luck of worlds and, of a model that samples, of its answers.',
    'Seeds: train 0–39999, validation 40000–49999, test 50000–59999.',
  ];
}

/** Says which seats the two players have. */
export function seatedWords([report]: readonly EvalReport[], { after }: BeforeAfter): string {
  const own = report && packOf(refOfMeta(report.meta)).env?.seated;
  return own ?? (after.seats ? `The player’s seat: ${after.seats.join(', ')}.` : '');
}

/** The command that shows an episode again: as a match, or as an evaluation if matches do not offer the player. */
export function episodeCommand(meta: EvalMeta, { task, seed, policy }: { task: string; seed: number | string; policy: string }): string {
  const judge = meta.judge_mode === 'off' ? '' : ` --judge-mode ${meta.judge_mode}`;
  const ref = refOfMeta(meta);
  if (findPolicy(ref.key, policy) === null && !policy.includes('@'))
    return `npx mandi eval ${gameFlags(ref)} --policies ${policy} --tasks ${task} --seeds ${seed}${judge} --md episode.md --before ${nullsFor(ref.key)[0] ?? standInFor(ref.key)} --after ${policy}`;
  const game = ref.key === USUAL_GAME ? '' : ` ${gameFlags(ref)}`;
  const rules = findGame(ref.key, ref.version);
  const config = rules?.parseConfig({ task_type: task, seed: 0 });
  const [first, second] = config?.ok ? (rules?.seats(config.value) ?? []).filter(({ people }) => people) : [];
  const world = `npx mandi play${game} --task ${task} --seed ${seed}`;
  if (first === undefined || second === undefined) return `${world} --policy ${policy}${judge}`;
  return `${world} --policy ${standInFor(ref.key)} --seat ${first.id}=${policy}${judge}`;
}
