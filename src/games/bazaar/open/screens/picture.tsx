import type { PictureProps } from '~/contract/screens';
import type { BazaarView } from '../view';

/** Two people and a price tag between them. */
export function EntryDrawing() {
  return (
    <svg viewBox="0 0 160 60" width="160" height="60" role="img" aria-label="A seller and a buyer with a price tag between them">
      <circle cx="26" cy="30" r="17" fill="var(--lab-0)" />
      <circle cx="134" cy="30" r="17" fill="var(--lab-1)" />
      <path d="M58 32 72 18h28v28H72Z" fill="none" stroke="var(--ink-2)" strokeWidth="2" strokeLinejoin="round" />
      <circle cx="92" cy="26" r="3" fill="var(--ink-2)" />
    </svg>
  );
}

/** Prices over the rounds, and the deals. */
export function Picture({ view, width, height, colorOf, colors }: PictureProps<BazaarView>) {
  const open = view.offers.filter(({ quantity }) => quantity === 1);
  const prices = open.map(({ price }) => price);
  const [low, high] = prices.length === 0 ? [0, 1] : [Math.min(...prices), Math.max(...prices)];
  const x = (round: number) => 40 + (round / Math.max(1, view.max_rounds - 1)) * (width - 80);
  const y = (price: number) => height - 40 - ((price - low) / Math.max(0.01, high - low)) * (height - 80);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden>
      <rect width={width} height={height} fill={colors.paper} />
      {open.map(({ offer_id, side, price, round, status }) => (
        <circle key={offer_id} cx={x(round)} cy={y(price)} r={status === 'accepted' ? 18 : 10} fill={colorOf(`${side}_0`)} />
      ))}
    </svg>
  );
}
