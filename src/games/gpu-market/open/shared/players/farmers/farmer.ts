/**
 * Players that would collect a score without making anything. Each is a graft: moves beside those of another player, in one seat or
 * in two of one owner. They must gain nothing by it.
 */

import type { Draws } from '~/lib/random/draws';
import type { OpenAction } from '../../actions';
import type { OpenObservation, PublicBlock } from '../../observation';

export interface FarmerView {
  observation: OpenObservation;
  /** What the player that it is grafted upon does in this turn. */
  turn: readonly OpenAction[];
  /** The owner's other seat; null: there is none. */
  partner: string | null;
}

export type FarmerMoves = (view: FarmerView) => OpenAction[];

export interface Farmer {
  id: string;
  /** What it tries. */
  summary: string;
  /** Seats of one owner, rated by their sum. */
  seats: 1 | 2;
  /** A fresh one for a seat and a match: it may remember. */
  start: () => FarmerMoves;
  /**
   * Where it deals in real things: what an honest lab would do with the same things. A farmer's gain is what it has above that, for
   * to sell what others need is no farming.
   */
  honest?: () => FarmerMoves;
  /** What it makes of each of the base's own actions; absent: it leaves them as they are. */
  changes?: (action: OpenAction, observation: OpenObservation) => OpenAction;
}

/** Who plays beneath a graft. */
export type Base = (observation: OpenObservation, chance?: Draws) => readonly OpenAction[];

export interface GraftPlace {
  /** The owner's other seat. */
  partner?: string | null;
  /** How many of a turn's actions are the farmer's own; without it: those that the base leaves over. */
  room?: number;
}

/** The base's turn as it would be, and the farmer's moves as far as there is room. */
export function graft(base: Base, moves: FarmerMoves, { partner = null, room = 0 }: GraftPlace = {}): Base {
  return (observation, chance) => {
    const turn = base(withRoom(observation, room), chance);
    const left = observation.actions_per_round - turn.length;
    return left <= 0 ? turn : [...turn, ...moves({ observation, turn, partner }).slice(0, left)];
  };
}

/** What a seat sees that leaves so many of its actions alone. */
export function withRoom(observation: OpenObservation, room: number): OpenObservation {
  return room === 0 ? observation : { ...observation, actions_per_round: observation.actions_per_round - room };
}

/** Own blocks that may be dealt in and that the turn puts to no use. */
export function spareBlocks({ observation, turn }: FarmerView): OpenObservation['owned_blocks'] {
  const used = new Set(turn.flatMap((action) => (action.action_type === 'send_offer' ? [] : (action.block_ids ?? []))));
  return observation.owned_blocks.filter((block) => block.hours_left > 0 && block.status === 'available' && !used.has(block.block_id));
}

/** Those that the player beneath will not want to use while an offer of them stands: what a farmer offers is in nobody's way. */
export function distantBlocks(view: FarmerView): OpenObservation['owned_blocks'] {
  return spareBlocks(view).filter((block) => block.start_round > view.observation.round_index + 1);
}

/** Hours that are left when an offer made now can first be taken. */
export function hoursWhenTaken(block: PublicBlock, { round_index, max_rounds }: OpenObservation): number {
  const end = Math.min(block.start_round + block.duration, max_rounds);
  return block.hours_left === 0 ? 0 : block.gpu_count * Math.max(0, end - Math.max(block.start_round, round_index + 1));
}
