/** An evaluation's results, in the shape that `--json`, the database and the benchmark screen share. */

import type { TurnCounts } from '~/agents/agent-turn';
import type { EnvScored } from '~/contract/env';
import { type GameRef, gameKey } from '~/contract/game-ref';
import type { OptionValue } from '~/contract/options';
import type { Control } from '~/contract/policy';
import { type Bootstrap, mean, sampleStd } from '~/statistics/basics';
import { medianOf } from '~/statistics/median';
import { isBootstrapT, type StatisticsMethod } from '~/statistics/methods';
import { addUp } from './action-tally';
import { intervalOf } from './interval';
import type { SplitName } from './seeds';

/** One policy on one task, over all seeds of the run. */
export interface EvalRow {
  policy: string;
  task: string;
  /** A seed list, e.g. `0-9,50000-50007`. */
  seeds: string;
  n: number;
  /** Mean cumulative reward, unrounded. */
  mean: number;
  /** Sample standard deviation (n - 1); null for one seed. */
  std: number | null;
  /** Absent in rows by percentile-1. */
  median?: number;
  /** Bootstrap interval of the mean; null for one seed. */
  ci95: [number, number] | null;
  /** Actions that the rules refused, over all seeds. */
  invalid: number;
  /** Submitted actions by type, over all seeds. Absent in older runs, which did not count them. */
  actions?: Record<string, number>;
  /** Score of each seed, in order; left out of long rows. */
  scores?: number[];
  /** Models and remote programs: how many turns were their own, and what was done for them. */
  counts?: TurnCounts;
  /** Models and remote programs: digests of settings and weights (several, separated by `; `, if they changed during the run). */
  pin?: { agent: string; weights: string | null };
  /** Models: how they were asked, and which backends and models answered. Absent in older runs. */
  asked?: AskedHow;
  /** Models and remote programs: submitted moves by seed and turn. */
  moves?: unknown[][];
  /** Games that report deals: means over all deals of the run, and the mean reward per deal. */
  surplus?: number;
  deal_rate?: number;
  rounds?: number;
  reward?: number;
}

export interface AskedHow {
  /** The agent's name for it. */
  model: string;
  adapter: string | null;
  /** `seed`: the agent's; each turn's own is drawn from it. */
  sampling: { temperature: number; topP: number; topK: number; seed: number; maxTokens: number };
  /** `place`: the backend's address without secrets; null: unknown. */
  backends: { id: string; place: string | null }[];
  /** What the answering backends reported: model, adapter, runtime. Several mean that the build changed during the run. */
  answered: string[];
}

/** The game named in a report's meta. */
export function refOfMeta({ game, ruleset, version }: Pick<EvalMeta, 'game' | 'ruleset' | 'version'>): GameRef {
  return { key: gameKey(game, ruleset), version };
}

export interface EvalMeta {
  game: string;
  ruleset: string;
  version: number;
  judge_mode: string;
  /** Options; absent: each task's own. */
  options?: Readonly<Record<string, OptionValue>>;
  /** The ranges of the seeds: train 0-39999, validation 40000-49999, test 50000-59999, otherwise none. */
  splits: SplitName[];
  episodes: number;
  /** The run's controls, with their kinds. */
  controls: Record<string, Control>;
  /** The command that gives the same rows. */
  command: string;
  code: string;
  std: string;
  ci95: Bootstrap;
}

/** Exactly what `mandi eval --json` prints. */
export interface EvalReport {
  rows: EvalRow[];
  meta: EvalMeta;
}

/** One report per seed range, as printed by `--by-split --json` and kept in `public/benchmark`. */
export interface EvalReports {
  /** The command that gives all of them. */
  command: string;
  reports: EvalReport[];
}

/** The result of one episode. */
export interface EpisodeScore {
  score: number;
  invalid: number;
  actions: Record<string, number>;
  /** Further columns, each with the values of its mean. */
  figures?: EnvScored['figures'];
}

/** Rows of more seeds than this keep each seed's score only on request (`--scores`). */
export const MOST_SCORES = 200;

/** A column's mean is over the values of all episodes together. */
function columnsOf(episodes: readonly EpisodeScore[]): Partial<EvalRow> {
  const names = [...new Set(episodes.flatMap(({ figures = {} }) => Object.keys(figures)))];
  const columns = names.map((name) => {
    const values = episodes.flatMap(({ figures }) => figures?.[name] ?? []);
    return [name, values.length === 0 ? 0 : mean(values)] as const;
  });
  return Object.fromEntries(columns);
}

/** One row from the episodes of its seeds, in order. */
export function makeRow(
  of: Pick<EvalRow, 'policy' | 'task' | 'seeds'>,
  episodes: readonly EpisodeScore[],
  { withScores = false, statistics }: { withScores?: boolean | undefined; statistics?: StatisticsMethod | undefined } = {},
): EvalRow {
  const scores = episodes.map((episode) => episode.score);
  const invalid = episodes.reduce((sum, episode) => sum + episode.invalid, 0);
  const actions = addUp(episodes.map((episode) => episode.actions));
  const figures = { n: scores.length, mean: mean(scores), std: sampleStd(scores), ci95: intervalOf(scores, statistics), invalid };
  const median = isBootstrapT(statistics) ? medianOf(scores) : null;
  return {
    ...of,
    ...figures,
    ...(median !== null && { median }),
    ...columnsOf(episodes),
    actions,
    ...((withScores || scores.length <= MOST_SCORES) && { scores }),
  };
}
