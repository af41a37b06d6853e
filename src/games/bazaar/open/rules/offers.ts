/** Offers: made, countered, accepted, rejected. A failed action changes nothing. */
import type { Book } from '../book';
import { markKey } from '../evolve';
import { done, refuse } from '../refusal';
import { type BazaarState, poolOf, type SeatState, seatOf, standingOffers } from '../state';
import { type Action, type Offer, OPERATOR, type Pool, type Result } from '../types';
import { strike, type Taker } from './deals';
import { moneyText } from './money';

/** Maximum price, as a multiple of the highest list price. */
const MOST_OF_LIST = 3;

export function highestPrice({ world }: Pick<BazaarState, 'world'>): number {
  return MOST_OF_LIST * Math.max(...world.seats.map(({ list_cents }) => list_cents ?? 0));
}

/** A requested offer whose sender is known to be active. */
interface Wish {
  to: string | null;
  price_cents: number;
  quantity: number;
  expires_in: number | null;
  message: string;
  pool: Pool | null;
  participants: string[] | null;
}

export function sendOffer(book: Book, seat: SeatState, action: Action): Result {
  const { state } = book;
  const { target_id: to = null, price_cents = 0, expires_in = null, message = '' } = action;
  const noTarget = whyNotTarget(state, seat, to);
  if (noTarget) return noTarget;
  const isPooled = action.coalition_id !== undefined;
  if (!isPooled && poolOf(state, seat.seat) !== null) return refuse('pledged');
  const quantity = action.quantity ?? (isPooled ? (action.participants?.length ?? 1) : 1);
  const unfit = whyNotPrice(state, price_cents) ?? (isPooled ? null : whyNotQuantity(seat, quantity));
  if (unfit) return unfit;
  const pooled = isPooled ? readPooled(state, seat, { ...action, price_cents, quantity }) : NOT_POOLED;
  if (!pooled.ok) return pooled.result;
  return place(book, seat, { to, price_cents, quantity, expires_in, message, pool: pooled.pool, participants: pooled.participants });
}

export function counterOffer(book: Book, seat: SeatState, { offer_id, price_cents = 0, expires_in, message = '' }: Action): Result {
  const { state } = book;
  const offer = offerFor(state, seat, offer_id);
  if (offer === null) return refuse('unknown_offer');
  if (offer.from === OPERATOR) return refuse('operator_offer');
  if (offer.side === seat.side) return refuse('same_side');
  if (offer.status !== 'standing') return refuse('inactive_offer');
  if (offer.to !== null && offer.to !== seat.seat) return refuse('not_offer_recipient');
  if (poolOf(state, seat.seat) !== null) return refuse('pledged');
  const { quantity } = offer;
  const unfit = whyNotPrice(state, price_cents) ?? whyNotQuantity(seat, quantity);
  if (unfit) return unfit;
  return place(book, seat, {
    to: offer.from,
    price_cents,
    quantity,
    expires_in: expires_in ?? null,
    message,
    pool: null,
    participants: null,
  });
}

export function acceptOffer(book: Book, seat: SeatState, action: Action): Result {
  const { state } = book;
  const offer = offerFor(state, seat, action.offer_id);
  if (offer === null) return refuse('unknown_offer');
  if (offer.status !== 'standing') return refuse('inactive_offer');
  if (offer.side === seat.side || (offer.to !== null && offer.to !== seat.seat)) return refuse('not_offer_recipient');
  const isPooled = action.coalition_id !== undefined;
  if (!isPooled && poolOf(state, seat.seat) !== null) return refuse('pledged');
  const { price_cents, quantity } = offer;
  if (!isPooled) {
    const unfit = seat.side === 'buyer' ? whyNotQuantity(seat, quantity) : seat.stock < quantity ? refuse('not_enough_stock') : null;
    if (unfit) return unfit;
  }
  const pooled = isPooled ? readPooled(state, seat, { ...action, price_cents, quantity }) : NOT_POOLED;
  if (!pooled.ok) return pooled.result;
  strike(book, offer, { seat: seat.seat, participants: pooled.participants, pool: pooled.pool });
  return done('deal_made');
}

