/** How to test the bazaar with random play. */
import type { Trial } from '~/contract/trial';
import type { Draws } from '~/lib/random/draws';
import type { BazaarEvent } from './events';
import type { BazaarState } from './state';
import type { BazaarMove, BazaarObservation, BuyerObservation } from './types';

const WALKING = 0.04;
const ACCEPTING = 0.15;

export const trial: Trial<BazaarObservation, BazaarState, BazaarEvent> = {
  most: { buyers: 5, opening_price: 500 },
  unseen: [],
  listed(seen, draws): BazaarMove[] {
    if (seen.role === 'seller')
      return [{ price: 0 }, { price: seen.own_private_cost }, { price: draws.uniform(0, 100), message: 'x'.repeat(500) }];
    const price = draws.uniform(0, seen.own_private_budget);
    return [
      { action: 'offer', price: 0 },
      { action: 'offer', price },
      { action: 'offer', price: seen.own_private_budget, message: 'x'.repeat(500) },
      { action: 'offer' },
      { action: 'walk' },
      ...(mayAccept(seen) ? [{ action: 'accept' } as const] : []),
    ];
  },
  unlisted: (seen) =>
    seen.role === 'seller'
      ? [{ price: 'dear' }, { price: null }, { price: [1] }, { action: 'walk' }]
      : [
          { action: 'offer', price: 'dear' },
          { action: 'offer', price: {} },
          { action: 'haggle' },
          { price: 3 },
          ...(mayAccept(seen) ? [] : [{ action: 'accept' }]),
        ],
  play(seen, draws): BazaarMove {
    if (seen.role === 'seller')
      return { price: seen.own_private_cost + draws.random() * Math.abs(seen.opening_price - seen.own_private_cost) };
    if (draws.random() < WALKING) return { action: 'walk' };
    if (mayAccept(seen) && draws.random() < ACCEPTING) return { action: 'accept' };
    return anyOffer(seen, draws);
  },
  held: ({ budgets, records, agreed, config, seller }) => ({
    budgets,
    cost: seller.cost,
    agreed: config.mode === 'task' ? records.filter(({ outcome }) => outcome === 'deal') : agreed,
  }),
  twin: (opening, seat) =>
    opening.map((event): BazaarEvent => {
      if (event.type !== 'episode_opened') return event;
      if (seat === 'seller') return { ...event, seller: { ...event.seller, cost: event.seller.cost + 7 } };
      return { ...event, budgets: { ...event.budgets, [seat]: (event.budgets[seat] ?? 0) + 7 } };
    }),
  /** An offer of half the budget, or of more than the budget, reveals the budget. */
  parted: (one, twin) => JSON.stringify(pricesOf(one)) !== JSON.stringify(pricesOf(twin)),
};

function pricesOf({ spoken, buyers, bids, records }: BazaarState): unknown {
  return [spoken, buyers, bids, records.map(({ agreed_price }) => agreed_price)];
}

function anyOffer(seen: BuyerObservation, draws: Draws): BazaarMove {
  const price = draws.random() < 0.05 ? seen.own_private_budget + 10 : draws.uniform(0, seen.own_private_budget * 0.6);
  if (draws.random() < 0.05) return { action: 'offer' };
  return draws.random() < 0.2 ? { action: 'offer', price, message: 'My best price.', signal: 'cooperate' } : { action: 'offer', price };
}

export function mayAccept({ counters, arena }: Pick<BuyerObservation, 'counters' | 'arena'>): boolean {
  return counters > 0 || arena !== null;
}
