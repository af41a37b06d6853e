/** The words and lines on a card of a good replay. */
import { frontOf, seatNamesOf } from '~/games/screens';
import { formatNumber } from '~/kit/format';
import type { Highlight, MatchCard } from '~/live/protocol';
import { calledAt } from '../match/standing';

/** Why this match is shown. */
export function titleOf({ kind, card }: Pick<Highlight, 'kind' | 'card'>): string {
  if (kind === 'swing') return 'Greatest comeback';
  if (kind === 'together') return 'Biggest coalition';
  if (kind === 'close') return 'Closest finish';
  if (kind === 'clear') return 'Clearest win';
  return card.seats.some((seat) => seat.kind === 'agent') ? 'A model against people' : 'People against bots';
}

/** Who won, and by how much. Where rankings go by a gain, the card's figure is the profit and is called so. */
export function bestSentence({ key, seats, scores }: Pick<MatchCard, 'key' | 'seats' | 'scores'>): string {
  const known = Object.entries(scores ?? {})
    .flatMap(([seat, score]) => (score === null ? [] : [{ seat, score }]))
    .toSorted((a, b) => b.score - a.score);
  const [first] = known;
  if (first === undefined) return '';
  const front = frontOf(key);
  const amount = (value: number) => `${formatNumber(value)} ${front?.unit ?? ''}`.trim();
  const called = (seat: string) => calledAt(seats, seat, seatNamesOf(key).nameOf);
  const best = known.filter(({ score }) => score === first.score).map(({ seat }) => called(seat));
  const next = known.find(({ score }) => score < first.score);
  const what = front?.gains ? ' the most profit' : '';
  if (best.length > 1)
    return `${best.join(' and ')} ${front?.gains ? 'made the same profit, the most' : 'share first place'}: ${amount(first.score)}.`;
  const lead = next === undefined ? '' : `, ${amount(first.score - next.score)} more than the next`;
  return front?.gains ? `${best[0]} made${what}: ${amount(first.score)}${lead}.` : `${best[0]} won with ${amount(first.score)}${lead}.`;
}

/** What makes it worth watching; empty: the title says it. */
export function figureSentence({ kind, figure }: Pick<Highlight, 'kind' | 'figure'>, amount: (value: number) => string): string {
  if (kind === 'swing') return `It trailed by ${amount(figure)} at one point.`;
  return kind === 'together' ? `${figure} of them worked together.` : '';
}

interface Lines {
  /** Where zero is, from the top. */
  zero: number;
  lines: { seat: string; path: string }[];
}

const PAD = 3;

/** One line per seat through its scores after each round, from zero at the left edge, all on one scale. */
export function raceLines(race: Readonly<Record<string, readonly number[]>>, { width, height }: { width: number; height: number }): Lines {
  const all = Object.values(race).flat();
  const low = Math.min(0, ...all);
  const high = Math.max(0, ...all, low + 1e-9);
  const rounds = Math.max(1, ...Object.values(race).map((scores) => scores.length));
  const y = (value: number) => tidy(PAD + ((high - value) / (high - low)) * (height - 2 * PAD));
  const lines = Object.entries(race).map(([seat, scores]) => ({
    seat,
    path: `M${[0, ...scores].map((score, place) => `${tidy((place / rounds) * width)} ${y(score)}`).join('L')}`,
  }));
  return { zero: y(0), lines };
}

function tidy(value: number): number {
  return Math.round(value * 10) / 10;
}
