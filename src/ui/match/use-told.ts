'use client';
import { useCallback, useMemo } from 'react';
import type { AnyGameScreens } from '~/contract/screens';
import { roundShown } from '~/games/screens';
import type { MatchCard } from '~/live/protocol';
import { isLive } from '../matches/card-labels';
import type { Pace } from '../replay/cursor';
import { marksOf } from '../replay/marks';
import { type Reel, viewAt } from '../replay/reel';
import { makeRuler } from '../replay/ruler';
import { useCursor, useInstantInAddress } from '../replay/use-cursor';
import { chaptersOf } from './chapters';
import { storyItems } from './story-lines';
import { useFeedLines } from './use-feed-lines';

/** Default time an event is shown. */
const USUAL_DWELL_MS = 700;

interface Match {
  screens: AnyGameScreens;
  card: MatchCard;
  reel: Reel<object>;
  initialAt: number | null;
}

/** The record as described, and the reader's position. */
export function useTold({ screens, card, reel, initialAt }: Match) {
  const { match, feed } = screens;
  const head = reel.frames.length;
  const over = !isLive(card) && head >= card.head;
  const opening = viewAt(reel, 1);
  const rounds = opening ? match.stage(opening).rounds : card.rounds;
  const ruler = useMemo(() => {
    const rule = makeRuler(
      reel.views.map((one) => match.stage(one).round),
      rounds,
      over,
    );
    return { ...rule, shown: (round: number) => roundShown(card.key, round) };
  }, [reel, rounds, over, match, card.key]);
  const { lines, tell } = useFeedLines(screens, reel, ruler);
  const scripts = card.seats.flatMap(({ seat, kind }) => (kind === 'script' ? [seat] : [])).join(' ');
  const story = useMemo(() => storyItems(lines, feed.topics, new Set(scripts.split(' '))), [lines, feed, scripts]);
  const told = useMemo(
    () => new Map(story.flatMap((item) => (item.kind === 'said' ? [[item.seq, item.text.length] as const] : []))),
    [story],
  );
  const dwell = useCallback(
    (seq: number, pace: Pace) => {
      const usual = feed.dwellOf?.(reel.frames[seq - 1]?.event ?? null) ?? USUAL_DWELL_MS;
      return pace === 'fast' ? usual / FASTER : readingTime(usual, told.get(seq) ?? null);
    },
    [feed, reel, told],
  );
  const next = useCallback((seq: number) => Math.min(head, ...[...told.keys()].filter((one) => one > seq)), [told, head]);
  const cursor = useCursor({ head, over, dwell, next }, initialAt);
  useInstantInAddress(cursor.held);
  const marks = useMemo(() => marksOf(reel.frames, feed.markOf), [reel, feed]);
  const chapters = useMemo(() => chaptersOf(reel.frames, feed, ruler.roundOf), [reel, feed, ruler]);
  const seats = useMemo(() => card.seats.map(({ seat }) => seat), [card.seats]);
  const onGo = useCallback((seq: number) => cursor.wish({ kind: 'go', seq }), [cursor.wish]);
  return { head, over, ruler, lines, tell, story, cursor, marks, chapters, seats, onGo };
}

const FASTER = 8;
const LEAST_MS = 1_100;
const MOST_MS = 4_000;
const MS_A_LETTER = 28;
/** Events without a description pass quickly but are visible. */
const PASSING_MS = 140;

/** How long a text is shown so that it can be read. */
function readingTime(usual: number, letters: number | null): number {
  if (letters === null) return Math.min(usual, PASSING_MS);
  return Math.max(usual, Math.min(MOST_MS, LEAST_MS + letters * MS_A_LETTER));
}
