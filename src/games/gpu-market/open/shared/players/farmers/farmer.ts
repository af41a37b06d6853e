/**
 * Farmers: policies that try to raise a score without making anything. A farmer is grafted onto a base: it adds its own moves to the
 * base's, in one seat or in two seats of one owner. It must gain nothing by it.
 */

import type { Draws } from '~/lib/random/draws';
import type { OpenAction } from '../../actions';
import type { OpenObservation, PublicBlock } from '../../observation';

export interface FarmerView {
  observation: OpenObservation;
  /** The base's actions in this turn. */
  turn: readonly OpenAction[];
  /** The owner's other seat; null: none. */
  partner: string | null;
}

export type FarmerMoves = (view: FarmerView) => OpenAction[];

export interface Farmer {
  id: string;
  summary: string;
  /** Seats of one owner; their sum is what counts. */
  seats: 1 | 2;
  /** A new one per seat and match, because it may remember what it did. */
  start: () => FarmerMoves;
  /**
   * For tricks that sell real blocks: what an honest lab would do with the same blocks. Only the gain beyond that counts, because
   * selling what others need is not farming.
   */
  honest?: () => FarmerMoves;
  /** Changes each of the base's actions; absent: they stay as they are. */
  changes?: (action: OpenAction, observation: OpenObservation) => OpenAction;
}

export type Base = (observation: OpenObservation, chance?: Draws) => readonly OpenAction[];

export interface GraftPlace {
  /** The owner's other seat. */
  partner?: string | null;
  /** How many of a turn's actions are the farmer's own; without it, those that the base leaves over. */
  room?: number;
}

/** The base's turn, then the farmer's moves as far as there is room. */
export function graft(base: Base, moves: FarmerMoves, { partner = null, room = 0 }: GraftPlace = {}): Base {
  return (observation, chance) => {
    const turn = base(withRoom(observation, room), chance);
    const left = observation.actions_per_round - turn.length;
    return left <= 0 ? turn : [...turn, ...moves({ observation, turn, partner }).slice(0, left)];
  };
}

/** The observation with so many actions fewer, so that the base leaves room for the farmer. */
export function withRoom(observation: OpenObservation, room: number): OpenObservation {
  return room === 0 ? observation : { ...observation, actions_per_round: observation.actions_per_round - room };
}

/** Own blocks that can be traded and that this turn does not use. */
export function spareBlocks({ observation, turn }: FarmerView): OpenObservation['owned_blocks'] {
  const used = new Set(turn.flatMap((action) => (action.action_type === 'send_offer' ? [] : (action.block_ids ?? []))));
  return observation.owned_blocks.filter((block) => block.hours_left > 0 && block.status === 'available' && !used.has(block.block_id));
}

/** Spare blocks that the base cannot use while an offer of them is open, so that the farmer's offers do not get in its way. */
export function distantBlocks(view: FarmerView): OpenObservation['owned_blocks'] {
  return spareBlocks(view).filter((block) => block.start_round > view.observation.round_index + 1);
}

/** The hours left when an offer made now can first be accepted. */
export function hoursWhenTaken(block: PublicBlock, { round_index, max_rounds }: OpenObservation): number {
  const end = Math.min(block.start_round + block.duration, max_rounds);
  return block.hours_left === 0 ? 0 : block.gpu_count * Math.max(0, end - Math.max(block.start_round, round_index + 1));
}