/** Ends an offer if called by its sender or recipient; rejecting a public offer only marks it. */
export function rejectOffer(book: Book, seat: SeatState, { offer_id }: Action): Result {
  const offer = offerFor(book.state, seat, offer_id);
  if (offer === null) return refuse('unknown_offer');
  if (offer.status !== 'standing') return refuse('inactive_offer');
  const { from, to } = offer;
  const close = (status: 'withdrawn' | 'rejected') => book.record({ type: 'offer_closed', offer_id: offer.offer_id, from, to, status });
  if (from === seat.seat) {
    close('withdrawn');
    return done('offer_withdrawn');
  }
  if (to === seat.seat) {
    close('rejected');
    return done('offer_rejected');
  }
  if (to !== null || offer.side === seat.side) return refuse('not_party');
  if (!offer.marked_by.includes(seat.seat)) book.record({ type: 'offer_refused', offer_id: offer.offer_id, by: seat.seat, from });
  return done('offer_marked');
}

/** Offers that the seat can know. */
function offerFor(state: BazaarState, seat: SeatState, id: string | undefined): Offer | null {
  const offer = id === undefined ? undefined : state.offers[id];
  return offer && canSee(offer, seat.seat) ? offer : null;
}

export function canSee({ from, to, participants }: Offer, seat: string): boolean {
  return to === null || from === seat || to === seat || participants?.includes(seat) === true;
}

function whyNotTarget(state: BazaarState, { side }: SeatState, to: string | null): Result | null {
  if (to === null) return null;
  const target = Object.hasOwn(state.seats, to) ? seatOf(state, to) : null;
  if (target === null) return refuse('unknown_seat');
  if (target.side === side) return refuse('same_side');
  return target.left || target.bought ? refuse('gone_seat') : null;
}

export function whyNotPrice(state: BazaarState, cents: number): Result | null {
  const most = highestPrice(state);
  if (cents > most)
    return refuse(
      'bad_price',
      `${moneyText(cents)} is too high: at most ${moneyText(most)} is allowed, three times the highest list price.`,
    );
  return cents > 0 ? null : refuse('bad_price');
}

/** A single buyer wants one unit; a seller is limited by its stock. */
function whyNotQuantity({ side, stock, bought }: SeatState, quantity: number): Result | null {
  if (side === 'buyer') {
    if (bought) return refuse('has_bought');
    return quantity === 1 ? null : refuse('bad_quantity', 'A buyer alone can buy one unit. A pool can buy more.');
  }
  return quantity <= stock ? null : refuse('bad_quantity', `${quantity} is too many: ${stock} left.`);
}

type Pooled = { ok: true; pool: Pool | null; participants: string[] | null } | { ok: false; result: Result };
const NOT_POOLED: Pooled = { ok: true, pool: null, participants: null };

/** Checks an order for several members of a pool. */
function readPooled(state: BazaarState, seat: SeatState, order: Action & { price_cents: number; quantity: number }): Pooled {
  const no = (result: Result): Pooled => ({ ok: false, result });
  const pool = Object.hasOwn(state.pools, order.coalition_id ?? '') ? state.pools[order.coalition_id ?? ''] : undefined;
  if (!pool?.invited.includes(seat.seat)) return no(refuse('unknown_coalition'));
  if (pool.ended !== null) return no(refuse('ended_coalition'));
  if (!pool.members.includes(seat.seat)) return no(refuse('not_coalition_member'));
  const asked = order.participants ?? pool.members;
  if (asked.length < 2 || !asked.includes(seat.seat) || asked.some((one) => !pool.members.includes(one))) return no(refuse('not_pledged'));
  const participants = [...asked].sort((one, other) => seatOf(state, one).index - seatOf(state, other).index);
  const { quantity, price_cents } = order;
  if (quantity !== participants.length)
    return no(
      refuse('bad_quantity', `${participants.length} members take part, so the quantity must be ${participants.length}, not ${quantity}.`),
    );
  const total = participants.reduce((sum, one) => sum + (pool.reserves[one] ?? 0), 0);
  if ((pool.reserves[seat.seat] ?? 0) < price_cents || total < price_cents * quantity) return no(refuse('below_reserve'));
  return { ok: true, pool, participants };
}

