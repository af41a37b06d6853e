import type { BazaarView } from '../view';
import { bandOf } from './hall';

const WIDTH = 320;
const HEIGHT = 130;
const MARGIN = 14;

/** The best asks and the best bids over the rounds: two lines that close in on each other. */
export function Ladder({ view }: { view: BazaarView }) {
  const { offers, max_rounds, deals, seats } = view;
  const band = seats.length > 2 ? bandOf(view) : null;
  const open = offers.filter(({ quantity }) => quantity === 1);
  const prices = open.map(({ price }) => price);
  if (prices.length === 0) return <p className="text-ink-2 text-small">Nobody has named a price yet.</p>;
  const [low, high] = [Math.min(...prices, ...(band ?? [])), Math.max(...prices, ...(band ?? []))];
  const room = Math.max(1, (high - low) * 0.1);
  const x = (round: number) => MARGIN + (round / Math.max(1, max_rounds - 1)) * (WIDTH - 2 * MARGIN);
  const y = (price: number) => HEIGHT - MARGIN - ((price - low + room) / (high - low + 2 * room)) * (HEIGHT - 2 * MARGIN);
  const last = (side: string) => open.findLast((offer) => offer.side === side)?.price;
  const [asked, offered] = [last('seller'), last('buyer')];
  const words = [
    asked === undefined ? 'Nothing is asked yet.' : `Asked last: ${asked}.`,
    offered === undefined ? 'Nothing is offered yet.' : `Offered last: ${offered}.`,
    band === null ? '' : `The efficient band is ${band[0].toFixed(2)} to ${band[1].toFixed(2)}.`,
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words} className="h-32 w-full max-w-md">
        {band === null ? null : (
          <rect
            x={MARGIN}
            width={WIDTH - 2 * MARGIN}
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
      </svg>
      <figcaption className="text-ink-2 text-small">{words}</figcaption>
    </figure>
  );
}
