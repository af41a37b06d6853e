/** Applies an event. Draws, refuses and rounds nothing. Changes the state in place. */
import { unreachable } from '~/contract/game';
import { copyState } from './copy';
import type { OfferAccepted, OpenEvent } from './events';
import { dropPlan, evolveBargain } from './evolve-bargain';
import { evolveCoalition } from './evolve-coalition';
import { evolveRound } from './evolve-round';
import { blockOf, jobOf, labOf, type OpenState } from './state';
import { OPERATOR } from './types';

/** Applies one event; `null` is the state before the opening. */
export function evolve(state: OpenState | null, event: OpenEvent): OpenState {
  if (event.type === 'match_opened') return evolveRound(state, event);
  if (event.type === 'match_branched') return copyState(event.state);
  if (state === null) throw new Error(`evolve: ${event.type} before the opening`);
  switch (event.type) {
    case 'turn_taken':
      state.turns[event.lab_id] = event.turn;
      state.receipts[event.lab_id] = { key: event.key, round_index: event.round_index };
      if (event.house_drawn !== undefined) state.house_drawn = { ...state.house_drawn, [event.lab_id]: event.house_drawn };
      return state;
    case 'action_resolved':
      labOf(state, event.lab_id).results[event.index] = event.result;
      if (event.result.code === 'finished') labOf(state, event.lab_id).finished = true;
      return state;
    case 'message_posted':
      state.messages.push(event.message);
      return state;
    case 'reputation_changed':
      labOf(state, event.lab_id).reputation = event.reputation;
      return state;
    case 'offer_made':
      state.offers[event.offer.offer_id] = { ...event.offer };
      return state;
    case 'offer_accepted':
      return applyDeal(state, event);
    case 'offer_closed':
      setOfferStatus(state, event.offer_id, event.status);
      return state;
    case 'blocks_marked':
      for (const id of event.block_ids) Object.assign(blockOf(state, id), { status: event.status, reserved_by: event.reserved_by });
      return state;
    case 'job_allocated':
      allocate(state, event.job_id, event.block_ids);
      return state;
    case 'coalition_formed':
    case 'coalition_joined':
    case 'coalition_declined':
    case 'coalition_left':
    case 'coalition_ended':
    case 'coalition_pledged':
    case 'pledge_ended':
    case 'pledge_shrunk':
      return evolveCoalition(state, event);
    case 'plan_executed':
      for (const { job_id, block_ids } of event.plan) {
        allocate(state, job_id, block_ids);
        jobOf(state, job_id).shares = event.shares;
      }
      state.plans += 1;
      if (event.plan_id !== undefined) dropPlan(state, event.coalition_id, event.plan_id);
      return state;
    case 'want_posted':
    case 'want_closed':
    case 'promise_made':
    case 'promise_ended':
    case 'plan_proposed':
    case 'plan_vetoed':
    case 'plan_dropped':
      return evolveBargain(state, event);
    case 'round_closed':
    case 'capacity_delivered':
    case 'job_settled':
    case 'deposit_settled':
    case 'judgement_heard':
    case 'pitches_judged':
    case 'grant_offered':
    case 'grant_given':
    case 'shock_struck':
    case 'shock_scheduled':
    case 'round_started':
    case 'match_ended':
      return evolveRound(state, event);
    default:
      return unreachable(event);
  }
}

function setOfferStatus(state: OpenState, offerId: string, status: 'accepted' | 'rejected' | 'withdrawn' | 'expired' | 'invalid'): void {
  const offer = state.offers[offerId];
  if (offer !== undefined) offer.status = status;
}

function applyDeal(state: OpenState, deal: OfferAccepted): OpenState {
  setOfferStatus(state, deal.offer_id, 'accepted');
  const offer = state.offers[deal.offer_id];
  if (offer !== undefined) offer.accepted_by = deal.to_lab_id;
  const net = deal.payment_cents - deal.requested_payment_cents;
  if (deal.from_lab_id === OPERATOR) state.ledger.operator_cents -= net;
  else labOf(state, deal.from_lab_id).budget_cents -= net;
  labOf(state, deal.to_lab_id).budget_cents += net;
  for (const { block_id, from_lab_id, to_lab_id } of deal.transfers) moveBlock(state, block_id, { from_lab_id, to_lab_id });
  const offered = deal.transfers.filter((transfer) => transfer.to_lab_id === deal.to_lab_id);
  if (deal.condition !== null) for (const { block_id } of offered) blockOf(state, block_id).conditions.push(deal.condition);
  if (deal.deposit !== null) {
    labOf(state, deal.to_lab_id).budget_cents -= deal.deposit.amount_cents;
    state.deposits.push(deal.deposit);
  }
  return state;
}

/** A block changes hands: appended to its new owner's list, with its mark cleared. */
function moveBlock(state: OpenState, blockId: string, { from_lab_id, to_lab_id }: { from_lab_id: string; to_lab_id: string }): void {
  const block = blockOf(state, blockId);
  const giver = state.labs[from_lab_id];
  if (giver !== undefined) giver.block_ids = giver.block_ids.filter((id) => id !== blockId);
  labOf(state, to_lab_id).block_ids.push(blockId);
  block.owner_lab_id = to_lab_id;
  block.status = 'available';
  block.reserved_by = null;
}

function allocate(state: OpenState, jobId: string, blockIds: readonly string[]): void {
  const job = jobOf(state, jobId);
  job.pledged_to = null;
  for (const id of blockIds) {
    const block = blockOf(state, id);
    block.status = 'used';
    block.reserved_by = null;
    block.pledged_to = null;
    block.allocated_to_job_id = jobId;
    block.allocated_round = state.round_index;
    block.allocation_number = state.allocations;
    state.allocations += 1;
    job.allocated_block_ids.push(id);
  }
}
