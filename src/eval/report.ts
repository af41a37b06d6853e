/** What an evaluation has found: the shape that `--json`, the database and the benchmark screen share. */

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
  /** As a seed list, e.g. `0-9,50000-50007`. */
  seeds: string;
  n: number;
  /** Of the cumulative reward, unrounded. */
  mean: number;
  /** Sample standard deviation (n - 1); null for one seed. */
  std: number | null;
  /** Absent from rows by percentile-1. */
  median?: number;
  /** Bootstrap interval of the mean; null for one seed. */
  ci95: [number, number] | null;
  /** Actions that the rules refused, over all seeds. */
  invalid: number;
  /** What it did: actions handed in, by type, over all seeds. Runs that were kept before this was counted have none. */
  actions?: Record<string, number>;
  /** Of each seed, in their order; left out of long rows. */
  scores?: number[];
  /** Of a model or a remote program: how many turns were its own, and what was done for it. */
  counts?: TurnCounts;
  /** Of a model or a remote program: digests of its settings and of the weights that answered (several, by `; `: they changed during the run). */
  pin?: { agent: string; weights: string | null };
  /** Of a model: how it was asked, and by which backends and models it was answered. Absent in runs kept before it was recorded. */
  asked?: AskedHow;
  /** Of a model or a remote program: what it handed in, by seed and turn. */
  moves?: unknown[][];
  /** Of games that tell them: means over all deals of the run, and of the reward per deal. */
  surplus?: number;
  deal_rate?: number;
  rounds?: number;
  reward?: number;
}

export interface AskedHow {
  /** As the agent names it. */
  model: string;
  adapter: string | null;
  /** `seed`: the agent's; each turn's own is drawn from it. */
  sampling: { temperature: number; topP: number; topK: number; seed: number; maxTokens: number };
  /** `place`: the backend's address, without secrets; null where it is not known. */
  backends: { id: string; place: string | null }[];
  /** What the backends said that answered: model, adapter, runtime. More than one: it was not one build throughout. */
  answered: string[];
}

/** The game of a report, of which its meta has the words. */
export function refOfMeta({ game, ruleset, version }: Pick<EvalMeta, 'game' | 'ruleset' | 'version'>): GameRef {
  return { key: gameKey(game, ruleset), version };
}

export interface EvalMeta {
  game: string;
  ruleset: string;
  version: number;
  judge_mode: string;
  /** What matches were made of besides; absent: as each task has it. */
  options?: Readonly<Record<string, OptionValue>>;
  /** The seed ranges that were used: train 0-39999, validation 40000-49999, test 50000-59999, none outside of them. */
  splits: SplitName[];
  episodes: number;
  /** Policies of the run that are no contestants: what each shows up. */
  controls: Record<string, Control>;
  /** What to type to get the same rows again. */
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

/** A report for each seed range, as `--by-split --json` prints them and `public/benchmark` keeps them. */
export interface EvalReports {
  /** What to type to get them all again. */
  command: string;
  reports: EvalReport[];
}

/** What one episode leaves behind. */
export interface EpisodeScore {
  score: number;
  invalid: number;
  actions: Record<string, number>;
  /** Further columns, each with the values that its mean is over. */
  figures?: EnvScored['figures'];
}

/** Rows of more seeds than this keep their figures, and each seed's score only where it is asked for (`--scores`). */
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

/** One row from the episodes of its seeds, in their order. */
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
