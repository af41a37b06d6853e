import type { Bubble, FeedLabels, MarkKind } from '~/contract/screens';
import type { Frame } from '~/live/protocol';

/** A line of the feed: a round's heading, or what happened at `seq`. */
export type FeedLine =
  | { kind: 'round'; seq: number; round: number }
  | { kind: 'said'; seq: number; text: string; code: string; topic: string; mark: MarkKind | null; bubble: Bubble | null; mover?: string };

/** The frames as feed lines; `tell` describes a frame's event. */
export function feedLines(
  frames: readonly Frame[],
  roundOf: (seq: number) => number,
  { words, tell }: { words: FeedLabels; tell: (frame: Frame) => string | null },
): FeedLine[] {
  const lines: FeedLine[] = [];
  let round = -1;
  for (const frame of frames) {
    const now = (frame.event && words.roundOf?.(frame.event)) ?? roundOf(frame.seq);
    if (now !== round) lines.push({ kind: 'round', seq: frame.seq, round: now });
    round = now;
    const topic = frame.event && words.topicOf(frame.event);
    const text = topic ? tell(frame) : null;
    if (!frame.event || !topic || !text) continue;
    const { seq, event } = frame;
    const [code, mark, bubble] = [words.codeOf(event), words.markOf(event), words.bubbleOf?.(event) ?? null];
    const mover = words.moverOf?.(event);
    lines.push({ kind: 'said', seq, text, code, topic, mark, bubble, ...(mover && { mover }) });
  }
  return lines;
}

/** Number of lines up to an instant. */
export function linesUntil(lines: readonly FeedLine[], seq: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
