/**
 * Does a farmer gain by farming? It is grafted onto a base in one seat (or in two of one owner), and its gain is compared with the base's
 * own in the same world, with the same players in all other seats.
 */

import type { Farming, FarmMeans, FarmResult, FarmTrial } from '~/contract/farming';
import type { Game } from '~/contract/game';
import type { Solved } from '~/contract/means';
import { unknownName } from '~/lib/text/unknown-name';
import type { OpenAction } from '../../actions';
import type { OpenConfig } from '../../config';
import type { OpenEvent } from '../../events';
import type { OpenObservation } from '../../observation';
import { profitsOf } from '../../optimum/profits';
import { NO_BOOKS, optimumOf, scoreFrom } from '../../optimum/score';
import { worldOf } from '../../plans/pairs';
import { bestPlan } from '../../plans/plan';
import { problemOf } from '../../plans/potential';
import { archetypeOf, archetypeTurn } from '../archetypes';
import { greedyTurn } from '../greedy';
import { plannerTurn } from '../planner';
import { venturePlannerTurn } from '../venture';
import { type Base, type Farmer, type FarmerMoves, graft } from './farmer';
import { FARMERS, TRICKS } from './registry';

// Attacks on joint ventures: the base's turn, with the reserve of its pledges overstated.

type Overstate = (reserve: number, pledge: OpenAction, observation: OpenObservation) => number;

export const DEVIATORS: readonly Farmer[] = [
  deviator('reserve_x3', 'asks three times the reserve for its pledges', (reserve) => 3 * reserve),
  deviator('reserve_plus_30', 'asks 30 more than the reserve for its pledges', (reserve) => reserve + 30),
  deviator('reserve_own_plan', 'asks what its own best plan would make of all that it pledges', ownPlanValue),
];

function deviator(id: string, summary: string, overstate: Overstate): Farmer {
  return {
    id,
    summary,
    seats: 1,
    start: () => () => [],
    changes: (action, observation) => {
      if (action.reserve === undefined) return action;
      return { ...action, reserve: Math.max(0, overstate(action.reserve, action, observation)) };
    },
  };
}

function ownPlanValue(_: number, { block_ids = [], job_ids = [] }: OpenAction, observation: OpenObservation): number {
  const blocks = observation.owned_blocks.filter((block) => block_ids.includes(block.block_id));
  const jobs = observation.private_jobs.filter((job) => job_ids.includes(job.job_id));
  return bestPlan(problemOf(observation, { blocks, jobs })).value / 100;
}

/** Policies for the farmer's base and for all other seats. */
export type Bases = Readonly<Record<string, (seat: string) => Base>>;

export const BASES = {
  wait: () => () => [],
  greedy: () => greedyTurn,
  house: (seat) => (observation) => archetypeTurn(observation, archetypeOf(seat)),
  planner: () => plannerTurn,
  planner_with_coalitions: () => venturePlannerTurn,
} satisfies Bases;

interface Trial {
  farmer: Farmer;
  base: string;
  others: string;
}

type Market = Game<OpenConfig, unknown, OpenEvent, OpenObservation>;

/** The bases of a version of the rules, and the attacks on its joint ventures. */
export interface Grafts {
  bases: Bases;
  deviators: readonly Farmer[];
}

const GRAFTS_1: Grafts = { bases: BASES, deviators: DEVIATORS };

/** Actions per turn for the farmer, in addition to those that the base has without it. */
const ROOM = 4;

/** All trials in one world share its optimum, and those with the same base share one match without a farmer. */
export function farmingOf(market: Market, { bases, deviators }: Grafts = GRAFTS_1): Farming<OpenConfig> {
  const farmers: readonly Farmer[] = [...FARMERS, ...TRICKS, ...deviators];
  return {
    farmers,
    bases: Object.keys(bases),
    async measure(config, trials, means) {
      const asked = trials.map((trial) => trialOf(trial, farmers, bases));
      const farmed = new FarmedMarket({ market, bases }, config, means);
      const results: FarmResult[] = [];
      for (const trial of asked) results.push(await farmed.measure(trial));
      return results;
    },
  };
}

function trialOf(trial: FarmTrial, farmers: readonly Farmer[], bases: Bases): Trial {
  const farmer = farmers.find(({ id }) => id === trial.farmer);
  if (farmer === undefined)
    throw new Error(
      unknownName(
        'farmer',
        trial.farmer,
        farmers.map(({ id }) => id),
      ),
    );
  return { farmer, base: baseNamed(bases, trial.base), others: baseNamed(bases, trial.others) };
}

