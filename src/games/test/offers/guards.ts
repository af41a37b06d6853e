/** What a guard stops every program or model from doing: selling below cost, or paying more than the good is worth to it. */
import type { Guard } from '~/contract/guard';
import type { OffersMove, OffersObservation } from './types';

export const offersGuards: readonly Guard<OffersObservation, OffersMove>[] = [
  {
    id: 'price_beyond_limit',
    hold({ seat, limit }, move) {
      if (move.type !== 'name_price' || !isBeyond(seat, move.price, limit)) return null;
      return {
        action: { ...move, price: limit },
        why: `${move.price} is worse than its limit, ${limit}.`,
        warning: `${move.price} is worse than your limit, ${limit}.`,
      };
    },
  },
  {
    id: 'loss_taken',
    hold({ seat, limit, standing }, move) {
      if (move.type !== 'take_price' || standing === null || !isBeyond(seat, standing.price, limit)) return null;
      return {
        action: { type: 'name_price', price: limit },
        why: `To take ${standing.price} is a loss; it names its limit, ${limit}.`,
        warning: `You make a loss at ${standing.price}: your limit is ${limit}.`,
      };
    },
  },
];

function isBeyond(seat: OffersObservation['seat'], price: number, limit: number): boolean {
  return seat === 'seller' ? price < limit : price > limit;
}
