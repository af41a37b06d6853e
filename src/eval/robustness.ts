/** How scores fall when the same worlds have more and more shocks of one kind. */

import type { Stress } from '~/contract/env';
import type { Reading } from '~/contract/game';
import { refOf } from '~/contract/game-ref';
import { envGamesThat, findEnvGame } from '~/engine/env-games';
import { rulesetWord } from '~/games/read-game';
import { type FallbackTurns, fallbackTurns } from '~/lib/play/whose-play';
import { unknownName } from '~/lib/text/unknown-name';
import { mean } from '~/statistics/basics';
import type { EvalPlan } from './eval-plan';
import { commandOf } from './eval-plan';
import { intervalOf } from './interval';
import { type EvalRow, MOST_SCORES } from './report';
import { type EvalOptions, runEval } from './run-eval';
import { type SplitName, seedListText, splitsOf } from './seeds';

export interface Grid {
  kinds: string[];
  /** How often a kind strikes, ascending, from 1. */
  strikes: number[];
}

/** One agent under one kind of shock. */
export interface RobustnessPoint {
  policy: string;
  task: string;
  kind: string;
  /** 0: the same worlds without shocks. */
  strikes: number;
  n: number;
  mean: number;
  ci95: [number, number] | null;
  /** Change from no shocks, world by world; null at 0. */
  change: { mean: number; ci95: [number, number] | null } | null;
  /** Score of each seed, in order; absent in older runs. */
  scores?: number[];
  /** Models and remote programs: whose turns they were. */
  played?: FallbackTurns;
  /** A model's submitted moves by seed. Those without shocks are kept only with the first kind. */
  moves?: unknown[][];
}

export interface Robustness {
  ruleset: string;
  version: number;
  seeds: string;
  splits: SplitName[];
  grid: Grid;
  command: string;
  points: RobustnessPoint[];
}

const USUAL_STRIKES = [1, 2, 3];
/** The shortest task has six rounds, and fewer shocks than rounds. */
export const MOST_STRIKES = 5;

/** The shocks that can be set in the plan's game. */
export function stressKinds(plan: Pick<EvalPlan, 'game' | 'version'>): readonly string[] {
  return findEnvGame(refOf(plan))?.can.stress ?? [];
}

/** `known`: all kinds of the game. */
export function readGrid(
  { shocks = 'all', strikes }: { shocks?: string | undefined; strikes?: string | undefined },
  known: readonly string[],
): Reading<Grid> {
  const kinds = readKinds(shocks, known);
  if (!kinds.ok) return kinds;
  const counts = strikes === undefined ? USUAL_STRIKES : strikes.split(',').map((text) => (/^\d+$/.test(text.trim()) ? Number(text) : 0));
  if (counts.some((count, at) => count < 1 || count > MOST_STRIKES || count <= (counts[at - 1] ?? 0)))
    return { ok: false, why: `strikes: "${strikes}" is no ascending list of numbers from 1 to ${MOST_STRIKES}, e.g. 1,2,3` };
  return { ok: true, value: { kinds: kinds.value, strikes: counts } };
}

function readKinds(text: string, known: readonly string[]): Reading<string[]> {
  const kinds: string[] = [];
  for (const typed of text.split(',').map((piece) => piece.trim())) {
    const found = typed === 'all' ? known : known.filter((kind) => kind === typed);
    if (found.length === 0) return { ok: false, why: unknownName('shock', typed, ['all', ...known]) };
    kinds.push(...found.filter((kind) => !kinds.includes(kind)));
  }
  return { ok: true, value: kinds };
}

/** Why a plan cannot be stressed; null: it can. */
export function whyNoRobustness({ game, version, seeds }: Pick<EvalPlan, 'game' | 'version' | 'seeds'>): string | null {
  if (stressKinds({ game, version }).length === 0)
    return `robustness: the shocks of ruleset ${rulesetWord(game)} cannot be set; those of ${envGamesThat('stress').join(', ')} can`;
  if (splitsOf(seeds).length > 1) return 'robustness: seeds of one range, e.g. 40000-40009: a curve never mixes train, validation and test';
  return seeds.length > MOST_SCORES ? `robustness: at most ${MOST_SCORES} seeds, since each is compared with itself` : null;
}

/** The number of episodes of the grid. */
export function robustnessEpisodes({ policies, tasks, seeds }: EvalPlan, { kinds, strikes }: Grid): number {
  return policies.length * tasks.length * seeds.length * (1 + kinds.length * strikes.length);
}

export async function runRobustness(plan: EvalPlan, grid: Grid, options: EvalOptions = {}): Promise<Robustness> {
  const total = robustnessEpisodes(plan, grid);
  let before = 0;
  async function play(stress: Stress): Promise<EvalRow[]> {
    const already = before;
    const { rows, meta } = await runEval(
      { ...plan, stress },
      { ...options, onProgress: (done) => options.onProgress?.(already + done, total) },
    );
    before += meta.episodes;
    return rows;
  }
  const { statistics } = plan;
  const calm = await play({ kind: stressKinds(plan)[0] ?? '', strikes: 0 });
  const points: RobustnessPoint[] = [];
  for (const kind of grid.kinds) {
    points.push(
      ...calm.map((row) => pointOf(kind === grid.kinds[0] ? row : withoutMoves(row), { kind, strikes: 0 }, { calm: null, statistics })),
    );
    for (const strikes of grid.strikes) {
      const rows = await play({ kind, strikes });
      points.push(...rows.map((row, at) => pointOf(row, { kind, strikes }, { calm: calm[at] ?? null, statistics })));
    }
  }
  const { game, version, seeds } = plan;
  const ruleset = rulesetWord(game);
  return { ruleset, version, seeds: seedListText(seeds), splits: splitsOf(seeds), grid, command: robustnessCommand(plan, grid), points };
}

interface Against {
  /** The same row without shocks; null: this is that row. */
  calm: EvalRow | null;
  statistics: EvalPlan['statistics'];
}

function pointOf(row: EvalRow, { kind, strikes }: Stress, { calm, statistics }: Against): RobustnessPoint {
  const { policy, task, n, mean: average, ci95, scores = [], counts, moves } = row;
  const own = { ...(counts && { played: fallbackTurns(counts) }), ...(moves && { moves }) };
  const point = { policy, task, kind, strikes, n, mean: average, ci95, scores, ...own };
  if (calm === null) return { ...point, change: null };
  const changes = scores.map((score, at) => score - (calm.scores?.[at] ?? Number.NaN));
  return { ...point, change: { mean: mean(changes), ci95: intervalOf(changes, statistics) } };
}

/** Left out because they are many and no page shows them. */
export function withoutMoves<T extends { moves?: unknown }>({ moves: _moves, ...rest }: T): Omit<T, 'moves'> {
  return rest;
}

function robustnessCommand(plan: EvalPlan, { kinds, strikes }: Grid): string {
  return `${commandOf(plan)} --robustness --shocks ${kinds.join(',')} --strikes ${strikes.join(',')}`;
}
