/** What no model may do in the classic market, whatever it wishes; and when it goes back on its own word. */

import type { Action, Observation, Offer } from '~/games/gpu-market/types';
import { round } from '~/games/numbers';
import type { AgentTurn, GuardMark, WalkBack } from '../agent-turn';

/** In this order: never below its own last offer for the same block, then never over its budget. */
export function guardAction(observation: Observation, action: Action, past: readonly AgentTurn[]): { action: Action; marks: GuardMark[] } {
  if (action.payment === undefined) return { action, marks: [] };
  const marks: GuardMark[] = [];
  const wish = action.payment;
  const floor = ownLastOffer(action, past)?.payment ?? 0;
  const raised = Math.max(floor, wish);
  if (raised > wish) marks.push({ guard: 'worse_than_own_offer', what: `raised ${wish} to its own last offer, ${floor}` });
  const payment = Math.min(spendable(observation), raised);
  if (payment < raised) marks.push({ guard: 'payment_over_budget', what: `cut ${raised} to the budget, ${payment}` });
  return { action: marks.length === 0 ? action : { ...action, payment }, marks };
}

export function walkBacksOf(observation: Observation, action: Action, past: readonly AgentTurn[]): WalkBack[] {
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

/** The budget kept inside may lie a hair below the one shown. */
function spendable(observation: Observation): number {
  return Math.max(0, round(observation.controlled_lab_budget - 0.01, 2));
}

/** To the same lab, for the same blocks. */
function ownLastOffer(action: Action, past: readonly AgentTurn[]): Action | undefined {
  if (action.action_type !== 'send_offer') return undefined;
  return movesOf(past).findLast((move) => isSameSwap(move, action) && move.target_lab_id === action.target_lab_id);
}

function isOwnWish(observation: Observation, offer: Offer, past: readonly AgentTurn[]): boolean {
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

/** Every move that was handed in was an action of the rules. */
function movesOf(past: readonly AgentTurn[]): Action[] {
  return past.flatMap((turn) => (turn.move === null || typeof turn.move !== 'object' ? [] : [turn.move as Action]));
}
