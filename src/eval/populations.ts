/** Agents as populations: each alone at a table full of each, itself among them, in the same worlds; and the game that this makes. */

import type { Reading } from '~/contract/game';
import { refOf } from '~/contract/game-ref';
import { envGamesThat, findEnvGame } from '~/engine/env-games';
import { policiesFor } from '~/games/policies';
import { rulesetWord } from '~/games/read-game';
import { findGame } from '~/games/registry';
import { addTurns, type FallbackTurns, fallbackTurns, isMostlyFallback } from '~/lib/play/whose-play';
import { unknownName } from '~/lib/text/unknown-name';
import { alphaRank } from '~/statistics/alpha-rank';
import { mean } from '~/statistics/basics';
import { nashAverage } from '~/statistics/nash-average';
import { bestResponses, type PayoffMatrix, responseCycles } from '~/statistics/payoff';
import { commandOf, type EvalPlan } from './eval-plan';
import { intervalOf } from './interval';
import { findAmong, type OnOther, playAgent } from './play-agent';
import { playEpisode } from './play-episode';
import { playChunks, workersFor } from './pool';
import type { EpisodeScore } from './report';
import { type EvalOptions, isAgent, weightOf } from './run-eval';
import { type SplitName, seedListText, splitsOf } from './seeds';

/** Where the lone one sits. full: in each seat of each world in turn, so that no seat's luck is in a payoff; none: always in the first, as in evaluations. */
export const SEAT_ROTATIONS = ['full', 'none'] as const;
export type SeatRotation = (typeof SEAT_ROTATIONS)[number];

/** The row alone, with the column in every other seat; row = column: self-play. */
export interface PopulationCell {
  row: string;
  column: string;
  n: number;
  mean: number;
  ci95: [number, number] | null;
  /** Each seed's, in their order: its mean over the seats that the row had in it. */
  scores: number[];
  /** Where the row is a model or a remote program: whose turns they were. */
  played?: FallbackTurns | undefined;
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
  /** Absent: of a report that was kept before it had one. */
  alphaRank?: ReturnType<typeof alphaRank> | undefined;
  /** Of each model and remote program, alone and in the other seats. Whose fallback played most turns is in no best response, mixture or rank. */
  played?: Record<string, FallbackTurns> | undefined;
}

/** Its fallback played most of its turns, so that its payoffs are its fallback's. */
export function isAbsentFrom({ played }: Pick<PopulationGame, 'played'>, name: string): boolean {
  const turns = played?.[name];
  return turns !== undefined && isMostlyFallback(turns);
}

export interface Populations {
  ruleset: string;
  version: number;
  seeds: string;
  splits: SplitName[];
  /** Absent: of a run in which the lone one never moved. */
  rotation?: SeatRotation | undefined;
  command: string;
  games: PopulationGame[];
}

const MOST_POPULATIONS = 16;

/** Why the players of a plan cannot be played as populations; null: they can. */
export function whyNoPopulations({ game, version, policies, seeds }: EvalPlan): string | null {
  if (!findEnvGame(refOf({ game, version }))?.can.populations)
    return `populations: ruleset ${rulesetWord(game)} has a single seat to give away; whole tables are in ${envGamesThat('populations').join(', ')}`;
  if (splitsOf(seeds).length > 1)
    return 'populations: seeds of one range, e.g. 40000-40009: a payoff never mixes train, validation and test';
  if (policies.length < 2) return 'populations: at least two policies or agents';
  if (policies.length > MOST_POPULATIONS) return `populations: at most ${MOST_POPULATIONS}, since every two are played both ways`;
  const known = policiesFor(game).map(({ id }) => id);
  const stranger = policies.find((policy) => !isAgent(policy) && !known.includes(policy));
  return stranger === undefined
    ? null
    : `populations: ${stranger} plays evaluations only, so that no market can be full of it; leave it out`;
}

/** As it is typed; left out: full. */
export function readRotation(typed: string | undefined): Reading<SeatRotation> {
  const found = SEAT_ROTATIONS.find((one) => one === (typed ?? 'full'));
  return found ? { ok: true, value: found } : { ok: false, why: unknownName('rotation', typed ?? '', SEAT_ROTATIONS) };
}

/** What is typed to get it. */
export function populationFlags(rotation: SeatRotation): string {
  return ` --populations${rotation === 'full' ? '' : ` --rotation ${rotation}`}`;
}

export function populationEpisodes(plan: EvalPlan, rotation: SeatRotation): number {
  const { policies, tasks, seeds } = plan;
  const seats = tasks.reduce((sum, task) => sum + loneSeats(plan, task, rotation).length, 0);
  return policies.length ** 2 * seats * seeds.length;
}

