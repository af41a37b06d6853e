import type { ReactNode } from 'react';
import { HIGHEST_PRICE, LOWEST_PRICE, type OffersView } from '../types';

const HEIGHT = 260;
const WIDTH = 200;
const TICKS = [0, 25, 50, 75, 100];

/** The prices from low to high: each named price, who named it, and the two limits where the viewer may see them. */
export function Ladder({ view }: { view: OffersView }) {
  const named = view.history.flatMap((event) => (event.type === 'price_named' ? [event] : []));
  const last = named.at(-1);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" className="max-w-52" role="img" aria-label={words(view)}>
      {TICKS.map((tick) => (
        <g key={tick}>
          <line x1="34" x2={WIDTH} y1={yOf(tick)} y2={yOf(tick)} stroke="var(--line)" />
          <text x="28" y={yOf(tick) + 4} textAnchor="end" fontSize="12" fill="var(--ink-2)">
            {tick}
          </text>
        </g>
      ))}
      <Limit price={view.limits.seller} word="cost" color="var(--lab-0)" />
      <Limit price={view.limits.buyer} word="value" color="var(--lab-1)" />
      {named.map((event) => (
        <circle
          key={event.turn}
          cx={event.seat === 'seller' ? 90 : 130}
          cy={yOf(event.price)}
          r={event === last ? 6 : 4}
          fill={event.seat === 'seller' ? 'var(--lab-0)' : 'var(--lab-1)'}
          opacity={event === last ? 1 : 0.5}
        />
      ))}
      {view.agreed === null ? null : (
        <line x1="60" x2="160" y1={yOf(view.agreed)} y2={yOf(view.agreed)} stroke="var(--green)" strokeWidth="3" />
      )}
    </svg>
  );
}

function Limit({ price, word, color }: { price: number | null; word: string; color: string }): ReactNode {
  if (price === null) return null;
  return (
    <g>
      <line x1="34" x2={WIDTH} y1={yOf(price)} y2={yOf(price)} stroke={color} strokeWidth="2" strokeDasharray="5 4" />
      <text x={WIDTH - 2} y={yOf(price) - 4} textAnchor="end" fontSize="12" fill="var(--ink)">
        {word} {price}
      </text>
    </g>
  );
}

function yOf(price: number): number {
  return 10 + ((HIGHEST_PRICE - price) / (HIGHEST_PRICE - LOWEST_PRICE)) * (HEIGHT - 20);
}

function words({ agreed, standing }: OffersView): string {
  if (agreed !== null) return `Prices. They agreed on ${agreed}.`;
  return standing === null ? 'Prices. Nobody has named one.' : `Prices. The ${standing.seat} asks for ${standing.price}.`;
}
