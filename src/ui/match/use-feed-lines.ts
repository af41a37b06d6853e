'use client';
import { useCallback, useMemo } from 'react';
import type { AnyGameScreens } from '~/contract/screens';
import type { Frame } from '~/live/protocol';
import { type Reel, viewAt } from '../replay/reel';
import type { Ruler } from '../replay/ruler';
import { type FeedLine, feedLines } from './feed-lines';

interface Feed {
  lines: FeedLine[];
  /** What happened at an instant, for the scrubber. */
  tell: (seq: number) => string;
}

/** The record in sentences, each generated once. */
export function useFeedLines(screens: AnyGameScreens, reel: Reel, ruler: Ruler): Feed {
  const opening = viewAt(reel, 1);
  const sentenceOf = useMemo(() => storyteller(screens, opening), [screens, opening]);
  const lines = useMemo(
    () =>
      feedLines(reel.frames, ruler.roundOf, { words: screens.feed, tell: sentenceOf }).map((line) =>
        line.kind === 'round' ? { ...line, round: ruler.shown(line.round) } : line,
      ),
    [screens, reel, ruler, sentenceOf],
  );
  const tell = useCallback((seq: number) => sentenceOf(reel.frames[seq - 1]), [reel, sentenceOf]);
  return { lines, tell };
}

/** Describes a frame's event. For a watcher, every seat has a name. */
export function storyteller({ match, feed, names }: AnyGameScreens, opening: object | null): (frame: Frame | undefined) => string {
  const seats = [...(opening ? match.thingsOf(opening).values() : [])].filter(({ kind }) => kind === 'seat');
  const called = Object.fromEntries(seats.map(({ id }) => [id, names.nameOf(id)]));
  const told = new WeakMap<Frame, string>();
  return (frame) => {
    if (!frame) return '';
    const known = told.get(frame);
    if (known !== undefined) return known;
    const sentence = frame.event ? feed.tell(frame.event, called) : 'Something happened that stays private until the match ends.';
    told.set(frame, sentence);
    return sentence;
  };
}
