/** The consequences of an accepted offer: payments, gains, and other offers that end. */
import type { Book } from '../book';
import { type BazaarState, poolOf, seatOf, standingOffers, weightIn, worldOf } from '../state';
import { type Deal, type Offer, OPERATOR, type Pool } from '../types';
import { paymentsOf } from './split';

/** The accepting side: a seller, or a buyer alone or with others. */
export interface Taker {
  seat: string;
  /** A pool's participants, in seat order. */
  participants: string[] | null;
  pool: Pool | null;
}

/** Carries out a checked offer for that seat. */
export function strike(book: Book, offer: Offer, taker: Taker): void {
  const { state } = book;
  const bySeller = offer.side === 'seller';
  const seller = bySeller ? offer.from : taker.seat;
  const pool = bySeller ? taker.pool : offer.coalition_id === null ? null : (state.pools[offer.coalition_id] ?? null);
  const buyers = bySeller ? (taker.participants ?? [taker.seat]) : (offer.participants ?? [offer.from]);
  const { round, config } = state;
  const { offer_id, price_cents, quantity } = offer;
  const deal: Deal = { offer_id, round, seller, buyers, price_cents, quantity, coalition_id: pool?.coalition_id ?? null };
  const cents = pool
    ? paymentsOf(
        pool.split,
        buyers.map((buyer) => pool.reserves[buyer] ?? 0),
        price_cents * quantity,
      )
    : [price_cents * quantity];
  const payments = buyers.map((seat, at) => ({ seat, cents: cents[at] ?? 0 }));
  book.record({
    type: 'deal_made',
    deal,
    payments,
    weight: weightIn(Math.min(round, config.rounds)),
    gains: gainsOf(state, deal, payments),
  });
  if (pool) book.record({ type: 'pool_ended', coalition_id: pool.coalition_id, why: 'deal' });
  endVoid(book);
}

/** Gains of the participants before the cost of waiting. */
function gainsOf(state: BazaarState, { seller, price_cents, quantity }: Deal, payments: readonly { seat: string; cents: number }[]) {
  const gains: { seat: string; cents: number }[] = [];
  if (seller !== OPERATOR) {
    const { delivery_cents } = worldOf(state, seller);
    gains.push({ seat: seller, cents: quantity * (price_cents - seatOf(state, seller).limit_cents) - delivery_cents });
  }
  for (const { seat, cents } of payments) if (seat !== OPERATOR) gains.push({ seat, cents: seatOf(state, seat).limit_cents - cents });
  return gains;
}

/** Offers that can no longer be fulfilled completely are void permanently. */
export function endVoid(book: Book): void {
  for (const offer of standingOffers(book.state)) {
    if (canBeCarriedOut(book.state, offer)) continue;
    book.record({ type: 'offer_closed', offer_id: offer.offer_id, from: offer.from, to: offer.to, status: 'void' });
  }
}

function canBeCarriedOut(state: BazaarState, { from, to, quantity, coalition_id, participants }: Offer): boolean {
  const target = to === null ? null : seatOf(state, to);
  if (target && (target.left || target.bought)) return false;
  if (from === OPERATOR) return true;
  const owner = seatOf(state, from);
  if (owner.left || owner.bought) return false;
  if (owner.side === 'seller') return owner.stock >= quantity;
  const pool = poolOf(state, from);
  if (coalition_id === null) return pool === null;
  return pool?.coalition_id === coalition_id && (participants ?? []).every((one) => pool.members.includes(one));
}
