/** Models may not make deals at a loss; people are warned. */
import type { Guard } from '~/contract/guard';
import type { BazaarObservation } from './observation';
import type { WireAction } from './players/fill-in';

export const bazaarGuards: readonly Guard<BazaarObservation, WireAction>[] = [
  {
    id: 'price_beyond_limit',
    hold({ side, you }, action) {
      const { price, action_type } = action;
      if ((action_type !== 'send_offer' && action_type !== 'counter_offer') || typeof price !== 'number') return null;
      const isBeyond = side === 'seller' ? price < you.limit : price > you.limit;
      if (!isBeyond || action.coalition_id !== undefined) return null;
      return {
        action: { ...action, price: you.limit },
        why: `${price} is beyond its limit, ${you.limit}.`,
        warning: `${price} is beyond your limit, ${you.limit}: such a deal is a loss.`,
      };
    },
  },
  {
    id: 'loss_taken',
    hold({ offers }, action) {
      if (action.action_type !== 'accept_offer' || action.coalition_id !== undefined) return null;
      const offer = offers.find(({ offer_id }) => offer_id === action.offer_id);
      if (!offer || offer.worth === null || offer.worth >= 0) return null;
      return {
        action: { action_type: 'wait' },
        why: `Taking ${offer.price} is a loss; it waits.`,
        warning: `Taking ${offer.price} is a loss of ${Math.abs(offer.worth).toFixed(2)}.`,
      };
    },
  },
];