/** Checked except for the ratchet: matches an offer of the other side, or is added to the open offers. */
function place(book: Book, seat: SeatState, wish: Wish): Result {
  const { state } = book;
  const { to, price_cents, quantity, expires_in, message, pool, participants } = wish;
  const coalition_id = pool?.coalition_id ?? null;
  const bound = boundFor(state, seat, { to, quantity, coalition_id });
  if (bound !== null && !isAsGood(seat, price_cents, bound))
    return refuse(
      'not_improving',
      `The last price there was ${moneyText(bound)}, so a new one must be ${seat.side === 'seller' ? 'no higher' : 'no lower'}.`,
    );
  const met = crossing(state, seat, wish);
  if (met !== null) {
    const taker: Taker = { seat: seat.seat, participants, pool };
    strike(book, met, taker);
    return done('deal_made');
  }
  const old = standingOffers(state).find(
    (offer) => offer.from === seat.seat && offer.to === to && offer.quantity === quantity && offer.coalition_id === coalition_id,
  );
  if (old) book.record({ type: 'offer_closed', offer_id: old.offer_id, from: old.from, to: old.to, status: 'replaced' });
  const offer: Offer = {
    offer_id: `o_${Object.keys(state.offers).length}`,
    from: seat.seat,
    side: seat.side,
    to,
    price_cents,
    quantity,
    round: state.round,
    expires: expires_in === null ? null : state.round + expires_in,
    status: 'standing',
    closed_round: null,
    message,
    coalition_id,
    participants,
    marked_by: [],
  };
  book.record({ type: 'offer_made', offer });
  return done('offer_created');
}

/** The bound for a new price; null: none yet. A public price applies to everyone. */
export function boundFor(
  state: Pick<BazaarState, 'marks'>,
  { seat, side }: Pick<SeatState, 'seat' | 'side'>,
  { to, quantity, coalition_id }: Pick<Offer, 'to' | 'quantity' | 'coalition_id'>,
): number | null {
  const marks = state.marks[seat] ?? {};
  const own = marks[markKey({ to, quantity, coalition_id })];
  const open = marks[markKey({ to: null, quantity, coalition_id })];
  const bounds = [own, open].filter((one) => one !== undefined);
  if (bounds.length === 0) return null;
  return side === 'seller' ? Math.min(...bounds) : Math.max(...bounds);
}

/** For the other side. */
function isAsGood({ side }: Pick<SeatState, 'side'>, price: number, other: number): boolean {
  return side === 'seller' ? price <= other : price >= other;
}

/** The best open offer of the other side that this price reaches and its sender can accept; the oldest of equals. */
function crossing(state: BazaarState, seat: SeatState, { to, price_cents, quantity }: Wish): Offer | null {
  let best: Offer | null = null;
  for (const offer of standingOffers(state)) {
    if (offer.side === seat.side || offer.quantity !== quantity) continue;
    if (offer.to !== null && offer.to !== seat.seat) continue;
    if (to !== null && offer.from !== to) continue;
    const reaches = seat.side === 'seller' ? price_cents <= offer.price_cents : price_cents >= offer.price_cents;
    if (!reaches) continue;
    const isBetter =
      best === null || (seat.side === 'seller' ? offer.price_cents > best.price_cents : offer.price_cents < best.price_cents);
    if (isBetter) best = offer;
  }
  return best;
}
