/** The events that readers may want to jump to. */
import type { FeedLabels, MarkKind } from '~/contract/screens';
import type { Frame } from '~/live/protocol';

export interface Chapter {
  seq: number;
  round: number;
  /** A few words: `Coalition A + B`. */
  title: string;
  kind: MarkKind | null;
}

/** From the game's titles; a game without titles has no chapters. */
export function chaptersOf(frames: readonly Frame[], feed: FeedLabels, roundOf: (seq: number) => number): Chapter[] {
  return frames.flatMap(({ seq, event }) => {
    const title = event && feed.chapterOf?.(event);
    return event && title ? [{ seq, round: feed.roundOf?.(event) ?? roundOf(seq), title, kind: feed.markOf(event) }] : [];
  });
}
