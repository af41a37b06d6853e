import { type Column, Table } from '~/kit/table';
import { counted } from '../config';
import type { BazaarView } from '../view';
import { front } from './front';
import { nameOf, priceText } from './told';

const WIDTH = 400;
const ROW = 26;
const SIDE = 124;
const DOT = 9;

interface Line {
  key: string;
  seller: string;
  buyer: string;
  kind: 'talk' | 'deal';
}

/** Who negotiates with whom, stock, and pools: sellers on the left, buyers on the right. */
export function Floor({ view }: { view: BazaarView }) {
  const sellers = view.seats.filter(({ side }) => side === 'seller');
  const buyers = view.seats.filter(({ side }) => side === 'buyer');
  const rows = Math.max(sellers.length, buyers.length);
  const height = rows * ROW + ROW;
  const yOf = new Map([
    ...sellers.map(({ seat }, at) => [seat, ((at + 0.5) * (height - ROW)) / sellers.length + ROW / 2] as const),
    ...buyers.map(({ seat }, at) => [seat, ((at + 0.5) * (height - ROW)) / buyers.length + ROW / 2] as const),
  ]);
  const lines = linesOf(view);
  const talks = lines.filter(({ kind }) => kind === 'talk').length;
  const open = view.pools.filter(({ ended }) => ended === null);
  const label = `${counted(sellers.length, 'seller')} and ${counted(buyers.length, 'buyer')}: ${counted(talks, 'private talk')}, ${counted(view.deals.length, 'deal')}, ${counted(open.length, 'open pool')}.`;
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={label} className="w-full max-w-xl">
        {open.map(({ coalition_id, members }) => {
          const heights = members.flatMap((seat) => yOf.get(seat) ?? []);
          const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
          return (
            <path
              key={coalition_id}
              d={`M${WIDTH - SIDE + 58} ${top - DOT}h10V${bottom + DOT}h-10`}
              fill="none"
              stroke="var(--amber)"
              strokeWidth="2"
            />
          );
        })}
        {lines.map(({ key, seller, buyer, kind }) => (
          <line
            key={key}
            x1={SIDE}
            y1={yOf.get(seller)}
            x2={WIDTH - SIDE}
            y2={yOf.get(buyer)}
            stroke={kind === 'deal' ? 'var(--green)' : 'var(--ink-2)'}
            strokeWidth={kind === 'deal' ? 2.5 : 1}
            strokeDasharray={kind === 'deal' ? undefined : '3 3'}
          />
        ))}
        {view.seats.map((seat) => {
          const isSeller = seat.side === 'seller';
          const y = yOf.get(seat.seat) ?? 0;
          const price = lastPrice(view, seat.seat);
          const words = [price === null ? '' : priceText(price), isSeller ? `${seat.stock ?? 0} left` : seat.bought ? 'bought' : '']
            .filter(Boolean)
            .join(', ');
          const isGone = seat.left || seat.bought || seat.stock === 0;
          return (
            <g key={seat.seat} opacity={isGone ? 0.55 : 1}>
              <circle cx={isSeller ? SIDE : WIDTH - SIDE} cy={y} r={DOT} fill={front.names.colorOf(seat.seat)} stroke="var(--panel)" />
              <text
                x={isSeller ? SIDE - DOT - 4 : WIDTH - SIDE + DOT + 4}
                y={y + 4}
                textAnchor={isSeller ? 'end' : 'start'}
                fontSize="11"
                fill="var(--ink)"
              >
                {`${front.names.letterOf(seat.seat)} ${words}`.trim()}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption className="text-ink-2 text-small">{label}</figcaption>
    </figure>
  );
}

/** Open private offers, and deals. A public offer's price is shown next to its seat. */
function linesOf({ offers, deals }: BazaarView): Line[] {
  const talks = new Map<string, Line>();
  for (const { from, to, side, status } of offers) {
    if (to === null || status !== 'standing' || from === 'operator') continue;
    const [seller, buyer] = side === 'seller' ? [from, to] : [to, from];
    talks.set(`${seller} ${buyer}`, { key: `talk ${seller} ${buyer}`, seller, buyer, kind: 'talk' });
  }
  const sold = deals.flatMap(({ seller, buyers, round }): Line[] =>
    seller === 'operator'
      ? []
      : buyers
          .filter((buyer) => buyer !== 'operator')
          .map((buyer) => ({ key: `deal ${round} ${seller} ${buyer}`, seller, buyer, kind: 'deal' })),
  );
  return [...talks.values(), ...sold];
}

function lastPrice({ offers }: BazaarView, seat: string): number | null {
  return offers.findLast(({ from, status }) => from === seat && status === 'standing')?.price ?? null;
}

interface Standing {
  seat: string;
  price: number | null;
  state: string;
  pool: string;
}

/** The same as a table, for screen readers. */
export function Standings({ view }: { view: BazaarView }) {
  const rows = view.seats.map(({ seat, side, stock, bought, left }): Standing => {
    const pool = view.pools.find(({ ended, members }) => ended === null && members.includes(seat));
    const state = side === 'seller' ? `${stock ?? 0} left` : bought ? 'bought' : '';
    return {
      seat,
      price: lastPrice(view, seat),
      state: left && !bought ? 'gone' : state,
      pool: pool
        ? `with ${
            pool.members
              .filter((one) => one !== seat)
              .map(nameOf)
              .join(', ') || 'nobody yet'
          }`
        : '',
    };
  });
  return (
    <details>
      <summary className="cursor-pointer text-small">All seats as a table</summary>
      <Table caption="All seats" columns={STANDINGS} rows={rows} rowKey={({ seat }) => seat} keepFirst />
    </details>
  );
}

const STANDINGS: Column<Standing>[] = [
  { key: 'seat', head: 'Seat', cell: ({ seat }) => nameOf(seat) },
  { key: 'price', head: 'Price', align: 'right', cell: ({ price }) => (price === null ? '–' : priceText(price)) },
  { key: 'state', head: 'State', cell: ({ state }) => state },
  { key: 'pool', head: 'Pool', cell: ({ pool }) => pool },
];

/** Prices at which everything that should be sold would be, each alone; null: limits are private, or nothing should be. */
export function bandOf({ seats, deals }: Pick<BazaarView, 'seats' | 'deals'>): [number, number] | null {
  if (seats.some(({ limit }) => limit === null)) return null;
  const asks = seats
    .flatMap(({ seat, side, limit, delivery, stock }) => {
      const sold = deals.reduce((sum, { seller, quantity }) => sum + (seller === seat ? quantity : 0), 0);
      return side === 'seller' ? Array.from({ length: (stock ?? 0) + sold }, () => (limit ?? 0) + (delivery ?? 0)) : [];
    })
    .sort((one, other) => one - other);
  const bids = seats.flatMap(({ side, limit }) => (side === 'buyer' ? [limit ?? 0] : [])).sort((one, other) => other - one);
  let count = 0;
  while (count < asks.length && count < bids.length && (bids[count] ?? 0) >= (asks[count] ?? 0)) count += 1;
  if (count === 0) return null;
  const low = Math.max(asks[count - 1] ?? 0, bids[count] ?? 0);
  const high = Math.min(bids[count - 1] ?? 0, asks[count] ?? Number.POSITIVE_INFINITY);
  return [low, high];
}
