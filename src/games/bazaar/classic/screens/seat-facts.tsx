import type { SeatCardProps } from '~/contract/screens';
import { SeatChip } from '~/kit/seat-chip';
import type { BazaarView } from '../view';
import { money } from './talk';

/** What a side has to spend or has spent, as far as this viewer may know. */
export function SeatFacts({ seat, view: { budgets, cost, mode, deals, bids } }: SeatCardProps<BazaarView>) {
  const limit = mode === 'sell' ? cost : budgets[seat];
  const bid = bids[seat];
  return (
    <div className="flex flex-col gap-1">
      <SeatChip seat={seat} named size="normal" />
      <p className="text-ink-2 text-small">
        {limit == null ? 'Its limit is private.' : mode === 'sell' ? `It costs ${money(limit)}.` : `Its budget is ${money(limit)}.`}
        {bid == null ? '' : ` Its last bid was ${money(bid)}.`}
        {deals.length === 0
          ? ''
          : ` Deals so far: ${deals.map(({ agreed_price: price }) => (price === null ? 'none' : money(price))).join(', ')}.`}
      </p>
    </div>
  );
}
