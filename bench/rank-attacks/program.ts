/**
 * Programs that play tournaments from outside, like remote agents: an observation comes in, a turn goes out. Colluders find each other by
 * their match.
 */
import type { OpenAction } from '../../src/games/gpu-market/open/shared/actions';
import type { OpenObservation } from '../../src/games/gpu-market/open/shared/observation';

export interface Ask {
  match_id: string;
  seat: string;
  observation: OpenObservation;
}

/** null: it does not answer. */
export type Program = (ask: Ask) => readonly OpenAction[] | null;

export type Turn = (observation: OpenObservation) => readonly OpenAction[];

/** What a program remembers about one match. */
export interface Here {
  observation: OpenObservation;
  /** The colluder's seat at this table; null: none, or not seen yet. */
  partner: string | null;
  memory: Memory;
}

export interface Memory {
  /** Money at the start, plus the blocks at the usual price: the gift detector's reference. */
  stake: number;
  given: number;
}

/** Who sits where: schedules are public, and colluders communicate outside the market. */
export class Ring {
  private readonly seats = new Map<string, Map<string, string>>();

  /** By name, in this match. */
  sit(match: string, name: string, seat: string): void {
    const known = this.seats.get(match) ?? new Map<string, string>();
    this.seats.set(match, known.set(name, seat));
  }

  seatOf(match: string, names: readonly string[]): string | null {
    const known = this.seats.get(match);
    return names.flatMap((name) => known?.get(name) ?? [])[0] ?? null;
  }
}

export function honest({ name, ring, turn }: { name: string; ring: Ring; turn: Turn }): Program {
  return ({ match_id, seat, observation }) => {
    ring.sit(match_id, name, seat);
    return turn(observation);
  };
}

/** Plays `turn`, with `moves` before it where one of `partners` sits at the table. */
export function colluder(
  own: { name: string; partners: readonly string[]; ring: Ring; turn: Turn },
  moves: (here: Here) => OpenAction[],
): Program {
  const memories = new Map<string, Memory>();
  return ({ match_id, seat, observation }) => {
    own.ring.sit(match_id, own.name, seat);
    const memory = memories.get(match_id) ?? { stake: stakeOf(observation), given: 0 };
    memories.set(match_id, memory);
    const first = moves({ observation, partner: own.ring.seatOf(match_id, own.partners), memory });
    return [...first, ...restOf(own.turn(observation), first)].slice(0, observation.actions_per_round);
  };
}

/** The usual turn without what the first moves already use. */
function restOf(turn: readonly OpenAction[], first: readonly OpenAction[]): OpenAction[] {
  const blocks = new Set(first.flatMap(({ block_ids }) => block_ids ?? []));
  const offers = new Set(first.flatMap(({ offer_id }) => offer_id ?? []));
  return turn.filter(({ block_ids, offer_id }) => !offers.has(offer_id ?? '') && (block_ids ?? []).every((id) => !blocks.has(id)));
}

/** Credits per hour that the cheapest house lab asks. */
const USUAL_PER_HOUR = 7;

export function stakeOf({ controlled_lab_budget, owned_blocks }: OpenObservation): number {
  return owned_blocks.reduce((sum, { hours_left }) => sum + USUAL_PER_HOUR * hours_left, controlled_lab_budget);
}
