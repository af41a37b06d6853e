/** Price computations of scripted players, from their observation only. */
import { round } from '~/lib/numbers';
import type { BazaarObservation, PastOffer, SeenOffer } from '../observation';

export function cents(price: number): number {
  return round(price, 2);
}

/** The price at which one unit brings no gain, including its delivery. */
export function floorOf({ side, you }: BazaarObservation): number {
  return side === 'seller' ? cents(you.limit + you.delivery) : you.limit;
}

/** How much better for this seat. */
export function gainAt(seen: BazaarObservation, price: number): number {
  return seen.side === 'seller' ? price - floorOf(seen) : floorOf(seen) - price;
}

/** The better of two prices for this seat. */
export function better(seen: BazaarObservation, one: number, other: number): number {
  return seen.side === 'seller' ? Math.max(one, other) : Math.min(one, other);
}

/** The better of two prices for the other side. */
export function milder(seen: BazaarObservation, one: number, other: number): number {
  return seen.side === 'seller' ? Math.min(one, other) : Math.max(one, other);
}

/** The most valuable offer now; null: none. */
export function bestOffer({ offers }: Pick<BazaarObservation, 'offers'>): SeenOffer | null {
  let best: SeenOffer | null = null;
  for (const offer of offers) if (offer.acceptable && (best === null || (offer.worth ?? 0) > (best.worth ?? 0))) best = offer;
  return best;
}

/** Its own public prices for one unit, oldest first. */
export function ownPrices({ history, seat }: BazaarObservation): number[] {
  return history.flatMap(({ from, to, quantity, price }) => (from === seat && to === null && quantity === 1 ? [price] : []));
}

/** How much the other side's best price for one unit has improved since the last own turn; 0 if there is or was none. */
export function concededSince(seen: BazaarObservation, round_index: number): number {
  const now = bestStanding(seen, seen.round);
  const before = bestStanding(seen, round_index);
  if (now === null || before === null) return 0;
  return Math.max(0, seen.side === 'seller' ? now - before : before - now);
}

/** At the start of that round. */
function bestStanding({ history, side, seat }: BazaarObservation, round_index: number): number | null {
  let best: number | null = null;
  for (const offer of history) {
    if (!isTheirs(offer, seat, side) || offer.round >= round_index) continue;
    if (offer.closed_round !== null && offer.closed_round < round_index) continue;
    if (best === null || (side === 'seller' ? offer.price > best : offer.price < best)) best = offer.price;
  }
  return best;
}

function isTheirs(offer: PastOffer, seat: string, side: 'seller' | 'buyer'): boolean {
  return offer.side !== side && (offer.to === null || offer.to === seat) && offer.quantity === 1;
}
