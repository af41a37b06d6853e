/** What each deal was worth to its two labs: a price says only what was paid, not what the blocks could do. */
import type { OfferAccepted, OpenEvent } from '../shared/events';
import { evolve } from '../shared/evolve';
import { observe } from '../shared/observe';
import type { OpenState } from '../shared/state';
import type { DealExplained } from './explanation';
import { TurnWorth } from './turn-worth';

/** In event order. Sales by the operator have one lab. */
export function dealsOf(events: readonly OpenEvent[]): DealExplained[] {
  const deals: DealExplained[] = [];
  let state: OpenState | null = null;
  for (const [place, event] of events.entries()) {
    if (state !== null && event.type === 'offer_accepted') deals.push({ seq: place + 1, worth_cents: worthOf(event, state) });
    state = evolve(state, event);
  }
  return deals;
}

/** Money and the change of a lab's own best plan, from what it knew just before. */
function worthOf(deal: OfferAccepted, before: OpenState): Record<string, number> {
  const { from_lab_id: from, to_lab_id: to } = deal;
  const paid = deal.payment_cents - deal.requested_payment_cents;
  const sides = [
    { lab: from, cents: -paid },
    { lab: to, cents: paid },
  ].filter(({ lab }) => before.labs[lab] !== undefined);
  return Object.fromEntries(
    sides.map(({ lab, cents }) => {
      const gets = deal.transfers.filter(({ to_lab_id }) => to_lab_id === lab).map(({ block_id }) => block_id);
      const gives = deal.transfers.filter(({ from_lab_id }) => from_lab_id === lab).map(({ block_id }) => block_id);
      return [lab, cents + new TurnWorth(observe(before, lab)).changeOf({ gets, gives })];
    }),
  );
}
