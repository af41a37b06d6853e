import type { MatchCard } from '~/live/protocol';

/** The policies in a match's seats, the scored one first. */
export function playersOf(card: MatchCard): string {
  return card.seats.map((seat) => seat.policy).join(', ');
}

/** The score of the first seat, final or so far; null while it is private or there is none. */
export function scoreOf(card: MatchCard): number | null {
  const [first] = card.seats;
  return first ? (card.scores?.[first.seat] ?? null) : null;
}

/** For headings and links: who plays what. */
export function matchWords(card: MatchCard): string {
  return `${playersOf(card)} on ${card.task}${card.seed === null ? '' : `, seed ${card.seed}`}`;
}

/** The showcase to watch: one that still runs, else the newest there is. `cards` are newest first. */
export function showcaseOf(cards: readonly MatchCard[]): MatchCard | null {
  return cards.find((card) => card.showcase && isLive(card)) ?? cards.find((card) => card.showcase) ?? null;
}

export function isLive(card: MatchCard): boolean {
  return card.status === 'running' || card.status === 'paused';
}

/** How a finished match ended: at its last round, or before it because a lab chose to finish. */
export function finishWords(card: MatchCard): string {
  return card.round < card.rounds ? `finished in round ${card.round} of ${card.rounds}` : 'finished';
}