export async function runPopulations(plan: EvalPlan, rotation: SeatRotation, options: EvalOptions = {}): Promise<Populations> {
  const { game, version, policies, tasks, seeds } = plan;
  const pairs = tasks.flatMap((task) =>
    policies.flatMap((row) => policies.flatMap((column) => loneSeats(plan, task, rotation).map((seat) => ({ task, row, column, seat })))),
  );
  const scripted = pairs.filter((pair) => !hasAgent(pair));
  const total = pairs.length * seeds.length;
  let done = scripted.length * seeds.length;
  const { onProgress, signal } = options;
  const house = await playChunks(
    scripted.map(({ task, row, column, seat }) => ({ ...rulesOf(plan), policy: row, task, seeds, opponents: column, seat })),
    {
      workers: options.workers ?? workersFor(done * weightOf(plan)),
      onProgress: onProgress && ((played) => onProgress(played, total)),
      signal,
    },
  );
  const scores = new Map<Pair, number[]>(scripted.map((pair, at) => [pair, (house[at] ?? []).map(({ score }) => score)]));
  const turns = new Turns();
  for (const pair of pairs.filter(hasAgent)) {
    signal?.throwIfAborted();
    const { task, row } = pair;
    const onOther: OnOther = (ref, { origin }) =>
      turns.add({ task, ref }, { turns: 1, own: +(origin === 'own'), fallback: +(origin === 'fallback') });
    const found = await playWithAgents(plan, pair, { ...options, onOther });
    scores.set(
      pair,
      found.scores.map(({ score }) => score),
    );
    if (found.counts) turns.add({ task, ref: row }, found.counts, pair);
    done += seeds.length;
    onProgress?.(done, total);
  }
  const games = tasks.map((task) => {
    const cells = policies.flatMap((row) =>
      policies.map((column) => {
        const seated = pairs.filter((pair) => pair.task === task && pair.row === row && pair.column === column);
        const bySeat = seated.map((pair) => scores.get(pair) ?? []);
        const cell = cellOf(
          { row, column },
          seeds.map((_, at) => mean(bySeat.map((one) => one[at] ?? Number.NaN))),
          plan.statistics,
        );
        const played = turns.in(seated);
        return played ? { ...cell, played } : cell;
      }),
    );
    return gameOf({ task, entrants: policies, cells, played: turns.of(task) });
  });
  const command = `${commandOf(plan)}${populationFlags(rotation)}`;
  return { ruleset: rulesetWord(game), version, seeds: seedListText(seeds), splits: splitsOf(seeds), rotation, command, games };
}

/** Two populations, and where the lone one sits. */
interface Pair {
  task: string;
  row: string;
  column: string;
  seat: string;
}

function loneSeats({ game, version }: EvalPlan, task: string, rotation: SeatRotation): string[] {
  const rules = findGame(game, version);
  const config = rules?.parseConfig({ task_type: task });
  const seats = config?.ok ? (rules?.seats(config.value) ?? []) : [];
  return seats.slice(0, rotation === 'none' ? 1 : seats.length).map(({ id }) => id);
}

function hasAgent({ row, column }: Pick<Pair, 'row' | 'column'>): boolean {
  return isAgent(row) || isAgent(column);
}

function rulesOf({ game, version, judgeMode, options }: EvalPlan) {
  return { game, version, judgeMode, ...(options && { options }) };
}

/** Whose turns they were, of models and remote programs. */
class Turns {
  private readonly byTask = new Map<string, Map<string, FallbackTurns>>();
  private readonly byPair = new Map<Pair, FallbackTurns>();

  /** `alone`: where they are the lone one's. */
  add({ task, ref }: { task: string; ref: string }, more: FallbackTurns, alone?: Pair): void {
    const ofTask = this.byTask.get(task) ?? new Map<string, FallbackTurns>();
    this.byTask.set(task, ofTask);
    ofTask.set(ref, addTurns(ofTask.get(ref), more));
    if (alone) this.byPair.set(alone, fallbackTurns(more));
  }

  of(task: string): Record<string, FallbackTurns> {
    return Object.fromEntries(this.byTask.get(task) ?? []);
  }

  in(pairs: readonly Pair[]): FallbackTurns | undefined {
    return pairs.reduce<FallbackTurns | undefined>((sum, pair) => {
      const more = this.byPair.get(pair);
      return more ? addTurns(sum, more) : sum;
    }, undefined);
  }
}

/** In this thread. `counts`: of the lone one, where it is a model or a remote program. */
async function playWithAgents(
  plan: EvalPlan,
  { task, row, column, seat }: Pair,
  { agents, signal, onOther }: EvalOptions & { onOther: OnOther },
): Promise<{ scores: EpisodeScore[]; counts?: FallbackTurns }> {
  if (!agents) throw new Error(`nobody plays as ${isAgent(row) ? row : column}`);
  if (isAgent(row)) return playAgent({ ...plan, opponents: column, seat }, { policy: row, task }, { agents, signal, onOther });
  const scores: EpisodeScore[] = [];
  for (const seed of plan.seeds) {
    signal?.throwIfAborted();
    const asked = { ...rulesOf(plan), policy: row, task, seed, opponents: column, seat };
    scores.push(await playEpisode(asked, { findPlayer: findAmong(agents, onOther) }));
  }
  return { scores };
}

function cellOf({ row, column }: Pick<Pair, 'row' | 'column'>, scores: number[], statistics: EvalPlan['statistics']): PopulationCell {
  return { row, column, n: scores.length, mean: mean(scores), ci95: intervalOf(scores, statistics), scores };
}

/** Best responses and cycles are those of the payoffs themselves, self-play on the diagonal; among those who played their own turns. */
function gameOf(of: Pick<PopulationGame, 'task' | 'entrants' | 'cells'> & { played: Record<string, FallbackTurns> }): PopulationGame {
  const { cells, played } = of;
  const entrants = of.entrants.filter((name) => !isAbsentFrom(of, name));
  const value = (row: string, column: string) => cells.find((cell) => cell.row === row && cell.column === column)?.mean ?? null;
  const matrix: PayoffMatrix = { entrants, payoffs: entrants.map((row) => entrants.map((column) => value(row, column))) };
  return {
    task: of.task,
    entrants: of.entrants,
    cells,
    bestResponses: bestResponses(matrix),
    cycles: responseCycles(matrix),
    nash: nashAverage(matrix),
    alphaRank: alphaRank(matrix),
    ...(Object.keys(played).length > 0 && { played }),
  };
}
