import type { PictureProps } from '~/contract/screens';
import { HIGHEST_PRICE, type OffersView } from '../types';

/** Two people and a price between them. */
export function EntryDrawing() {
  return (
    <svg viewBox="0 0 160 60" width="160" height="60" role="img" aria-label="A seller, a buyer and a price between them">
      <circle cx="30" cy="30" r="18" fill="var(--lab-0)" />
      <circle cx="130" cy="30" r="18" fill="var(--lab-1)" />
      <path d="M54 30H106M98 24l8 6-8 6M62 24l-8 6 8 6" fill="none" stroke="var(--ink-2)" strokeWidth="2" />
    </svg>
  );
}

/** The prices over the turns, and the one that was agreed on. */
export function Picture({ view, colorOf, colors, width, height }: PictureProps<OffersView>) {
  const turns = Math.max(1, view.rounds * 2);
  const x = (turn: number) => 40 + (turn / turns) * (width - 80);
  const y = (price: number) => 30 + ((HIGHEST_PRICE - price) / HIGHEST_PRICE) * (height - 60);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden>
      <rect width={width} height={height} fill={colors.paper} />
      {[0, 25, 50, 75, 100].map((price) => (
        <line key={price} x1="40" x2={width - 40} y1={y(price)} y2={y(price)} stroke={colors.line} />
      ))}
      {view.agreed === null ? null : (
        <line x1="40" x2={width - 40} y1={y(view.agreed)} y2={y(view.agreed)} stroke={colors.gain} strokeWidth="6" />
      )}
      {view.history.flatMap((event) =>
        event.type === 'price_named'
          ? [<circle key={event.turn} cx={x(event.turn)} cy={y(event.price)} r="12" fill={colorOf(event.seat)} />]
          : [],
      )}
    </svg>
  );
}
