import type { GameEvent } from '~/contract/game';
import type { Frame } from '~/live/protocol';

export const MARK_KINDS = ['trade', 'coalition', 'pitch', 'shock', 'settlement', 'refusal', 'breach'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

export interface Mark {
  seq: number;
  kind: MarkKind;
}

/** The marks of a record; what deserves one is the ruleset's matter. */
export function marksOf(frames: readonly Frame[], markOf: (event: GameEvent) => MarkKind | null): Mark[] {
  return frames.flatMap((frame) => {
    const kind = frame.event && markOf(frame.event);
    return kind ? [{ seq: frame.seq, kind }] : [];
  });
}
