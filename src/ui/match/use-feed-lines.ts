'use client';
import { useCallback, useMemo } from 'react';
import { describe, type Names } from '~/games/gpu-market/describe';
import type { MarketView } from '~/games/gpu-market/view';
import type { Frame } from '~/live/protocol';
import { labName } from '../kit/lab-hue';
import { marketEvent } from '../replay/marks';
import { type Reel, viewAt } from '../replay/reel';
import type { Ruler } from '../replay/ruler';
import { type FeedLine, feedLines } from './feed-lines';

interface Feed {
  lines: FeedLine[];
  /** What happened at an instant, for the scrubber. */
  tell: (seq: number) => string;
}

/** The record in sentences, each made once. */
export function useFeedLines(reel: Reel<MarketView>, ruler: Ruler): Feed {
  const opening = viewAt(reel, 1);
  const sentenceOf = useMemo(() => storyteller(opening), [opening]);
  const lines = useMemo(() => feedLines(reel.frames, ruler.roundOf, sentenceOf), [reel, ruler, sentenceOf]);
  const tell = useCallback((seq: number) => sentenceOf(reel.frames[seq - 1]), [reel, sentenceOf]);
  return { lines, tell };
}

/** A watcher is no player: lab_0, which the rules call You, has a name here as the others have. */
export function storyteller(opening: MarketView | null): (frame: Frame | undefined) => string {
  const names: Names = Object.fromEntries((opening?.labs ?? []).map((lab) => [lab.lab_id, labName(lab.lab_id)]));
  const told = new WeakMap<Frame, string>();
  return (frame) => {
    if (!frame) return '';
    const known = told.get(frame);
    if (known !== undefined) return known;
    const event = marketEvent(frame);
    const sentence = event ? describe(event, names) : 'Something happened that stays private until the match ends.';
    told.set(frame, sentence);
    return sentence;
  };
}
