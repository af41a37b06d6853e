/** Offers: make, counter, accept, reject, carry out. */
import { clamp, round } from '~/lib/numbers';
import type { OfferClosed, Transfer } from '../../events';
import type { Action, Job, Offer } from '../../types';
import { type ClassicState, CONTROLLED, controlled, findBlock, findLab, findOffer, gpuHours, isLive, known } from '../state';
import { type Answer, done, emit, refuse, type Turn } from '../turn';
import { post } from './messages';
import { offerId } from './offer-ids';
import { changeReputation } from './reputation';

const NOTHING: readonly string[] = [];

export function sendOffer(turn: Turn, action: Action): Answer {
  const refusal = whyNoOffer(turn.state, action, action.target_lab_id);
  if (refusal !== null) return refusal;
  placeOffer(turn, action, { to: action.target_lab_id ?? '', linked: null });
  return done('offer_created', `The offer to ${action.target_lab_id} stands.`, 0.04);
}

export function counterOffer(turn: Turn, action: Action): Answer {
  const original = findOffer(turn.state, action.offer_id);
  if (original === null || original.status !== 'active') return refuse('inactive_offer', 'There is no such active offer to counter.');
  close(turn, original, 'rejected');
  const refusal = whyNoOffer(turn.state, action, original.from_lab_id);
  if (refusal !== null) return refusal;
  placeOffer(turn, action, { to: original.from_lab_id, linked: original.offer_id });
  return done('counter_offer_created', `The counter-offer to ${original.from_lab_id} stands.`, 0.04);
}

export function acceptOffer(turn: Turn, action: Action): Answer {
  const offer = findOffer(turn.state, action.offer_id);
  if (offer === null) return refuse('unknown_offer', 'There is no such offer.');
  if (offer.status !== 'active') return refuse('inactive_offer', `Offer ${offer.offer_id} is ${offer.status}.`);
  if (offer.expires_round < turn.state.round_index) {
    close(turn, offer, 'expired');
    return refuse('expired_offer', `Offer ${offer.offer_id} has expired.`);
  }
  if (offer.to_lab_id !== CONTROLLED) return refuse('not_offer_recipient', `Offer ${offer.offer_id} was made to ${offer.to_lab_id}.`);
  const before = potential(turn.state);
  const failure = executeOffer(turn, offer);
  if (failure !== null) return refuse(failure, `Offer ${offer.offer_id} cannot be carried out any more and is void.`);
  const delta = clamp((potential(turn.state) - before) / 120, -0.15, 0.25);
  return done('offer_accepted', `The deal with ${offer.from_lab_id} is done.`, delta);
}

export function rejectOffer(turn: Turn, action: Action): Answer {
  const offer = findOffer(turn.state, action.offer_id);
  if (offer === null) return refuse('unknown_offer', 'There is no such offer.');
  if (offer.status !== 'active') return refuse('inactive_offer', `Offer ${offer.offer_id} is ${offer.status}.`);
  close(turn, offer, 'rejected');
  return done('offer_rejected', `Offer ${offer.offer_id} is rejected.`, 0.01);
}

export function close(turn: Turn, offer: Offer, status: OfferClosed['status']): void {
  emit(turn, { type: 'offer_closed', offer_id: offer.offer_id, from_lab_id: offer.from_lab_id, to_lab_id: offer.to_lab_id, status });
}

/** Carries out an active offer or voids it; returns the code of the failure or null. */
export function executeOffer(turn: Turn, offer: Offer): string | null {
  const failure = whyNotExecutable(turn.state, offer);
  if (failure !== null) {
    close(turn, offer, 'invalid');
    return failure;
  }
  const transfers: Transfer[] = [];
  for (const blockId of offer.offered_blocks) addTransfer(transfers, blockId, { from: offer.from_lab_id, to: offer.to_lab_id });
  for (const blockId of offer.requested_blocks) addTransfer(transfers, blockId, { from: offer.to_lab_id, to: offer.from_lab_id });
  emit(turn, {
    type: 'offer_accepted',
    offer_id: offer.offer_id,
    from_lab_id: offer.from_lab_id,
    to_lab_id: offer.to_lab_id,
    payment: offer.payment,
    transfers,
  });
  changeReputation(turn, offer.from_lab_id, { delta: 0.02, why: 'deal' });
  changeReputation(turn, offer.to_lab_id, { delta: 0.02, why: 'deal' });
  return null;
}

