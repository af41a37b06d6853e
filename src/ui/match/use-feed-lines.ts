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
    () => withHeadings(feedLines(reel.frames, ruler.roundOf, { words: screens.feed, tell: sentenceOf }), ruler),
    [screens, reel, ruler, sentenceOf],
  );
  const tell = useCallback((seq: number) => sentenceOf(reel.frames[seq - 1]), [reel, sentenceOf]);
  return { lines, tell };
}

/** Headings as people read them. What comes after the last round, such as the end, is told under it: there is no round 13 of 12. */
export function withHeadings(lines: readonly FeedLine[], { rounds, shown }: Pick<Ruler, 'rounds' | 'shown'>): FeedLine[] {
  let heading: number | null = null;
  return lines.flatMap((line): FeedLine[] => {
    if (line.kind !== 'round') return [line];
    const round = shown(Math.min(line.round, rounds - 1));
    if (round === heading) return [];
    heading = round;
    return [{ ...line, round }];
  });
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
