/** Chooses the home page's match and its stops: the events that its game marks on the timeline. */

import type { FeedLabels } from '~/contract/screens';
import type { Frame, MatchCard } from '~/live/protocol';

/** Reserved height, so that nothing moves when the match loads. */
export const MATCH_HEIGHT = 'min-h-[38rem] md:min-h-[26rem]';

/** A match of this server, or the recording included with Mandi. */
export type Shown = { kind: 'match'; id: string } | { kind: 'recording' };

/**
 * Prefers a live match with visible scores: one with models first, then the newest. Otherwise the best recent one: most seats, then people
 * or models, then the closest finish, then the newest. Otherwise the recording. Excludes matches with a single seat, matches that hide
 * their market, and `still`, the ids of live matches without activity.
 */
export function chooseMatch(live: readonly MatchCard[], recent: readonly MatchCard[], still: readonly string[] = []): Shown {
  const moving = live.filter((card) => isShowable(card) && !still.includes(card.id));
  const card = best(moving, [visited]) ?? best(recent.filter(hasEnded), [crowd, visited, closeness]);
  return card === null ? { kind: 'recording' } : { kind: 'match', id: card.id };
}

function isShowable(card: MatchCard): boolean {
  return card.status === 'running' && card.visibility === 'open' && card.seats.length > 1 && !card.isPrivate && card.delayTurns === 0;
}

function hasEnded(card: MatchCard): boolean {
  return card.status === 'finished' && card.fault === null && card.seats.length > 1 && !card.isPrivate && card.scores !== null;
}

type Merit = (card: MatchCard) => number;

const visited: Merit = ({ seats }) => (seats.some(({ kind }) => kind !== 'script') ? 1 : 0);
const crowd: Merit = ({ seats }) => seats.length;

/** The smaller the first's lead over the second, the better. */
const closeness: Merit = ({ scores }) => {
  const [first = 0, second = 0] = Object.values(scores ?? {})
    .flatMap((score) => score ?? [])
    .toSorted((a, b) => b - a);
  return second - first;
};

/** The best by the first criterion, then by the next. `cards` are newest first, and ties go to the newest. */
function best(cards: readonly MatchCard[], merits: readonly Merit[]): MatchCard | null {
  return cards.reduce<MatchCard | null>((chosen, card) => (chosen === null || isBetter(card, chosen, merits) ? card : chosen), null);
}

function isBetter(card: MatchCard, other: MatchCard, merits: readonly Merit[]): boolean {
  for (const merit of merits) {
    const lead = merit(card) - merit(other);
    if (lead !== 0) return lead > 0;
  }
  return false;
}

/** A stop: the event after which the match is shown, and its sentence. */
export interface Beat {
  seq: number;
  text: string;
}

/** The stops of a record, without refusals. */
export function beatsOf(
  frames: readonly Frame[],
  feed: Pick<FeedLabels, 'markOf' | 'tell'>,
  names: Readonly<Record<string, string>>,
): Beat[] {
  return frames.flatMap(({ seq, event }) => {
    const mark = event === null ? null : feed.markOf(event);
    return event === null || mark === null || mark === 'refusal' ? [] : [{ seq, text: feed.tell(event, names) }];
  });
}

/** How long a stop is shown: long enough to read it, within limits. */
export function dwellMs(text: string): number {
  return Math.min(6_000, Math.max(2_400, 900 + text.length * 38));
}
