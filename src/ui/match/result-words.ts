import { formatFixed, formatNumber } from '~/kit/format';
import type { Place } from './standing';

/** The figures by which a match is ranked. */
export interface Figures {
  places: readonly Place[];
  unit: string;
  /** By which the places are ranked, if the score is not the figure itself; null: not known, or not in this game. */
  gains: Readonly<Record<string, number>> | null;
  /** The name of the figures by which they are ranked instead. */
  profit: string | null;
}

/** Who won, by the figure that the game scores. */
export function resultWords({ places, unit, gains, profit }: Figures, called: (seat: string) => string): string {
  const winners = places.filter(({ rank }) => rank === 1);
  const [winner] = winners;
  if (winner === undefined || winner.value === null) return 'The match is over';
  const who = winners.map(({ seat }) => called(seat)).join(' and ');
  const next = places.find(({ rank }) => rank !== null && rank > 1);
  if (gains !== null) {
    const gain = (seat: string) => Math.round((gains[seat] ?? 0) * 100) / 100;
    if (winners.length > 1) return `${who} share first place with a gain of ${formatFixed(gain(winner.seat), 2)}`;
    const ahead = next === undefined ? '' : `, ${formatFixed(gain(winner.seat) - gain(next.seat), 2)} ahead of the next`;
    return `${who} wins with a gain of ${formatFixed(gain(winner.seat), 2)}${ahead}`;
  }
  const lead = next === undefined || next.value === null ? null : `${formatNumber(winner.value - next.value)} ${unit}`.trimEnd();
  if (places.length === 1) return `${who} made ${formatNumber(winner.value)} ${unit}`.trim();
  if (profit !== null && winners.length > 1) return `${who} made the same ${profit}, the most`;
  if (profit !== null) return `${who} made the most ${profit}${lead === null ? '' : `: ${lead} more than the next`}`;
  return winners.length > 1 ? `${who} share first place` : `${who} wins${lead === null ? '' : ` by ${lead}`}`;
}
