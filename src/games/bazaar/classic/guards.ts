/** Models may not pay more than they have or than is asked, and may not sell below cost. */
import type { Guard } from '~/contract/guard';
import { round } from '~/lib/numbers';
import type { BazaarMove, BazaarObservation } from './types';

export const bazaarGuards: readonly Guard<BazaarObservation, BazaarMove>[] = [
  {
    id: 'price_over_budget',
    hold(seen, move) {
      if (seen.role !== 'buyer' || !('action' in move)) return null;
      const { own_private_budget: budget, opponent_last_offer: ask } = seen;
      if (move.action === 'accept' && ask > budget)
        return {
          action: { ...move, action: 'offer', price: budget },
          why: `To accept ${ask} is a loss; it offers its budget, ${budget}.`,
          warning: `${ask} is more than your budget, ${budget}.`,
        };
      if (move.action !== 'offer' || move.price == null || move.price <= budget) return null;
      return {
        action: { ...move, price: budget },
        why: `cut ${move.price} to the budget, ${budget}`,
        warning: `${move.price} is more than your budget, ${budget}.`,
      };
    },
  },
  {
    id: 'price_over_ask',
    hold(seen, move) {
      if (seen.role !== 'buyer' || !('action' in move) || move.action !== 'offer' || move.price == null) return null;
      const { opponent_last_offer: ask } = seen;
      if (move.price <= ask) return null;
      return {
        action: { ...move, price: round(ask, 2) },
        why: `cut ${move.price} to what is asked, ${ask}`,
        warning: `The seller asks only ${ask}.`,
      };
    },
  },
  {
    id: 'price_below_cost',
    hold(seen, move) {
      if (seen.role !== 'seller' || 'action' in move || move.price >= seen.own_private_cost) return null;
      const price = seen.own_private_cost;
      return {
        action: { ...move, price },
        why: `raised ${move.price} to the cost, ${price}`,
        warning: `${move.price} is less than it costs you, ${price}.`,
      };
    },
  },
];
