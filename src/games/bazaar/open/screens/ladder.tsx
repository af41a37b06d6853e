import type { ReactNode } from 'react';
import { nth } from '../narrate';
import type { BazaarView } from '../view';
import { bandOf } from './hall';
import { priceText } from './told';

const WIDTH = 320;
const HEIGHT = 130;
const MARGIN = 14;
/** For the prices, on the left. */
const GUTTER = 44;
/** For the rounds, at the bottom. */
const FOOT = 24;

/** The best asks and bids over the rounds: two converging lines. */
export function Ladder({ view }: { view: BazaarView }) {
  const { offers, max_rounds, deals, seats } = view;
  const band = seats.length > 2 ? bandOf(view) : null;
  const open = offers.filter(({ quantity }) => quantity === 1);
  const prices = open.map(({ price }) => price);
  if (prices.length === 0) return <p className="text-ink-2 text-small">Nobody has named a price yet.</p>;
  const [low, high] = [Math.min(...prices, ...(band ?? [])), Math.max(...prices, ...(band ?? []))];
  const room = Math.max(1, (high - low) * 0.1);
  const x = (round: number) => GUTTER + (round / Math.max(1, max_rounds - 1)) * (WIDTH - GUTTER - MARGIN);
  const y = (price: number) => HEIGHT - FOOT - ((price - low + room) / (high - low + 2 * room)) * (HEIGHT - MARGIN - FOOT);
  const last = (side: string) => open.findLast((offer) => offer.side === side)?.price;
  const [asked, offered] = [last('seller'), last('buyer')];
  const words = [
    asked === undefined ? 'Nothing is asked yet.' : `Asked last: ${priceText(asked)}.`,
    offered === undefined ? 'Nothing is offered yet.' : `Offered last: ${priceText(offered)}.`,
    band === null ? '' : `The efficient band is ${band[0].toFixed(2)} to ${band[1].toFixed(2)}.`,
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words} className="h-32 w-full max-w-md">
        {band === null ? null : (
          <rect
            x={GUTTER}
            width={WIDTH - GUTTER - MARGIN}
            y={y(band[1])}
            height={Math.max(1, y(band[0]) - y(band[1]))}
            fill="var(--green)"
            opacity="0.2"
          />
        )}
        {open.map(({ offer_id, side, price, round, status }) => (
          <circle
            key={offer_id}
            cx={x(round)}
            cy={y(price)}
            r={status === 'accepted' ? 6 : 3.5}
            fill={side === 'seller' ? 'var(--lab-0)' : 'var(--lab-1)'}
            opacity={status === 'standing' || status === 'accepted' ? 1 : 0.5}
          />
        ))}
        {deals.map(({ price, round, seller, buyers }) => (
          <path
            key={`${seller} ${buyers.join()}`}
            d={`M${x(round) - 7} ${y(Math.min(high, Math.max(low, price)))}h14`}
            stroke="var(--green)"
            strokeWidth="3"
          />
        ))}
        <g aria-hidden fontSize="10" fill="var(--ink-2)">
          {[...new Set([high, low])].map((price) => (
            <text key={price} x={GUTTER - 8} y={y(price) + 3} textAnchor="end">
              {priceText(price)}
            </text>
          ))}
          <text x={GUTTER} y={HEIGHT - 4}>
            round {nth(0)}
          </text>
          <text x={WIDTH - MARGIN} y={HEIGHT - 4} textAnchor="end">
            round {max_rounds}
          </text>
        </g>
      </svg>
      <ul aria-label="What the dots are" className="flex flex-wrap gap-x-3 text-micro">
        <Key color="var(--lab-0)">asked</Key>
        <Key color="var(--lab-1)">offered</Key>
        {deals.length === 0 ? null : <Key color="var(--green)">deal</Key>}
        {band === null ? null : <Key color="var(--green)">efficient band (shaded)</Key>}
      </ul>
      <figcaption className="text-ink-2 text-small">{words}</figcaption>
    </figure>
  );
}

function Key({ color, children }: { color: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1">
      <svg aria-hidden width="8" height="8">
        <circle cx="4" cy="4" r="4" fill={color} />
      </svg>
      {children}
    </li>
  );
}