function whyNoOffer(state: ClassicState, action: Action, target: string | undefined): Answer | null {
  const lab = findLab(state, target);
  if (lab === null) return refuse('unknown_lab', 'An offer needs a lab that exists.');
  if (lab.lab_id === CONTROLLED) return refuse('self_trade', 'A lab cannot trade with itself.');
  const payment = action.payment ?? 0;
  if (payment < 0) return refuse('negative_payment', 'A payment cannot be below zero.');
  if (payment > controlled(state).budget) return refuse('budget_overspend', 'The payment is more than the budget.');
  for (const blockId of action.block_ids ?? NOTHING) {
    const block = findBlock(state, blockId);
    if (block === null) return refuse('unknown_block', `There is no block ${blockId}.`);
    if (block.owner_lab_id !== CONTROLLED) return refuse('unowned_block', `Block ${blockId} is not yours to offer.`);
    if (!isLive(block)) return refuse('unavailable_block', `Block ${blockId} is ${block.status}.`);
  }
  for (const blockId of action.requested_block_ids ?? NOTHING) {
    const block = findBlock(state, blockId);
    if (block === null) return refuse('unknown_block', `There is no block ${blockId}.`);
    if (block.owner_lab_id !== lab.lab_id) return refuse('target_does_not_own_block', `Block ${blockId} is not ${lab.lab_id}'s.`);
  }
  return null;
}

function placeOffer(turn: Turn, action: Action, between: { to: string; linked: string | null }): void {
  const { state } = turn;
  emit(turn, {
    type: 'offer_made',
    offer: {
      offer_id: offerId(state.offers.length + 1),
      from_lab_id: CONTROLLED,
      to_lab_id: between.to,
      round_created: state.round_index,
      expires_round: Math.min(state.max_rounds, state.round_index + 2),
      offered_blocks: action.block_ids ?? [],
      requested_blocks: action.requested_block_ids ?? [],
      payment: round(action.payment ?? 0, 2),
      message: action.message ?? null,
      conditions: action.conditions ?? {},
      status: 'active',
      linked_offer_id: between.linked,
    },
  });
  post(turn, { from: CONTROLLED, to: between.to, message: action.message || 'offer', signal: 'fairness' });
}

function whyNotExecutable(state: ClassicState, offer: Offer): string | null {
  const sender = known(findLab(state, offer.from_lab_id), offer.from_lab_id);
  if (offer.payment > sender.budget) return 'budget_overspend';
  for (const id of offer.offered_blocks) if (!canGive(state, id, offer.from_lab_id)) return 'invalid_offered_block';
  for (const id of offer.requested_blocks) if (!canGive(state, id, offer.to_lab_id)) return 'invalid_requested_block';
  return null;
}

function canGive(state: ClassicState, blockId: string, giver: string): boolean {
  const block = findBlock(state, blockId);
  return block !== null && block.owner_lab_id === giver && isLive(block);
}

/** A block named twice changes hands once. Reservations and commitments do not follow it to its new owner. */
function addTransfer(transfers: Transfer[], blockId: string, between: { from: string; to: string }): void {
  for (const one of transfers) if (one.block_id === blockId) return;
  transfers.push({ block_id: blockId, from_lab_id: between.from, to_lab_id: between.to, status: 'available', reserved_by: null });
}

/** What lab_0's live hours could still earn on its open jobs, plus a fifth of its budget. */
function potential(state: ClassicState): number {
  const lab = controlled(state);
  let hours = 0;
  for (const blockId of lab.block_ids) {
    const block = known(findBlock(state, blockId), blockId);
    if (isLive(block)) hours += gpuHours(block) * block.reliability;
  }
  let value = 0;
  for (const job of byUrgency(lab.jobs)) {
    if (hours < job.gpu_hours_required) continue;
    value += job.base_value * job.urgency_multiplier;
    hours -= job.gpu_hours_required;
  }
  return value + 0.2 * lab.budget;
}

/** Open jobs by (deadline, -base value), by insertion, because there are only three or four. */
function byUrgency(jobs: readonly Job[]): Job[] {
  const sorted: Job[] = [];
  for (const job of jobs) {
    if (job.completed) continue;
    let at = sorted.length;
    for (let before = sorted[at - 1]; before !== undefined && isMoreUrgent(job, before); before = sorted[at - 1]) sorted[at--] = before;
    sorted[at] = job;
  }
  return sorted;
}

function isMoreUrgent(job: Job, other: Job): boolean {
  return job.deadline_round === other.deadline_round ? job.base_value > other.base_value : job.deadline_round < other.deadline_round;
}
