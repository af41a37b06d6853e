/** Offers between two labs, or open to all: sent, accepted, declined, countered. A standing offer reserves nothing. */
import { clamp, round } from '~/lib/numbers';
import type { ActionFields } from '../actions';
import type { Proceedings } from '../proceedings';
import { done, refuse, refuseOverspend } from '../refusal';
import { boundTo, isLive, isSeat, labOf, mayReadOffer, type OpenState, resaleForbidden, toCents } from '../state';
import { type BlockCondition, type Deposit, OPERATOR, type OpenOffer, type OpenResult } from '../types';
import { readConditions } from './conditions';
import { tell } from './messages';

const DEAL_REPUTATION = 0.02;

export function sendOffer(book: Proceedings, labId: string, action: ActionFields): OpenResult {
  const made = draftOffer(book.state, labId, { action, to: action.target_lab_id ?? null, linked: null });
  if (!made.ok) return made.result;
  book.record({ type: 'offer_made', offer: made.offer });
  return done('offer_created');
}

/** Goes to the sender of the countered offer, whatever target was named; an open offer stays standing. */
export function counterOffer(book: Proceedings, labId: string, action: ActionFields): OpenResult {
  const offer = readableOffer(book.state, labId, action.offer_id);
  if (offer === undefined) return refuse('unknown_offer', action.offer_id);
  if (offer.status !== 'active') return refuse('inactive_offer', offer.offer_id);
  if (offer.from_lab_id === labId) return refuse('not_offer_recipient', offer.offer_id);
  if (offer.from_lab_id === OPERATOR)
    return { ...refuse('unknown_lab'), message: 'The operator’s offers cannot be countered. Accept them or leave them.' };
  const made = draftOffer(book.state, labId, { action, to: offer.from_lab_id, linked: offer.offer_id });
  if (!made.ok) return made.result;
  if (offer.to_lab_id !== null) closeOffer(book, offer, 'rejected');
  book.record({ type: 'offer_made', offer: made.offer });
  return done('counter_offer_created');
}

export function rejectOffer(book: Proceedings, labId: string, action: ActionFields): OpenResult {
  const offer = readableOffer(book.state, labId, action.offer_id);
  if (offer === undefined) return refuse('unknown_offer', action.offer_id);
  if (offer.status !== 'active') return refuse('inactive_offer', offer.offer_id);
  if (offer.from_lab_id !== labId && offer.to_lab_id !== labId) return refuse('not_party', offer.offer_id);
  const own = offer.from_lab_id === labId;
  closeOffer(book, offer, own ? 'withdrawn' : 'rejected');
  const other = own ? offer.to_lab_id : offer.from_lab_id;
  if (other !== null) tell(book, { from: labId, to: other, text: action.message });
  return done(own ? 'offer_withdrawn' : 'offer_rejected');
}

/** Applied as a whole or not at all; but an offer whose blocks are gone becomes void. */
export function acceptOffer(book: Proceedings, labId: string, action: ActionFields): OpenResult {
  const { state } = book;
  const offer = readableOffer(state, labId, action.offer_id);
  if (offer === undefined) return refuse('unknown_offer', action.offer_id);
  if (offer.status !== 'active') return refuse('inactive_offer', offer.offer_id);
  if (offer.from_lab_id === labId) return refuse('not_offer_recipient', offer.offer_id);
  const deposit = offer.conditions?.penalty_cents ?? 0;
  if (!canPay(state, offer.from_lab_id, offer.payment_cents)) return refuse('budget_overspend', ': the sender cannot pay its part now');
  const cost = offer.requested_payment_cents + deposit;
  if (!canPay(state, labId, cost)) return refuseOverspend(cost, labOf(state, labId).budget_cents);
  const gone = goneBlock(state, offer, labId);
  if (gone !== null) {
    closeOffer(book, offer, 'invalid');
    return refuse(gone.code, gone.block_id);
  }
  if (breaksBond(state, offer, labId)) return refuse('condition_broken');
  settleDeal(book, offer, labId);
  if (offer.from_lab_id !== OPERATOR) tell(book, { from: labId, to: offer.from_lab_id, text: action.message });
  return done('offer_accepted');
}

