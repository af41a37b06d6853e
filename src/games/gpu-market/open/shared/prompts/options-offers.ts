/** Options to offer, bid, accept, reject and counter. */

import { round } from '~/lib/numbers';
import type { LegalAction } from '../legal-action';
import type { OpenObservation, WireOffer } from '../observation';
import { blockOf } from '../plans/appraise';
import { type Desk, type OpenOption, option, signed } from './option';

type Legal<T extends LegalAction['action_type']> = Extract<LegalAction, { action_type: T }>;

const MOST_ANSWERS = 6;
const MOST_ASKS = 4;
const MOST_BIDS = 5;
const MOST_COUNTERS = 3;
const MOST_REJECTED = 3;
/** At most so many offers and blocks are valued, for the sake of very large markets. */
const WEIGHED = 40;
const ASK_STEPS = [1.1, 1.4, 1.8];
const BID_STEPS = [0.4, 0.6, 0.85];
/** Money per hour: nobody sells for less unless the hours are almost lost. */
const LEAST_BY_HOUR = 5;

/** Open offers of own blocks, those it can best spare first. */
export function asks({ observation, appraiser }: Desk, legal: Legal<'send_offer'>): OpenOption[] {
  const spare = legal.block_ids.map((id) => {
    const loss = Math.max(0, appraiser.lossOf(id));
    const base = Math.max(loss, LEAST_BY_HOUR * (blockOf(observation, id)?.hours_left ?? 0), 1);
    return { id, loss, base };
  });
  spare.sort((a, b) => a.loss - b.loss);
  return spare.slice(0, MOST_ASKS).map(({ id, loss, base }) =>
    option(
      { action_type: 'send_offer', block_ids: [id] },
      {
        price: { field: 'requested_payment', steps: steps(base, ASK_STEPS) },
        worth: base - loss,
        note: `sell, you lose ${Math.round(loss)}`,
      },
    ),
  );
}

/** Bids for others' blocks, the most useful first. */
export function bids({ observation, appraiser }: Desk, legal: Legal<'send_offer'>): OpenOption[] {
  const wanted = Object.entries(legal.requested_block_ids)
    .flatMap(([owner, ids]) => ids.map((id) => ({ owner, id })))
    .slice(0, WEIGHED)
    .map(({ owner, id }) => ({ owner, id, gain: appraiser.deal({ gets: [id], gives: [], money: 0, from: next(observation) }).value }));
  wanted.sort((a, b) => b.gain - a.gain);
  return wanted.slice(0, MOST_BIDS).flatMap(({ owner, id, gain }, place) => {
    const prices = steps(Math.max(gain, 1), BID_STEPS).filter((price) => price <= legal.payment.max);
    if (prices.length === 0 || (gain < 1 && place > 0)) return [];
    const action = { action_type: 'send_offer' as const, target_lab_id: owner, requested_block_ids: [id] };
    return [option(action, { price: { field: 'payment', steps: prices }, worth: gain / 2, note: `buy, adds ${Math.round(gain)}` })];
  });
}

/** The best offers that it can accept. */
export function answers({ observation, appraiser }: Desk, legal: Legal<'accept_offer' | 'reject_offer'>): OpenOption[] {
  const open = observation.active_offers.filter((offer) => legal.offer_ids.includes(offer.offer_id)).slice(-WEIGHED);
  const valued = open.map((offer) => ({ offer, value: gainOf({ observation, appraiser }, offer) }));
  valued.sort((a, b) => b.value - a.value);
  return valued
    .slice(0, MOST_ANSWERS)
    .map(({ offer, value }) =>
      option({ action_type: 'accept_offer', offer_id: offer.offer_id }, { worth: value, note: `${signed(value)}: ${termsOf(offer)}` }),
    );
}

