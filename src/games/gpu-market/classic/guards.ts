/** Limits of models in the classic market, and contradictions of their own earlier offers. */

import type { Guard, OwnTurn } from '~/contract/guard';
import type { WalkBack } from '~/contract/prompt-format';
import { round } from '~/lib/numbers';
import type { Action, Observation, Offer } from '../types';

/** In this order: never below its own last offer for the same block, then never over its budget. */
export const classicGuards: readonly Guard<Observation, Action>[] = [
  {
    id: 'worse_than_own_offer',
    hold(_, action, past) {
      const { payment } = action;
      const floor = ownLastOffer(action, past)?.payment ?? 0;
      if (payment === undefined || payment >= floor) return null;
      return { action: { ...action, payment: floor }, why: `raised ${payment} to its own last offer, ${floor}` };
    },
  },
  {
    id: 'payment_over_budget',
    hold(observation, action) {
      const { payment } = action;
      const most = spendable(observation);
      if (payment === undefined || payment <= most) return null;
      return { action: { ...action, payment: most }, why: `cut ${payment} to the budget, ${most}` };
    },
  },
];

export function walkBacksOf(observation: Observation, action: Action, past: readonly OwnTurn[]): WalkBack[] {
  const back: WalkBack[] = [];
  const last = ownLastOffer(action, past);
  if (last?.payment !== undefined && action.payment !== undefined && action.payment < last.payment) {
    back.push({ kind: 'retreat', what: `offers ${action.payment} where it offered ${last.payment}` });
  }
  const refused =
    action.action_type === 'reject_offer' ? observation.active_offers.find((offer) => offer.offer_id === action.offer_id) : undefined;
  if (refused !== undefined && isOwnWish(observation, refused, past)) {
    back.push({ kind: 'refuses_own', what: `turns down ${refused.offer_id}, the swap it proposed itself` });
  }
  return back;
}

/** The internal budget may be slightly below the displayed one. */
function spendable(observation: Observation): number {
  return Math.max(0, round(observation.controlled_lab_budget - 0.01, 2));
}

/** To the same lab, for the same blocks. */
function ownLastOffer(action: Action, past: readonly OwnTurn[]): Action | undefined {
  if (action.action_type !== 'send_offer') return undefined;
  return movesOf(past).findLast((move) => isSameSwap(move, action) && move.target_lab_id === action.target_lab_id);
}

function isOwnWish(observation: Observation, offer: Offer, past: readonly OwnTurn[]): boolean {
  if (offer.from_lab_id === observation.controlled_lab_id) return true;
  const mirrored: Action = { action_type: 'send_offer', block_ids: offer.requested_blocks, requested_block_ids: offer.offered_blocks };
  return movesOf(past).some((move) => move.target_lab_id === offer.from_lab_id && isSameSwap(move, mirrored));
}

function isSameSwap(move: Action, other: Action): boolean {
  return (
    move.action_type === 'send_offer' &&
    JSON.stringify([move.block_ids, move.requested_block_ids]) === JSON.stringify([other.block_ids, other.requested_block_ids])
  );
}

/** Every submitted move was a valid action. */
function movesOf(past: readonly OwnTurn[]): Action[] {
  return past.flatMap((turn) => (turn.move === null || typeof turn.move !== 'object' ? [] : [turn.move as Action]));
}