function baseNamed(bases: Bases, name: string): string {
  if (!Object.hasOwn(bases, name)) throw new Error(unknownName('base', name, Object.keys(bases)));
  return name;
}

interface Played {
  events: OpenEvent[];
  /** The farmer's moves that were carried out. */
  deeds: number;
}

class FarmedMarket {
  private readonly market: Market;
  private readonly bases: Bases;
  private readonly means: FarmMeans;
  private readonly config: OpenConfig;
  private readonly plain = new Map<string, Played>();
  private best: Solved | null = null;

  constructor({ market, bases }: { market: Market; bases: Bases }, config: OpenConfig, means: FarmMeans) {
    this.market = market;
    this.bases = bases;
    this.means = means;
    this.config = { ...config, actions_per_round: config.actions_per_round + ROOM };
  }

  async measure(trial: Trial): Promise<FarmResult> {
    const { farmer, base, others } = trial;
    const owned = this.seatsOf(farmer.seats);
    const key = `${base} ${others} ${owned.length} ${farmer.honest === undefined ? '' : farmer.id}`;
    const before = this.plain.get(key) ?? this.play(trial, { owned, start: farmer.honest });
    this.plain.set(key, before);
    const after = this.play(trial, { owned, start: farmer.start });
    this.best ??= await optimumOf(worldOf(after.events), this.means.solve);
    const { scale_cents, optimum_cents } = scoreFrom(worldOf(after.events), { best: this.best, books: NO_BOOKS });
    const [own, rest] = changesOf(before, after, owned);
    const all = own.sum + rest.sum;
    return {
      difference: own.sum / scale_cents,
      others: rest.seats === 0 ? 0 : rest.sum / rest.seats / scale_cents,
      efficiency: optimum_cents === 0 ? 0 : all / optimum_cents,
      deeds: after.deeds,
    };
  }

  /** The owner's seat moves with the seed; a second seat is the next one. */
  private seatsOf(count: number): string[] {
    const { seed, labs } = this.config;
    return Array.from({ length: count }, (_, i) => `lab_${((seed % labs) + i) % labs}`);
  }

  private play({ farmer, base, others }: Trial, graftIn: { owned: readonly string[]; start: (() => FarmerMoves) | undefined }): Played {
    const { owned, start } = graftIn;
    /** How many actions are the base's, by seat and round. */
    const lengths = new Map<string, number>();
    const events = this.means.play(this.market, this.config, (seat) => {
      if (!owned.includes(seat)) return graft(this.base(others, seat), NOTHING_MORE, { room: ROOM });
      const { changes } = start === farmer.start ? farmer : {};
      const bare = this.base(base, seat);
      const under: Base = changes === undefined ? bare : (view, chance) => bare(view, chance).map((action) => changes(action, view));
      const moves = start === undefined ? NOTHING_MORE : start();
      const noted: FarmerMoves = (view) => {
        lengths.set(`${seat} ${view.observation.round_index}`, view.turn.length);
        return moves(view);
      };
      return graft(under, noted, { partner: owned.find((other) => other !== seat) ?? null, room: ROOM });
    });
    return { events, deeds: countDeeds(events, lengths) };
  }

  private base(name: string, seat: string): Base {
    const found = this.bases[name];
    if (found === undefined) throw new Error(`no base ${name}`);
    return found(seat);
  }
}

const NOTHING_MORE: FarmerMoves = () => [];

function countDeeds(events: readonly OpenEvent[], lengths: ReadonlyMap<string, number>): number {
  let round = 0;
  let deeds = 0;
  for (const event of events) {
    if (event.type === 'round_started') round = event.round_index;
    if (event.type !== 'action_resolved' || !event.result.ok) continue;
    const length = lengths.get(`${event.lab_id} ${round}`);
    if (length !== undefined && event.index >= length) deeds += 1;
  }
  return deeds;
}

interface Change {
  seats: number;
  /** In cents. */
  sum: number;
}

/** How profits differ: of the owner's seats, and of all others. */
function changesOf(before: Played, after: Played, owned: readonly string[]): [own: Change, rest: Change] {
  const [was, is] = [profitsOf(before.events), profitsOf(after.events)];
  const of = (seats: readonly string[]): Change => ({
    seats: seats.length,
    sum: seats.reduce((sum, seat) => sum + (is[seat] ?? 0) - (was[seat] ?? 0), 0),
  });
  const others = Object.keys(is).filter((seat) => !owned.includes(seat));
  return [of(owned), of(others)];
}
