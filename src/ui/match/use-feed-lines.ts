'use client';
import { useCallback, useMemo } from 'react';
import type { Frame } from '~/live/protocol';
import { type Reel, viewAt } from '../replay/reel';
import type { Ruler } from '../replay/ruler';
import { type FeedLine, feedLines } from './feed-lines';
import type { AnyMatchParts, StageView } from './match-parts';

interface Feed {
  lines: FeedLine[];
  /** What happened at an instant, for the scrubber. */
  tell: (seq: number) => string;
}

/** The record in sentences, each made once. */
export function useFeedLines(parts: AnyMatchParts, reel: Reel<StageView>, ruler: Ruler): Feed {
  const opening = viewAt(reel, 1);
  const sentenceOf = useMemo(() => storyteller(parts, opening), [parts, opening]);
  const lines = useMemo(() => feedLines(reel.frames, ruler.roundOf, { words: parts, tell: sentenceOf }), [parts, reel, ruler, sentenceOf]);
  const tell = useCallback((seq: number) => sentenceOf(reel.frames[seq - 1]), [reel, sentenceOf]);
  return { lines, tell };
}

/** Says what a frame's event was; a watcher is no player, so every lab has a name. */
export function storyteller(parts: AnyMatchParts, opening: StageView | null): (frame: Frame | undefined) => string {
  const names = Object.fromEntries((opening?.labs ?? []).map((lab) => [lab.lab_id, parts.naming.nameOf(lab.lab_id)]));
  const told = new WeakMap<Frame, string>();
  return (frame) => {
    if (!frame) return '';
    const known = told.get(frame);
    if (known !== undefined) return known;
    const sentence = frame.event ? parts.tell(frame.event, names) : 'Something happened that stays private until the match ends.';
    told.set(frame, sentence);
    return sentence;
  };
}
