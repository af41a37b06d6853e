import type { GameEvent } from '~/contract/game';
import type { Frame } from '~/live/protocol';
import type { MarkKind } from '../replay/marks';

export type FeedTopic = 'trade' | 'coalition' | 'talk' | 'capacity' | 'shock' | 'refusal';

/** One line of the feed: a round's heading, or what happened at `seq`. */
export type FeedLine =
  | { kind: 'round'; seq: number; round: number }
  | { kind: 'said'; seq: number; text: string; code: string; topic: FeedTopic; mark: MarkKind | null };

/** What a ruleset's events are to a feed. */
export interface FeedWords {
  /** Bookkeeping that another line already tells is left out: null. */
  topicOf(event: GameEvent): FeedTopic | null;
  /** The code beside the line. */
  codeOf(event: GameEvent): string;
  markOf(event: GameEvent): MarkKind | null;
}

/** The frames as feed lines; `tell` says what a frame's event was. */
export function feedLines(
  frames: readonly Frame[],
  roundOf: (seq: number) => number,
  { words, tell }: { words: FeedWords; tell: (frame: Frame) => string | null },
): FeedLine[] {
  const lines: FeedLine[] = [];
  let round = -1;
  for (const frame of frames) {
    const now = roundOf(frame.seq);
    if (now !== round) lines.push({ kind: 'round', seq: frame.seq, round: now });
    round = now;
    const topic = frame.event && words.topicOf(frame.event);
    const text = topic ? tell(frame) : null;
    if (!frame.event || !topic || !text) continue;
    lines.push({ kind: 'said', seq: frame.seq, text, code: words.codeOf(frame.event), topic, mark: words.markOf(frame.event) });
  }
  return lines;
}

/** How many lines have been said up to an instant. */
export function linesUntil(lines: readonly FeedLine[], seq: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