/** Offers made to it, worst first, then its own open offers. */
export function withdrawals(desk: Desk, legal: Legal<'accept_offer' | 'reject_offer'>): OpenOption[] {
  const { observation } = desk;
  const listed = observation.active_offers.filter((offer) => legal.offer_ids.includes(offer.offer_id)).slice(-WEIGHED);
  const own = (offer: WireOffer) => offer.from_lab_id === observation.controlled_lab_id;
  const valued = listed.map((offer) => ({ offer, value: own(offer) ? Number.POSITIVE_INFINITY : gainOf(desk, offer) }));
  valued.sort((a, b) => a.value - b.value);
  return valued
    .slice(0, MOST_REJECTED)
    .map(({ offer, value }) =>
      option(
        { action_type: 'reject_offer', offer_id: offer.offer_id },
        { worth: own(offer) ? 0 : -value, note: own(offer) ? 'your own' : `${signed(value)}` },
      ),
    );
}

/** Counters offers of blocks for money with a better price: lower if it buys, higher if it sells. */
export function counters(desk: Desk, legal: Legal<'counter_offer'>): OpenOption[] {
  const { observation } = desk;
  const listed = observation.active_offers.filter((offer) => legal.offer_ids.includes(offer.offer_id)).slice(-WEIGHED);
  const valued = listed.map((offer) => ({ offer, value: gainOf(desk, offer) }));
  valued.sort((a, b) => b.value - a.value);
  return valued.flatMap(({ offer, value }) => countered(desk, legal, { offer, value })).slice(0, MOST_COUNTERS);
}

function countered(
  { observation }: Desk,
  legal: Legal<'counter_offer'>,
  { offer, value }: { offer: WireOffer; value: number },
): OpenOption[] {
  const { offer_id, offered_blocks, requested_blocks, payment, requested_payment } = offer;
  if (offered_blocks.length > 0 && requested_blocks.length === 0 && requested_payment > 0) {
    const theirs = requestableOf(observation, offer.from_lab_id);
    const prices = steps(requested_payment, [0.6, 0.8, 0.9]).filter((price) => price <= legal.payment.max);
    if (prices.length === 0 || !offered_blocks.every((id) => theirs.includes(id))) return [];
    const action = { action_type: 'counter_offer' as const, offer_id, requested_block_ids: offered_blocks };
    return [option(action, { price: { field: 'payment', steps: prices }, worth: value, note: `asks ${requested_payment}` })];
  }
  if (requested_blocks.length === 0 || offered_blocks.length > 0 || !requested_blocks.every((id) => legal.block_ids.includes(id)))
    return [];
  const action = { action_type: 'counter_offer' as const, offer_id, block_ids: requested_blocks };
  const price = { field: 'requested_payment' as const, steps: steps(Math.max(payment, 1), [1.15, 1.4, 1.8]) };
  return [option(action, { price, worth: value, note: `bids ${payment}` })];
}

/** What accepting it is worth by the seat's own best plan. */
function gainOf({ appraiser }: Desk, offer: WireOffer): number {
  const bound = (offer.conditions?.coalition_only ?? null) !== null;
  const gets = bound ? [] : offer.offered_blocks;
  return appraiser.deal({ gets, gives: offer.requested_blocks, money: offer.payment - offer.requested_payment }).value;
}

function requestableOf({ legal_actions }: OpenObservation, owner: string): readonly string[] {
  const legal = legal_actions.find((one) => one.action_type === 'send_offer');
  return legal?.action_type === 'send_offer' ? (legal.requested_block_ids[owner] ?? []) : [];
}

/** `b_1_2 for 24.5`: what it gets for what it gives. */
export function termsOf(offer: WireOffer): string {
  const comes = [...offer.offered_blocks, ...(offer.payment > 0 ? [`${round(offer.payment, 2)}`] : [])];
  const goes = [...offer.requested_blocks, ...(offer.requested_payment > 0 ? [`${round(offer.requested_payment, 2)}`] : [])];
  return `${comes.join('+') || 'nothing'} for ${goes.join('+') || 'nothing'}`;
}

/** Whole units, ascending, without repeats. */
export function steps(base: number, factors: readonly number[]): number[] {
  return [...new Set(factors.map((factor) => Math.max(1, Math.ceil(base * factor))))];
}

function next({ round_index, max_rounds }: OpenObservation): number {
  return Math.min(round_index + 1, max_rounds - 1);
}
