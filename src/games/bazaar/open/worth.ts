import { type BazaarState, poolOf, type SeatState, weightIn, worldOf } from './state';
import type { Offer } from './types';

/** The value of accepting an offer alone in this round, in cents; null: not possible. */
export function worthOf(state: BazaarState, seat: SeatState, offer: Offer): number | null {
  if (offer.side === seat.side || offer.status !== 'standing' || seat.left) return null;
  if (offer.to !== null && offer.to !== seat.seat) return null;
  const { price_cents, quantity } = offer;
  const weight = weightIn(state.round);
  if (seat.side === 'seller') {
    if (seat.stock < quantity) return null;
    return weight * (quantity * (price_cents - seat.limit_cents) - worldOf(state, seat.seat).delivery_cents);
  }
  if (quantity !== 1 || seat.bought || poolOf(state, seat.seat) !== null) return null;
  return weight * (seat.limit_cents - price_cents);
}
