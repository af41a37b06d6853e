/** The topics of a market's record, the same for both rulesets. */
import type { FeedTopic, MarkKind } from '~/contract/screens';

export const MARKET_TOPICS: readonly FeedTopic[] = [
  { topic: 'match', name: 'match', story: true },
  { topic: 'deal', name: 'deals', story: true },
  { topic: 'offer', name: 'offers' },
  { topic: 'coalition', name: 'coalitions', story: true },
  { topic: 'pledge', name: 'pledges' },
  { topic: 'job', name: 'jobs', story: true },
  { topic: 'prize', name: 'pitches', story: true },
  { topic: 'shock', name: 'shocks', story: true, tone: 'amber' },
  { topic: 'talk', name: 'talk', talk: true },
  { topic: 'capacity', name: 'capacity' },
  { topic: 'refusal', name: 'illegal moves', folded: true },
];

export const MARKET_MARKS: readonly { kind: MarkKind; word: string }[] = [
  { kind: 'trade', word: 'trade' },
  { kind: 'coalition', word: 'coalition' },
  { kind: 'pitch', word: 'pitches judged' },
  { kind: 'shock', word: 'shock' },
  { kind: 'breach', word: 'breach' },
];

/** Moves are classified by their result. */
export function codeOf(event: { type: string; result?: unknown }): string {
  const { type, result } = event;
  return type === 'action_resolved' && typeof result === 'object' && result !== null && 'code' in result ? String(result.code) : type;
}

/** `Capacity failure` */
export function shockTitle(kind: string): string {
  return kind.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
}
