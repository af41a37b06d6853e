import { playerOf } from '~/contract/player';
import { frontOf } from '~/games/screens';
import { formatNumber, roundLabel } from '~/kit/format';
import type { MatchCard } from '~/live/protocol';
import { taskTitle } from '../match/task-title';

/** Who plays a match's seats, in their order; who has several is counted: `planner ×6`. */
export function playersOf(card: MatchCard): string {
  const counts = new Map<string, number>();
  for (const player of card.seats.map(playerOf)) counts.set(player, (counts.get(player) ?? 0) + 1);
  return [...counts].map(([player, count]) => (count === 1 ? player : `${player} ×${count}`)).join(', ');
}

/** The score of the first seat, final or so far; null while it is private or there is none. */
export function scoreOf(card: MatchCard): number | null {
  const [first] = card.seats;
  return first ? (card.scores?.[first.seat] ?? null) : null;
}

/** In a match of equal seats: the lab that has made most, and what; null while that is private, or where one seat alone is scored. */
export function bestOf(card: MatchCard): { seat: string; score: number } | null {
  if (card.seats.length < 2) return null;
  const known = Object.entries(card.scores ?? {}).flatMap(([seat, score]) => (score === null ? [] : [{ seat, score }]));
  return known.reduce<(typeof known)[number] | null>((best, one) => (best === null || one.score > best.score ? one : best), null);
}

/** A figure of a match's seats in the game's own unit. */
export function scoreLabel({ key }: Pick<MatchCard, 'key'>, value: number): string {
  return `${formatNumber(value)} ${frontOf(key)?.unit ?? ''}`.trim();
}

/** A task's name; of which game, where it is not the benchmark's. */
export function taskLabel(card: Pick<MatchCard, 'key' | 'task'>): string {
  return frontOf(card.key)?.benchmark ? taskTitle(card) : `${taskTitle(card)} (${card.key})`;
}

/** For headings and links: who plays what. */
export function matchLabel(card: MatchCard): string {
  return `${playersOf(card)} on ${taskLabel(card)}${card.seed === null ? '' : `, seed ${card.seed}`}`;
}

/** The showcase to watch: one that still runs, else the newest there is. `cards` are newest first. */
export function showcaseOf(cards: readonly MatchCard[]): MatchCard | null {
  return cards.find((card) => card.showcase && isLive(card)) ?? cards.find((card) => card.showcase) ?? null;
}

export function isLive(card: Pick<MatchCard, 'status'>): boolean {
  return card.status === 'lobby' || card.status === 'running' || card.status === 'paused';
}

/** How a finished match ended: at its last round, or before it because a lab chose to finish; and whether it is nobody's result (`fault`). */
export function finishLabel(card: MatchCard): string {
  const words = card.round < card.rounds ? `finished in ${roundLabel(card.round, card.rounds)}` : 'finished';
  return card.fault === null ? words : `${words}, counts in no table`;
}
