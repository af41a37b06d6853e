/** Random trials and the audit of the test game. */
import { type AuditWords, HONEST, SHARES } from '~/contract/audit';
import type { Trial } from '~/contract/trial';
import { stubbornHaggler } from './players';
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

/** Against someone who never concedes, the best possible result is a price that is no loss. */
const patient = {
  id: 'patient_haggler',
  title: 'Patient haggler',
  summary: 'Asks for the most there is, and takes the first price that is no loss.',
  plays: stubbornHaggler.plays,
  choose(seen: OffersObservation): OffersMove {
    const { seat, limit, standing } = seen;
    const isGain = standing !== null && (seat === 'seller' ? standing.price >= limit : standing.price <= limit);
    if (isGain && standing.seat !== seat) return { type: 'take_price' };
    return { type: 'name_price', price: farthest(seen) };
  },
};

/** Programs that name prices by a share, take the other's price, or leave; against someone who never concedes. */
export const auditWords: AuditWords<OffersObservation, OffersMove> = {
  units: { score: 'gain of the seat', welfare: 'what the good is worth to the buyer, less what it costs the seller' },
  oneUnit: true,
  honest: patient,
  others: stubbornHaggler,
  known: [],
  language: {
    types: ['name_price', 'take_price', 'leave_table', HONEST],
    fieldsOf: (type) => (type === 'name_price' ? ['ask'] : []),
    values: { ask: ['none', 'little', 'half', 'all'] },
    longest: 4,
  },
  idle: (seen) => ({ type: 'name_price', price: farthest(seen) }),
  moveOf({ type, ask }, seen) {
    switch (type) {
      case 'name_price':
        return { type, price: Math.round(seen.limit + SHARES[ask] * (farthest(seen) - seen.limit)) };
      case 'take_price':
        return seen.standing !== null && seen.standing.seat !== seen.seat ? { type } : null;
      case 'leave_table':
        return seen.may_leave ? { type } : null;
      default:
        return null;
    }
  },
};

/** The price that its seat would like best and that nobody accepts. */
function farthest({ seat }: OffersObservation): number {
  return seat === 'seller' ? HIGHEST_PRICE : LOWEST_PRICE;
}
