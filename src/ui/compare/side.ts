import { playerWords } from '~/contract/player';
import type { AnyGameScreens } from '~/contract/screens';
import type { MatchCard } from '~/live/protocol';
import { playersOf } from '../matches/card-labels';
import type { Reel } from '../replay/reel';

/** One of the two compared matches. */
export interface Side {
  card: MatchCard;
  screens: AnyGameScreens;
  reel: Reel;
  /** The round of each event. */
  rounds: readonly number[];
}

/** The players of both sides where they differ; all of them, if they do not or if the seats are others. */
export function partedPlayers(left: MatchCard, right: MatchCard): { left: string; right: string } {
  const other = new Map(right.seats.map((one) => [one.seat, playerWords(one)]));
  const parted = left.seats.filter((one) => other.get(one.seat) !== playerWords(one)).map(({ seat }) => seat);
  const isSame = left.seats.length === right.seats.length && left.seats.every(({ seat }) => other.has(seat));
  if (!isSame || parted.length === 0) return { left: policyOf(left), right: policyOf(right) };
  const among = (card: MatchCard) => policyOf({ ...card, seats: card.seats.filter(({ seat }) => parted.includes(seat)) });
  return { left: among(left), right: among(right) };
}

/** Which of these lines the other list has too, each as often as it is there. */
export function sharedLines(lines: readonly string[], others: readonly string[]): boolean[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.map((line) => {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    return count > 0;
  });
}

/** A short name of its player. */
export function policyOf(card: MatchCard): string {
  return playersOf(card) || 'nobody';
}