/** A sale that both sides agreed to by other means: an offer accepted as it is made. */
export function closeDeal(book: Proceedings, deal: Deal): void {
  const { state } = book;
  const offer: OpenOffer = {
    offer_id: `o_${Object.keys(state.offers).length + 1}`,
    from_lab_id: deal.from,
    to_lab_id: deal.open ? null : deal.to,
    round_created: state.round_index,
    expires_round: state.round_index,
    offered_blocks: [...deal.block_ids],
    requested_blocks: [],
    payment_cents: 0,
    requested_payment_cents: deal.price_cents,
    message: '',
    conditions: null,
    status: 'active',
    linked_offer_id: deal.link,
    accepted_by: null,
  };
  book.record({ type: 'offer_made', offer });
  settleDeal(book, offer, deal.to);
}

/** `link`: the want or promise it comes from. `open`: visible to all. */
export interface Deal {
  from: string;
  to: string;
  block_ids: readonly string[];
  price_cents: number;
  open: boolean;
  link: string;
}

function settleDeal(book: Proceedings, offer: OpenOffer, labId: string): void {
  const { conditions } = offer;
  const move = (from_lab_id: string, to_lab_id: string) => (block_id: string) => ({ block_id, from_lab_id, to_lab_id });
  book.record({
    type: 'offer_accepted',
    offer_id: offer.offer_id,
    from_lab_id: offer.from_lab_id,
    to_lab_id: labId,
    open: offer.to_lab_id === null,
    payment_cents: offer.payment_cents,
    requested_payment_cents: offer.requested_payment_cents,
    transfers: [...offer.offered_blocks.map(move(offer.from_lab_id, labId)), ...offer.requested_blocks.map(move(labId, offer.from_lab_id))],
    condition: conditions === null ? null : conditionOf(offer.offer_id, conditions),
    deposit: conditions === null ? null : depositOf(offer, labId),
  });
  for (const party of [offer.from_lab_id, labId]) {
    if (party !== OPERATOR) changeReputation(book, party, { by: DEAL_REPUTATION, why: 'deal' });
  }
}

function conditionOf(offer_id: string, conditions: NonNullable<OpenOffer['conditions']>): BlockCondition {
  const { must_not_resell, must_use_by_round, coalition_only } = conditions;
  return { offer_id, must_not_resell, must_use_by_round, coalition_only };
}

function depositOf(offer: OpenOffer, labId: string): Deposit | null {
  const { conditions } = offer;
  if (conditions === null || conditions.must_use_by_round === null || conditions.penalty_cents === 0) return null;
  return {
    offer_id: offer.offer_id,
    from_lab_id: labId,
    to_lab_id: offer.from_lab_id,
    amount_cents: conditions.penalty_cents,
    due_round: conditions.must_use_by_round,
    block_ids: [...offer.offered_blocks],
  };
}

export function closeOffer(book: Proceedings, offer: OpenOffer, status: 'rejected' | 'withdrawn' | 'expired' | 'invalid'): void {
  const { offer_id, from_lab_id, to_lab_id } = offer;
  book.record({ type: 'offer_closed', offer_id, from_lab_id, to_lab_id, status });
}

export function changeReputation(book: Proceedings, labId: string, change: { by: number; why: 'deal' | 'breach' }): void {
  const reputation = clamp(round(labOf(book.state, labId).reputation + change.by, 4), 0, 1);
  book.record({ type: 'reputation_changed', lab_id: labId, reputation, why: change.why });
}

function readableOffer(state: OpenState, labId: string, offerId: string | undefined): OpenOffer | undefined {
  const offer = state.offers[offerId ?? ''];
  return offer !== undefined && mayReadOffer(offer, labId) ? offer : undefined;
}

function canPay(state: OpenState, labId: string, cents: number): boolean {
  return labId === OPERATOR || labOf(state, labId).budget_cents >= cents;
}

function goneBlock(state: OpenState, offer: OpenOffer, labId: string) {
  const given = (id: string, giver: string) => {
    const block = state.blocks[id];
    return block !== undefined && block.owner_lab_id === giver && isLive(state, block) && !resaleForbidden(block);
  };
  const offered = offer.offered_blocks.find((id) => !given(id, offer.from_lab_id));
  if (offered !== undefined) return { code: 'invalid_offered_block', block_id: offered } as const;
  const requested = offer.requested_blocks.find((id) => !given(id, labId));
  return requested === undefined ? null : ({ code: 'invalid_requested_block', block_id: requested } as const);
}

/** Whether a block would go to a lab outside the coalition that it is bound to, or will be bound to. */
function breaksBond(state: OpenState, offer: OpenOffer, labId: string): boolean {
  const bond = offer.conditions?.coalition_only ?? null;
  const coalition = bond === null ? undefined : state.coalitions[bond];
  if (coalition !== undefined && coalition.status !== 'ended' && !coalition.members.includes(labId)) return true;
  return (
    offer.offered_blocks.some((id) => isBoundAway(state, id, labId)) ||
    offer.requested_blocks.some((id) => isBoundAway(state, id, offer.from_lab_id))
  );
}

