import type { GameEvent } from '~/contract/game';
import type { MarkKind } from '~/contract/screens';
import type { Frame } from '~/live/protocol';

export interface Mark {
  seq: number;
  kind: MarkKind;
}

/** The marks of a record, as its game defines them. */
export function marksOf(frames: readonly Frame[], markOf: (event: GameEvent) => MarkKind | null): Mark[] {
  return frames.flatMap((frame) => {
    const kind = frame.event && markOf(frame.event);
    return kind ? [{ seq: frame.seq, kind }] : [];
  });
}
