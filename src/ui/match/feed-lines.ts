import type { ToldEvent } from '~/games/gpu-market/told-events';
import type { Frame } from '~/live/protocol';
import { type MarkKind, marketEvent, markOf } from '../replay/marks';

export type FeedTopic = 'trade' | 'talk' | 'capacity' | 'shock' | 'refusal';

/** One line of the feed: a round's heading, or what happened at `seq`. */
export type FeedLine =
  | { kind: 'round'; seq: number; round: number }
  | { kind: 'said'; seq: number; text: string; code: string; topic: FeedTopic; mark: MarkKind | null };

/** Bookkeeping that another line already tells is left out. */
export function topicOf(event: ToldEvent): FeedTopic | null {
  switch (event.type) {
    case 'offer_made':
    case 'offer_accepted':
    case 'offer_closed':
      return 'trade';
    case 'message_posted':
    case 'pitches_judged':
    case 'coalition_formed':
    case 'coalition_committed':
      return 'talk';
    case 'block_marked':
    case 'job_allocated':
    case 'match_opened':
    case 'match_ended':
      return 'capacity';
    case 'shock_struck':
      return 'shock';
    case 'coalition_broken':
      return 'refusal';
    case 'action_resolved':
      return event.result.ok ? (event.result.code === 'waited' ? 'capacity' : null) : 'refusal';
    default:
      return null;
  }
}

/** The frames as feed lines; `tell` says what a frame's event was. */
export function feedLines(frames: readonly Frame[], roundOf: (seq: number) => number, tell: (frame: Frame) => string | null): FeedLine[] {
  const lines: FeedLine[] = [];
  let round = -1;
  for (const frame of frames) {
    const now = roundOf(frame.seq);
    if (now !== round) lines.push({ kind: 'round', seq: frame.seq, round: now });
    round = now;
    const line = lineOf(frame, tell);
    if (line) lines.push(line);
  }
  return lines;
}

function lineOf(frame: Frame, tell: (frame: Frame) => string | null): FeedLine | null {
  const event = marketEvent(frame);
  const topic = event && topicOf(event);
  const text = topic ? tell(frame) : null;
  if (!event || !topic || !text) return null;
  const code = event.type === 'action_resolved' ? event.result.code : event.type;
  return { kind: 'said', seq: frame.seq, text, code, topic, mark: markOf(event) };
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