export function isBoundAway(state: OpenState, blockId: string, receiver: string): boolean {
  const block = state.blocks[blockId];
  const coalition = block === undefined ? null : boundTo(state, block);
  return coalition !== null && state.coalitions[coalition]?.members.includes(receiver) !== true;
}

interface Draft {
  action: ActionFields;
  to: string | null;
  linked: string | null;
}

/** Runs every check of an offer in order; the offer, when all pass. */
function draftOffer(state: OpenState, labId: string, draft: Draft): { ok: true; offer: OpenOffer } | { ok: false; result: OpenResult } {
  const { action, to } = draft;
  const wrong = wrongParty(state, labId, draft) ?? wrongMoney(state, labId, action) ?? wrongBlocks(state, labId, draft);
  if (wrong !== null) return { ok: false, result: wrong };
  const conditions = readConditions(state, labId, { given: action.conditions, to, blocks: action.block_ids ?? [] });
  if (typeof conditions === 'string') return { ok: false, result: refuse('bad_condition', conditions) };
  const lastUse = conditions?.must_use_by_round ?? state.config.rounds - 1;
  const offer: OpenOffer = {
    offer_id: `o_${Object.keys(state.offers).length + 1}`,
    from_lab_id: labId,
    to_lab_id: to,
    round_created: state.round_index,
    expires_round: Math.min(state.config.rounds - 1, state.round_index + (action.expires_in ?? 2), lastUse),
    offered_blocks: unique(action.block_ids),
    requested_blocks: unique(action.requested_block_ids),
    payment_cents: toCents(action.payment ?? 0),
    requested_payment_cents: toCents(action.requested_payment ?? 0),
    message: action.message ?? '',
    conditions,
    status: 'active',
    linked_offer_id: draft.linked,
    accepted_by: null,
  };
  return { ok: true, offer };
}

function wrongParty(state: OpenState, labId: string, { to }: Draft): OpenResult | null {
  if (to === null) return null;
  if (!isSeat(state, to)) return refuse('unknown_lab', to);
  return to === labId ? refuse('self_trade') : null;
}

function wrongMoney(state: OpenState, labId: string, action: ActionFields): OpenResult | null {
  const payment = action.payment ?? 0;
  if (payment < 0 || (action.requested_payment ?? 0) < 0) return refuse('negative_payment');
  const { budget_cents } = labOf(state, labId);
  return toCents(payment) > budget_cents ? refuseOverspend(toCents(payment), budget_cents) : null;
}

function wrongBlocks(state: OpenState, labId: string, { action, to }: Draft): OpenResult | null {
  for (const id of action.block_ids ?? []) {
    const wrong = untradable(state, id, labId);
    if (wrong === 'unowned') return refuse('unowned_block', id);
    if (wrong !== null) return wrong;
    if (to !== null && isBoundAway(state, id, to)) return refuse('condition_broken', id);
  }
  const requested = action.requested_block_ids ?? [];
  for (const id of to === null ? [] : requested) {
    const wrong = untradable(state, id, to ?? '');
    if (wrong === 'unowned') return refuse('target_does_not_own_block', id);
    if (wrong !== null) return wrong;
    if (state.blocks[id]?.status === 'reserved') return refuse('unavailable_block', id);
    if (isBoundAway(state, id, labId)) return refuse('condition_broken', id);
  }
  const money = toCents(action.payment ?? 0) + toCents(action.requested_payment ?? 0);
  if ((action.block_ids ?? []).length + requested.length === 0 && money === 0) return refuse('empty_offer');
  return to === null && requested.length > 0 ? refuse('open_request') : null;
}

/** Why a lab cannot transfer this block; null: it can. */
export function untradable(state: OpenState, blockId: string, owner: string): OpenResult | 'unowned' | null {
  const block = state.blocks[blockId];
  if (block === undefined) return refuse('unknown_block', blockId);
  if (block.owner_lab_id !== owner) return 'unowned';
  if (block.pledged_to !== null) return refuse('pledged_block', blockId);
  if (resaleForbidden(block)) return refuse('resale_forbidden', blockId);
  return isLive(state, block) ? null : refuse('unavailable_block', blockId);
}

function unique(ids: readonly string[] | undefined): string[] {
  return [...new Set(ids ?? [])];
}
