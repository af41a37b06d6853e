import type { Books, Ledger, Transfer } from '~/contract/ledger';
import type { MarketEvent } from '../events';
import { evolve } from './evolve';
import { type ClassicState, CONTROLLED } from './state';

const CENTS = 100;

/**
 * Transfers in a match of `classic`, in cents. Settled jobs pay reward instead of money, so no money enters or leaves. Blocks have no price
 * of their own and count as worth what was paid for them, so that only money for nothing is a gift.
 */
export function classicLedger(events: readonly MarketEvent[]): Ledger {
  const transfers: Transfer[] = [];
  let stake = 0;
  for (const [i, event] of events.entries()) {
    if (event.type === 'match_opened') stake = cents(event.labs.find(({ lab_id }) => lab_id === CONTROLLED)?.budget ?? 0);
    if (event.type !== 'offer_accepted') continue;
    const { from_lab_id, to_lab_id, payment } = event;
    const back = event.transfers.some((transfer) => transfer.to_lab_id === from_lab_id);
    const worth = cents(Math.abs(payment));
    const [from, to] = payment >= 0 ? [from_lab_id, to_lab_id] : [to_lab_id, from_lab_id];
    if (worth > 0) transfers.push({ seq: i + 1, from, to, worth, paid: back ? worth : 0 });
  }
  return { ...classicBooks(events), transfers, stake };
}

/** Includes fractions of a cent, because the benchmark uses floats. */
export function classicBooks(events: readonly MarketEvent[]): Books {
  const opened = events.find(({ type }) => type === 'match_opened');
  let state: ClassicState | null = null;
  for (const event of events) state = evolve(state, event);
  const labs = new Map(Object.values(state?.labs ?? {}).map((lab) => [lab.lab_id, lab]));
  const profits = (opened?.type === 'match_opened' ? opened.labs : []).map(({ lab_id, budget }) => [
    lab_id,
    ((labs.get(lab_id)?.budget ?? 0) - budget) * CENTS,
  ]);
  return { profits: Object.fromEntries(profits) as Record<string, number>, entered: 0, left: 0 };
}

function cents(amount: number): number {
  return Math.round(amount * CENTS);
}
