import type { Ladder } from './talk';
import { money } from './talk';

const WIDTH = 320;
const HEIGHT = 120;
const MARGIN = 12;

interface Props {
  ladder: Ladder;
  rounds: number;
  limit: { price: number; word: string } | null;
}

/** Two converging lines: the seller's asks and the buyer's offers. */
export function PriceLadder({ ladder: { asks, offers }, rounds, limit }: Props) {
  const named = offers.filter((price) => price !== null);
  const [low, high] = rangeOf([...asks, ...named, ...(limit ? [limit.price] : [])]);
  const xOf = (at: number) => MARGIN + (at / Math.max(1, rounds)) * (WIDTH - 2 * MARGIN);
  const yOf = (price: number) => HEIGHT - MARGIN - ((price - low) / (high - low)) * (HEIGHT - 2 * MARGIN);
  const line = (prices: readonly (number | null)[], from: number) =>
    prices.flatMap((price, at) => (price === null ? [] : [`${xOf(at + from).toFixed(1)},${yOf(price).toFixed(1)}`])).join(' ');
  const lastAsk = asks.at(-1);
  const lastOffer = named.at(-1);
  const words = [
    lastAsk === undefined ? 'Nothing is asked yet.' : `The seller asks ${money(lastAsk)}.`,
    lastOffer === undefined ? 'Nothing is offered yet.' : `The last offer is ${money(lastOffer)}.`,
    ...(limit ? [`${limit.word}: ${money(limit.price)}.`] : []),
  ].join(' ');
  return (
    <figure>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words} className="h-32 w-full max-w-md">
        {limit ? (
          <g>
            <line x1={MARGIN} x2={WIDTH - MARGIN} y1={yOf(limit.price)} y2={yOf(limit.price)} stroke="var(--ink-2)" strokeDasharray="2 4" />
            <text x={WIDTH - MARGIN} y={yOf(limit.price) - 4} textAnchor="end" fontSize="12" fill="var(--ink-2)">
              {limit.word} {money(limit.price)}
            </text>
          </g>
        ) : null}
        <polyline points={line(asks, 0)} fill="none" stroke="var(--lab-0)" strokeWidth={2} />
        <polyline points={line(offers, 1)} fill="none" stroke="var(--lab-1)" strokeWidth={2} strokeDasharray="5 3" />
        {asks.map((price, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place in the line is what it is
          <circle key={`ask-${at}`} cx={xOf(at)} cy={yOf(price)} r={3} fill="var(--lab-0)" />
        ))}
        {offers.map((price, at) =>
          price === null ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place in the line is what it is
            <circle key={`offer-${at}`} cx={xOf(at + 1)} cy={yOf(price)} r={3} fill="var(--lab-1)" />
          ),
        )}
      </svg>
      <figcaption className="text-ink-2 text-small">{words}</figcaption>
    </figure>
  );
}

/** Slightly wider than the prices, so that no point is on the edge. */
function rangeOf(prices: readonly number[]): readonly [number, number] {
  if (prices.length === 0) return [0, 1];
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const room = Math.max(1, (high - low) * 0.1);
  return [low - room, high + room];
}
