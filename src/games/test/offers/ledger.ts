import { replay } from '~/contract/game';
import type { Books, Ledger, Transfer } from '~/contract/ledger';
import type { Job, Means } from '~/contract/means';
import { offers } from './rules';
import { KEY, type OffersEvent, type Opened } from './types';

/** The good comes in at its value to the buyer, and the seller's cost goes out. Any price between the two is fair. */
export function books(events: readonly OffersEvent[]): Books {
  const { cost, value } = openingOf(events);
  const { seller, buyer } = offers.outcome(replay(offers, events)).scores;
  const isSold = events.some(({ type }) => type === 'price_taken');
  return { profits: { seller: seller ?? 0, buyer: buyer ?? 0 }, entered: isSold ? value : 0, left: isSold ? cost : 0 };
}

export function ledger(events: readonly OffersEvent[]): Ledger {
  const opened = openingOf(events);
  const transfers = events.flatMap((event, at) => (event.type === 'price_taken' ? [dealAt(event.price, opened, at + 1)] : []));
  return { ...books(events), transfers, stake: (opened.cost + opened.value) / 2 };
}

/** Below cost, the seller gives value away; above the buyer's value, the buyer gives money away. */
function dealAt(price: number, { cost, value }: Opened, seq: number): Transfer {
  const [low, high] = [Math.min(cost, value), Math.max(cost, value)];
  if (price < low) return { seq, from: 'seller', to: 'buyer', worth: low, paid: price };
  if (price > high) return { seq, from: 'buyer', to: 'seller', worth: price, paid: high };
  return { seq, from: 'seller', to: 'buyer', worth: price, paid: price };
}

function openingOf(events: readonly OffersEvent[]): Opened {
  const [opened] = events;
  if (opened?.type !== 'haggle_opened') throw new Error('a match of offers begins with its opening');
  return opened;
}

interface Limits {
  cost: number;
  value: number;
}

export const BEST_DEAL: Job<Limits, number> = {
  id: `${KEY}/best-deal`,
  async work({ cost, value }, { solve }) {
    const { bound } = await solve(`Maximize\n gain: ${value - cost} deal\nSubject To\n once: deal <= 1\nBinary\n deal\nEnd`, SMALL);
    return bound;
  },
};

const SMALL = { nodes: 10, seconds: 10 };

/** The most that a deal earns both sides together, computed by the solver on a thread. */
export async function bestDeal(events: readonly OffersEvent[], means: Means): Promise<number> {
  const { cost, value } = openingOf(events);
  return means.run(BEST_DEAL, { cost, value });
}
