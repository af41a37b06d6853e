/**
 * Does a farmer gain by farming? In one world it is grafted upon a player in one seat (or two of one owner), all other seats played
 * as before, and its gain set against that of the same player without it.
 */
import type { Solved } from '~/contract/means';
import { means } from '~/engine/means';
import { playMatch } from '~/engine/memory-run';
import type { OpenConfig } from '~/games/gpu-market/open/config';
import type { OpenEvent } from '~/games/gpu-market/open/events';
import { openMarket } from '~/games/gpu-market/open/open';
import { profitsOf } from '~/games/gpu-market/open/optimum/profits';
import { NO_BOOKS, optimumOf, scoreFrom } from '~/games/gpu-market/open/optimum/score';
import { worldOf } from '~/games/gpu-market/open/pairs';
import { archetypeOf, archetypeTurn } from '~/games/gpu-market/open/players/archetypes';
import { type Base, type Farmer, type FarmerMoves, graft } from '~/games/gpu-market/open/players/farmers/farmer';
import { greedyTurn } from '~/games/gpu-market/open/players/greedy';
import { plannerTurn } from '~/games/gpu-market/open/players/planner';
import { venturePlannerTurn } from '~/games/gpu-market/open/players/venture';

/** Who can play beneath a farmer, and around it. */
export const BASES = {
  wait: () => () => [],
  greedy: () => greedyTurn,
  house: (seat) => (observation) => archetypeTurn(observation, archetypeOf(seat)),
  planner: () => plannerTurn,
  planner_with_coalitions: () => venturePlannerTurn,
} satisfies Record<string, (seat: string) => Base>;

export type BaseName = keyof typeof BASES;

/** One graft to be tried. */
export interface Trial {
  farmer: Farmer;
  base: BaseName;
  others: BaseName;
}

export interface TrialResult {
  /** Gain of the owner's seats together, with the farmer less without. */
  difference: number;
  /** Farmer's moves that were carried out. */
  deeds: number;
}

/** Actions of a turn that are the farmer's own, beside as many for the base as it has without one. */
const ROOM = 4;

/** All trials in one world: the same optimum serves them, and one match without a farmer all that share it. */
export async function farmWorld(config: OpenConfig, trials: readonly Trial[]): Promise<TrialResult[]> {
  const market = new FarmedMarket(config);
  const results: TrialResult[] = [];
  for (const trial of trials) results.push(await market.measure(trial));
  return results;
}

interface Played {
  events: OpenEvent[];
  /** Moves beside the base's that were carried out. */
  deeds: number;
}

class FarmedMarket {
  private readonly config: OpenConfig;
  private readonly plain = new Map<string, Played>();
  private best: Solved | null = null;

  constructor(config: OpenConfig) {
    this.config = { ...config, actions_per_round: config.actions_per_round + ROOM };
  }

  async measure(trial: Trial): Promise<TrialResult> {
    const { farmer, base, others } = trial;
    const owned = this.seatsOf(farmer.seats);
    const key = `${base} ${others} ${owned.length} ${farmer.honest === undefined ? '' : farmer.id}`;
    const before = this.plain.get(key) ?? this.play(trial, { owned, start: farmer.honest });
    this.plain.set(key, before);
    const after = this.play(trial, { owned, start: farmer.start });
    this.best ??= await optimumOf(worldOf(after.events), means.solve);
    const { scale_cents } = scoreFrom(worldOf(after.events), { best: this.best, books: NO_BOOKS });
    return { difference: (profitOf(after, owned) - profitOf(before, owned)) / scale_cents, deeds: after.deeds };
  }

  /** The owner sits elsewhere in every world, a second seat beside the first. */
  private seatsOf(count: number): string[] {
    const { seed, labs } = this.config;
    return Array.from({ length: count }, (_, i) => `lab_${((seed % labs) + i) % labs}`);
  }

  private play({ farmer, base, others }: Trial, graftIn: { owned: readonly string[]; start: (() => FarmerMoves) | undefined }): Played {
    const { owned, start } = graftIn;
    /** By seat and round, how many of its actions are the base's. */
    const lengths = new Map<string, number>();
    const { events } = playMatch(openMarket, this.config, {
      playerOf: (seat) => {
        if (!owned.includes(seat)) return graft(BASES[others](seat), NOTHING_MORE, { room: ROOM });
        const { changes } = start === farmer.start ? farmer : {};
        const bare: Base = BASES[base](seat);
        const under: Base = changes === undefined ? bare : (view, chance) => bare(view, chance).map((action) => changes(action, view));
        const moves = start === undefined ? NOTHING_MORE : start();
        const noted: FarmerMoves = (view) => {
          lengths.set(`${seat} ${view.observation.round_index}`, view.turn.length);
          return moves(view);
        };
        return graft(under, noted, { partner: owned.find((other) => other !== seat) ?? null, room: ROOM });
      },
    });
    return { events, deeds: countDeeds(events, lengths) };
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

function profitOf({ events }: Played, owned: readonly string[]): number {
  const profits = profitsOf(events);
  return owned.reduce((sum, lab) => sum + (profits[lab] ?? 0), 0);
}
