/** Scripted players of the test game. */
import { HIGHEST_PRICE, KEY, LOWEST_PRICE, type OffersMove, type OffersObservation } from './types';

const PLAYS = [KEY] as const;

/** Concedes a little each turn, and takes any price better than the one it would name next. */
export const yieldingHaggler = {
  id: 'yielding_haggler',
  standIn: true as const,
  title: 'Yielding haggler',
  summary: 'Begins far from its limit, gives way each turn, and takes a price that is at least as good as its next one.',
  plays: PLAYS,
  choose({ seat, limit, standing, turn, rounds }: OffersObservation): OffersMove {
    const far = seat === 'seller' ? HIGHEST_PRICE : LOWEST_PRICE;
    const left = Math.max(0, 1 - (turn + 2) / (2 * rounds));
    const next = Math.round(limit + (far - limit) * left);
    if (standing !== null && standing.seat !== seat && isAsGood(seat, standing.price, next)) return { type: 'take_price' };
    return { type: 'name_price', price: next };
  },
};

/** Names one price for the whole match. */
export const stubbornHaggler = {
  id: 'stubborn_haggler',
  title: 'Stubborn haggler',
  summary: 'Names its first price in every turn, and accepts nothing worse.',
  plays: PLAYS,
  choose({ seat, limit, standing }: OffersObservation): OffersMove {
    const price = seat === 'seller' ? Math.min(HIGHEST_PRICE, limit + 10) : Math.max(LOWEST_PRICE, limit - 10);
    if (standing !== null && standing.seat !== seat && isAsGood(seat, standing.price, price)) return { type: 'take_price' };
    return { type: 'name_price', price };
  },
};

function isAsGood(seat: OffersObservation['seat'], price: number, other: number): boolean {
  return seat === 'seller' ? price >= other : price <= other;
}
