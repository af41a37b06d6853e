/** Agents as populations: each alone at a table full of each, itself among them, in the same worlds; and the game that this makes. */

import { policiesFor } from '~/policies/registry';
import { bestResponses, nashAverage, type PayoffMatrix, responseCycles } from '~/statistics/payoff';
import { commandOf, type EvalPlan } from './eval-plan';
import { findAmong, playAgent } from './play-agent';
import { playEpisode } from './play-episode';
import { playChunks, workersFor } from './pool';
import type { EpisodeScore } from './report';
import { type EvalOptions, isAgent, weightOf } from './run-eval';
import { type SplitName, seedListText, splitsOf } from './seeds';
import { bootstrapMean, mean } from './statistics';

/** The row alone, in the evaluation's usual seat, with the column in every other seat; row = column: self-play. */
export interface PopulationCell {
  row: string;
  column: string;
  n: number;
  mean: number;
  ci95: [number, number] | null;
  /** Each seed's, in their order. */
  scores: number[];
}

/** What populations earn among each other on one task. */
export interface PopulationGame {
  task: string;
  entrants: string[];
  /** Row by row. */
  cells: PopulationCell[];
  /** By population: who earns most alone in a market full of it. */
  bestResponses: Record<string, string[]>;
  cycles: string[][];
  nash: ReturnType<typeof nashAverage>;
}

export interface Populations {
  ruleset: string;
  version: number;
  seeds: string;
  splits: SplitName[];
  command: string;
  games: PopulationGame[];
}

const MOST_POPULATIONS = 16;

/** Why the players of a plan cannot be played as populations; null: they can. */
export function whyNoPopulations({ game, ruleset, policies, seeds }: EvalPlan): string | null {
  if (ruleset !== 'open') return `populations: ruleset ${ruleset} has a single seat to give away; ruleset open has whole tables`;
  if (splitsOf(seeds).length > 1)
    return 'populations: seeds of one range, e.g. 40000-40009: a payoff never mixes train, validation and test';
  if (policies.length < 2) return 'populations: at least two policies or agents';
  if (policies.length > MOST_POPULATIONS) return `populations: at most ${MOST_POPULATIONS}, since every two are played both ways`;
  const known = policiesFor(`${game}/${ruleset}`).map(({ id }) => id);
  const stranger = policies.find((policy) => !isAgent(policy) && !known.includes(policy));
  return stranger === undefined
    ? null
    : `populations: ${stranger} plays evaluations only, so that no market can be full of it; leave it out`;
}

export function populationEpisodes({ policies, tasks, seeds }: EvalPlan): number {
  return policies.length ** 2 * tasks.length * seeds.length;
}

export async function runPopulations(plan: EvalPlan, options: EvalOptions = {}): Promise<Populations> {
  const { ruleset, version, policies, tasks, seeds } = plan;
  const pairs = tasks.flatMap((task) => policies.flatMap((row) => policies.map((column) => ({ task, row, column }))));
  const scripted = pairs.filter((pair) => !hasAgent(pair));
  const total = pairs.length * seeds.length;
  let done = scripted.length * seeds.length;
  const { onProgress, signal } = options;
  const house = await playChunks(
    scripted.map(({ task, row, column }) => ({ ...rulesOf(plan), policy: row, task, seeds, opponents: column })),
    {
      workers: options.workers ?? workersFor(done * weightOf(plan)),
      onProgress: onProgress && ((played) => onProgress(played, total)),
      signal,
    },
  );
  const scores = new Map<Pair, number[]>(scripted.map((pair, at) => [pair, (house[at] ?? []).map(({ score }) => score)]));
  for (const pair of pairs.filter(hasAgent)) {
    signal?.throwIfAborted();
    scores.set(
      pair,
      (await playWithAgents(plan, pair, options)).map(({ score }) => score),
    );
    done += seeds.length;
    onProgress?.(done, total);
  }
  const games = tasks.map((task) => {
    const cells = pairs.filter((pair) => pair.task === task).map((pair) => cellOf(pair, scores.get(pair) ?? []));
    return gameOf(task, policies, cells);
  });
  const command = `${commandOf(plan)} --populations`;
  return { ruleset, version, seeds: seedListText(seeds), splits: splitsOf(seeds), command, games };
}

interface Pair {
  task: string;
  row: string;
  column: string;
}

function hasAgent({ row, column }: Pair): boolean {
  return isAgent(row) || isAgent(column);
}

function rulesOf({ ruleset, version, judgeMode }: EvalPlan) {
  return { ruleset, version, judgeMode };
}

/** In this thread. */
async function playWithAgents(plan: EvalPlan, { task, row, column }: Pair, { agents, signal }: EvalOptions): Promise<EpisodeScore[]> {
  if (!agents) throw new Error(`nobody plays as ${isAgent(row) ? row : column}`);
  if (isAgent(row)) return (await playAgent({ ...plan, opponents: column }, { policy: row, task }, { agents, signal })).scores;
  const scores: EpisodeScore[] = [];
  for (const seed of plan.seeds) {
    signal?.throwIfAborted();
    const asked = { ...rulesOf(plan), policy: row, task, seed, opponents: column };
    scores.push(await playEpisode(asked, { findPlayer: findAmong(agents) }));
  }
  return scores;
}

function cellOf({ row, column }: Pair, scores: number[]): PopulationCell {
  return { row, column, n: scores.length, mean: mean(scores), ci95: bootstrapMean(scores), scores };
}

/** Best responses and cycles are those of the payoffs themselves, self-play on the diagonal. */
function gameOf(task: string, entrants: string[], cells: PopulationCell[]): PopulationGame {
  const value = (row: string, column: string) => cells.find((cell) => cell.row === row && cell.column === column)?.mean ?? null;
  const matrix: PayoffMatrix = { entrants, payoffs: entrants.map((row) => entrants.map((column) => value(row, column))) };
  return { task, entrants, cells, bestResponses: bestResponses(matrix), cycles: responseCycles(matrix), nash: nashAverage(matrix) };
}
