import type { ReactNode } from 'react';
import type { PictureProps } from '~/contract/screens';
import { PLAIN } from '~/kit/plain-colors';
import type { BazaarView } from '../view';

const MARGIN = 24;
const BAR = 34;
/** The usual colors of the two sides, for pictures without CSS variables. */
const SELLER = '#00728c';
const BUYER = '#7c33b8';

/** Asked and offered prices of the last deal and, at its end, each side's share of the surplus. */
export function Picture({ view: { history, budgets, cost, agreed, finished, rounds }, width, height }: PictureProps<BazaarView>) {
  const priced = history.filter(({ price }) => price !== null);
  const prices = priced.map(({ price }) => price ?? 0);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const floor = height - BAR - 2 * MARGIN;
  const x = (round: number) => MARGIN + (Math.min(round, rounds) / Math.max(1, rounds)) * (width - 2 * MARGIN);
  const y = (price: number) => MARGIN + (1 - (price - low) / Math.max(1, high - low)) * (floor - MARGIN);
  const line = (actor: string) =>
    priced.flatMap((entry) => (entry.actor === actor ? [`${x(entry.round)},${y(entry.price ?? 0)}`] : [])).join(' ');
  const budget = budgets.buyer ?? null;
  const taken = finished && agreed !== null && budget !== null && cost !== null && budget > cost ? (agreed - cost) / (budget - cost) : null;
  const share = taken === null ? 0 : Math.max(0, Math.min(1, taken));
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden>
      <rect width={width} height={height} fill={PLAIN.panel} />
      <polyline points={line('seller')} fill="none" stroke={SELLER} strokeWidth="6" />
      <polyline points={line('buyer')} fill="none" stroke={BUYER} strokeWidth="6" strokeDasharray="16 10" />
      {taken === null ? null : (
        <g>
          <rect x={MARGIN} y={height - BAR - MARGIN} width={(width - 2 * MARGIN) * share} height={BAR} fill={SELLER} />
          <rect
            x={MARGIN + (width - 2 * MARGIN) * share}
            y={height - BAR - MARGIN}
            width={(width - 2 * MARGIN) * (1 - share)}
            height={BAR}
            fill={BUYER}
          />
        </g>
      )}
    </svg>
  );
}

/** Line drawings of the published game's items, found by the last word or two of their names. */
const DRAWN: readonly (readonly [word: string, drawing: ReactNode])[] = [
  ['scarf', <path key="s" d="M14 10c6-4 14-4 20 0 2 6-2 10-10 12S10 26 13 38M24 22c8 4 8 12 5 18M13 38l-3 2m3-2 3 3M29 40l-3 2m3-2 4 1" />],
  ['lamp', <path key="l" d="M18 8h12l6 16H12ZM24 24v14M16 40h16M20 38h8" />],
  ['bag', <path key="b" d="M8 18h32v20H8ZM16 18c0-11 16-11 16 0M8 26h32M22 24h4v5h-4Z" />],
  ['tea set', <path key="t" d="M10 22h20c0 8-2 14-6 16h-8c-4-2-6-8-6-16ZM30 24c8-2 8 8-1 9M20 22c0-6-4-4-2-10M36 38h6M8 40h34" />],
  ['box', <path key="i" d="M8 22h32v16H8ZM8 22l5-8h22l5 8M8 29h32M24 27v4M20 14c-2-4 2-4 0-8M28 14c-2-4 2-4 0-8" />],
  [
    'pottery',
    <path key="p" d="M18 8h12v4c0 3 8 6 8 15 0 7-5 12-10 13h-8c-5-1-10-6-10-13 0-9 8-12 8-15ZM11 24c4 3 6-3 9 0s5-3 8 0 5-2 9 0" />,
  ],
  ['cushion', <path key="c" d="M10 10c8 3 20 3 28 0 -3 8-3 20 0 28-8-3-20-3-28 0 3-8 3-20 0-28ZM24 18l5 6-5 6-5-6Z" />],
  ['bottle', <path key="w" d="M20 6h8v6l4 5v23H16V17l4-5ZM16 22h16M16 34h16" />],
  ['tote', <path key="j" d="M10 18h28l-3 22H13ZM18 24v-8c0-8 12-8 12 0v8" />],
  ['chess', <path key="h" d="M16 40h18v-4H18ZM20 36c0-8 6-10 4-16-4 2-7 1-8-1 1-6 6-10 12-11 6 6 6 18 4 28" />],
];

const TAG = <path d="M10 22 24 8h14v14L24 38ZM32 14h.01" />;

/** A drawing of the item, or a price tag if there is none. */
export function ThingPicture({ item }: { item: string }) {
  const words = item.toLowerCase();
  const drawing = words.includes('tote') ? DRAWN.find(([word]) => word === 'tote') : DRAWN.find(([word]) => words.includes(word));
  return (
    <svg
      viewBox="0 0 48 48"
      aria-hidden
      className="size-14 shrink-0 rounded-md bg-sunk p-1"
      fill="none"
      stroke="var(--ink-2)"
      strokeWidth={2}
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      {drawing?.[1] ?? TAG}
    </svg>
  );
}

/** What is at stake, in three drawings: two secret numbers, a seller who comes down and leaves, and a share. */
export const STAKES = [Between, Steps, Share] as const;

/** Cost and budget on a scale of prices. */
function Between() {
  return (
    <>
      <rect x="28" y="17" width="42" height="14" fill="var(--green)" opacity="0.35" />
      <path d="M4 24h88" stroke="var(--line-strong)" strokeWidth="1.5" />
      <path d="M28 9v30" stroke="var(--lab-0)" strokeWidth="3" />
      <path d="M70 9v30" stroke="var(--lab-1)" strokeWidth="3" />
    </>
  );
}

/** Asked prices in steps, and a door. */
function Steps() {
  return (
    <>
      <path d="M4 8h14v8h14v8h14v8h14" fill="none" stroke="var(--lab-0)" strokeWidth="2.5" strokeLinejoin="round" />
      <path d="M72 42V8h18v34" fill="none" stroke="var(--ink-2)" strokeWidth="2" strokeLinejoin="round" />
      <path d="M66 42h28" stroke="var(--ink-2)" strokeWidth="2" />
      <circle cx="85" cy="26" r="1.8" fill="var(--ink-2)" />
    </>
  );
}

/** One bar, divided between the two sides. */
function Share() {
  return (
    <>
      <rect x="4" y="16" width="56" height="16" rx="2" fill="var(--lab-1)" />
      <rect x="62" y="16" width="30" height="16" rx="2" fill="none" stroke="var(--lab-0)" strokeWidth="2" />
      <path d="M61 8v32" stroke="var(--ink-2)" strokeWidth="2" />
    </>
  );
}
