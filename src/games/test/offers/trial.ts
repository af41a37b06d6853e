/** How the test game is tried by chance. */
import type { Trial } from '~/contract/trial';
import {
  HIGHEST_PRICE,
  LONGEST_MESSAGE,
  LOWEST_PRICE,
  type OffersEvent,
  type OffersMove,
  type OffersObservation,
  type OffersState,
} from './types';

const LEAVING = 0.05;

export const trial: Trial<OffersObservation, OffersState, OffersEvent> = {
  most: { rounds: 6 },
  unseen: [],
  listed(seen, draws): OffersMove[] {
    const prices = [LOWEST_PRICE, draws.randint(LOWEST_PRICE, HIGHEST_PRICE), HIGHEST_PRICE];
    const named = prices.map((price): OffersMove => ({ type: 'name_price', price }));
    named.push({ type: 'name_price', price: LOWEST_PRICE, message: 'x'.repeat(LONGEST_MESSAGE) });
    return [
      ...named,
      ...(canTake(seen) ? [{ type: 'take_price' } as const] : []),
      ...(seen.may_leave ? [{ type: 'leave_table' } as const] : []),
    ];
  },
  unlisted: (seen) => [
    { type: 'name_price', price: LOWEST_PRICE - 1 },
    { type: 'name_price', price: HIGHEST_PRICE + 1 },
    { type: 'name_price', price: 1.5 },
    { type: 'name_price', price: '50' },
    { type: 'name_price' },
    { type: 'name_price', price: LOWEST_PRICE, message: '' },
    { type: 'name_price', price: LOWEST_PRICE, message: 'x'.repeat(LONGEST_MESSAGE + 1) },
    ...(canTake(seen) ? [] : [{ type: 'take_price' }]),
    ...(seen.may_leave ? [] : [{ type: 'leave_table' }]),
  ],
  play(seen, draws): OffersMove {
    if (seen.may_leave && draws.random() < LEAVING) return { type: 'leave_table' };
    if (canTake(seen) && draws.random() < 0.2) return { type: 'take_price' };
    const price = draws.randint(LOWEST_PRICE, HIGHEST_PRICE);
    return draws.random() < 0.3 ? { type: 'name_price', price, message: 'Shall we agree?' } : { type: 'name_price', price };
  },
  held: ({ limits, standing, agreed }) => ({ limits, standing, agreed }),
  twin: (opening, seat) =>
    opening.map((event): OffersEvent => {
      if (event.type !== 'haggle_opened') return event;
      return seat === 'seller' ? { ...event, cost: event.cost + 7 } : { ...event, value: event.value + 7 };
    }),
};

function canTake({ standing, seat }: OffersObservation): boolean {
  return standing !== null && standing.seat !== seat;
}
