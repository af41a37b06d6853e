import type { ToldEvent } from '~/games/gpu-market/told-events';
import type { Frame } from '~/live/protocol';

export const MARK_KINDS = ['trade', 'coalition', 'pitch', 'shock', 'refusal', 'breach'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

export interface Mark {
  seq: number;
  kind: MarkKind;
}

/** Frames of this game carry its events; the server made them with the same types. */
export function marketEvent(frame: Frame | undefined): ToldEvent | null {
  return (frame?.event ?? null) as ToldEvent | null;
}

/** What deserves a mark on the scrubber; most events do not. */
export function markOf(event: ToldEvent | null): MarkKind | null {
  switch (event?.type) {
    case 'offer_accepted':
      return 'trade';
    case 'coalition_formed':
    case 'coalition_committed':
      return 'coalition';
    case 'coalition_broken':
      return event.status === 'breached' ? 'breach' : 'coalition';
    case 'pitches_judged':
      return 'pitch';
    case 'shock_struck':
      return 'shock';
    case 'action_resolved':
      return event.result.ok ? null : 'refusal';
    default:
      return null;
  }
}

export function marksOf(frames: readonly Frame[]): Mark[] {
  return frames.flatMap((frame) => {
    const kind = markOf(marketEvent(frame));
    return kind ? [{ seq: frame.seq, kind }] : [];
  });
}

/** How long an event stays on stage at speed 1, in milliseconds: long enough to read what people see, next to nothing for bookkeeping. */
export function dwellOf(event: ToldEvent | null): number {
  switch (event?.type) {
    case 'shock_struck':
    case 'offer_accepted':
    case 'pitches_judged':
    case 'coalition_broken':
      return 1100;
    case 'round_started':
      return 700;
    case 'offer_made':
    case 'offer_closed':
    case 'message_posted':
    case 'coalition_formed':
    case 'coalition_committed':
    case 'job_allocated':
    case 'block_marked':
    case 'match_opened':
    case 'match_ended':
      return 600;
    case 'action_resolved':
      return event.result.ok ? 60 : 900;
    default:
      return 60;
  }
}
