import { playerWords } from '~/contract/player';
import { frontOf, roundText, seatNamesOf } from '~/games/screens';
import { formatFixed, formatNumber } from '~/kit/format';
import type { MatchCard } from '~/live/protocol';
import type { Figure } from '~/store/tournaments/tournament';
import { gameTitle, taskTitle } from '../task-title';

/** The players of a match in seat order, with a count for several seats: `Planner ×6`. */
export function playersOf(card: MatchCard): string {
  const counts = new Map<string, number>();
  for (const player of card.seats.map(playerWords)) counts.set(player, (counts.get(player) ?? 0) + 1);
  return [...counts].map(([player, count]) => (count === 1 ? player : `${player} ×${count}`)).join(', ');
}

/** The first seat's score, final or current; null if hidden or missing. */
export function scoreOf(card: MatchCard): number | null {
  const [first] = card.seats;
  return first ? (card.scores?.[first.seat] ?? null) : null;
}

/** For matches with equal seats: the lab with the highest score; null if hidden, or if only one seat is scored. */
export function bestOf(card: MatchCard): SeatScore | null {
  if (card.seats.length < 2) return null;
  return seatScores(card).reduce<SeatScore | null>((best, one) => (best === null || one.score > best.score ? one : best), null);
}

interface SeatScore {
  seat: string;
  score: number;
}

/** The scores that are known, in seat order. */
export function seatScores({ seats, scores }: Pick<MatchCard, 'seats' | 'scores'>): SeatScore[] {
  return seats.flatMap(({ seat }) => {
    const score = scores?.[seat];
    return typeof score === 'number' ? [{ seat, score }] : [];
  });
}

/** By how much the best is ahead: `12.3 cr ahead`, or how many share the first place. Empty if nothing is known to compare with. */
export function marginText(card: Pick<MatchCard, 'key' | 'seats' | 'scores'>): string {
  const [first, second] = seatScores(card).toSorted((a, b) => b.score - a.score);
  if (first === undefined || second === undefined) return '';
  if (first.score > second.score) return `${scoreLabel(card, first.score - second.score)} ahead`;
  const level = seatScores(card).filter(({ score }) => score === first.score).length;
  return `${level} seats level`;
}

/** Who sits there: a person or a program by name, otherwise the seat. */
export function holderOf({ key, seats }: Pick<MatchCard, 'key' | 'seats'>, seat: string): string {
  const card = seats.find((one) => one.seat === seat);
  return card !== undefined && 'name' in card ? card.name : seatNamesOf(key).nameOf(seat);
}

/** A score with what it measures: lists mix games, whose scores cannot be compared. */
export function scoreText({ key }: { key: string }, value: number): string {
  return frontOf(key)?.scoreText?.(value) ?? scoreLabel({ key }, value);
}

/** A mean with its interval, and what it measures: `profit 30.3 cr [29.3, 31.2]`. */
export function meanText(key: string, mean: number, interval: readonly [number, number] | null = null): string {
  const ends = interval?.map((end) => /[−\d.,]+%?/.exec(scoreText({ key }, end))?.[0] ?? formatNumber(end));
  return `${scoreText({ key }, mean)}${ends ? ` [${ends.join(', ')}]` : ''}`;
}

/** A score of a tournament, which is the gain where a game has gains. */
export function tournamentScoreText(key: string, { mean, interval }: Pick<Figure, 'mean' | 'interval'>): string {
  return frontOf(key)?.gains === undefined ? meanText(key, mean, interval) : `gain ${figureText({ mean, interval })}`;
}

function figureText({ mean, interval }: Pick<Figure, 'mean' | 'interval'>): string {
  return `${formatFixed(mean, 2)}${interval ? ` [${interval.map((end) => formatFixed(end, 2)).join(', ')}]` : ''}`;
}

/** A score in the game's unit. */
export function scoreLabel({ key }: { key: string }, value: number): string {
  return `${formatNumber(value)} ${frontOf(key)?.unit ?? ''}`.trim();
}

/** A task's name, with the game unless it is the benchmark's. */
export function taskLabel(card: Pick<MatchCard, 'key' | 'task'>): string {
  return frontOf(card.key)?.benchmark ? taskTitle(card) : `${taskTitle(card)} (${gameTitle(card.key)})`;
}

/** For headings and links: who plays what. */
export function matchLabel(card: MatchCard): string {
  return `${playersOf(card)} on ${taskLabel(card)}${card.seed === null ? '' : `, seed ${card.seed}`}`;
}

/** The showcase to watch: a running one, or else the newest. `cards` are newest first. */
export function showcaseOf(cards: readonly MatchCard[]): MatchCard | null {
  return cards.find((card) => card.showcase && isLive(card)) ?? cards.find((card) => card.showcase) ?? null;
}

export function isLive(card: Pick<MatchCard, 'status'>): boolean {
  return card.status === 'lobby' || card.status === 'running' || card.status === 'paused';
}

/** How a finished match ended: in its last round, or earlier because a lab finished; and whether it is invalid (`fault`). */
export function finishLabel(card: MatchCard): string {
  const words = card.round < card.rounds ? `finished in ${roundText(card.key, card.round, card.rounds)}` : 'finished';
  return card.fault === null ? words : `${words}, not counted in any results`;
}
