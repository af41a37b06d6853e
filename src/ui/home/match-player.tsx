'use client';
import { clsx } from 'clsx';
import Link from 'next/link';
import { type CSSProperties, useCallback, useEffect, useMemo, useState } from 'react';
import { playerWords } from '~/contract/player';
import type { AnyGameScreens } from '~/contract/screens';
import { roundText, seatNamesOf } from '~/games/screens';
import { Button } from '~/kit/button';
import { formatDelta } from '~/kit/format';
import { Pause, Play } from '~/kit/icons';
import type { NamedThings } from '~/kit/names';
import { THEME_PICTURE } from '~/kit/plain-colors';
import { SeatChip } from '~/kit/seat-chip';
import { SeatNames } from '~/kit/seat-names';
import { Sentence } from '~/kit/sentence';
import type { Frame, MatchCard } from '~/live/protocol';
import { namedThings } from '../match/names';
import { isLive } from '../matches/card-labels';
import { EMPTY_REEL, type Reel, viewAt, wind } from '../replay/reel';
import { useLiveMatch } from '../use-live-match';
import { useScreens } from '../use-screens';
import { type Beat, beatsOf, dwellMs, MATCH_HEIGHT, type Shown } from './story';

/** The match on the home page. Loaded after the page. */
export function MatchPlayer({ shown, ...calls }: { shown: Shown } & Calls) {
  return shown.kind === 'match' ? <Streamed key={shown.id} id={shown.id} {...calls} /> : <Recorded />;
}

interface Calls {
  /** Called when the match was shown to its end. */
  onOver: () => void;
  /** Called when a live match is stuck because someone takes long. */
  onStill: () => void;
}

function Streamed({ id, ...calls }: { id: string } & Calls) {
  const { card, reel, refusal } = useLiveMatch<object>(id);
  if (refusal) return <Recorded />;
  return <Player card={card} reel={reel} href={`/matches/${id}`} {...calls} />;
}

/** The recording included with Mandi, for a server without matches. */
function Recorded() {
  const [recording, setRecording] = useState<{ card: MatchCard; reel: Reel<object> } | null>(null);
  useEffect(() => {
    let isHere = true;
    fetch('/recorded/match.json')
      .then((answer) => answer.json())
      .then(({ card, frames }: { card: MatchCard; frames: Frame[] }) => {
        if (isHere) setRecording({ card, reel: wind<object>(EMPTY_REEL, frames).reel });
      })
      .catch(() => null); // the page is complete without it
    return () => {
      isHere = false;
    };
  }, []);
  return <Player card={recording?.card ?? null} reel={recording?.reel ?? EMPTY_REEL} href="/play" onOver={nothing} onStill={nothing} />;
}

const nothing = () => null;

interface PlayerProps extends Calls {
  card: MatchCard | null;
  reel: Reel<object>;
  href: string;
}

function Player({ card, reel, ...rest }: PlayerProps) {
  const screens = useScreens(card?.key ?? null);
  if (!card || !screens || reel.frames.length === 0) return <div className={MATCH_HEIGHT} aria-busy="true" />;
  return (
    <SeatNames naming={screens.names}>
      <Stage card={card} reel={reel} screens={screens} {...rest} />
    </SeatNames>
  );
}

type StageProps = Omit<PlayerProps, 'card'> & { card: MatchCard; screens: AnyGameScreens };

function Stage({ card, reel, screens, href, ...calls }: StageProps) {
  const names = useMemo(() => {
    const { nameOf } = seatNamesOf(card.key);
    return Object.fromEntries(card.seats.map(({ seat }) => [seat, nameOf(seat)]));
  }, [card.key, card.seats]);
  const beats = useMemo(() => beatsOf(reel.frames, screens.feed, names), [reel.frames, screens, names]);
  const last = reel.views.at(-1) ?? null;
  const things = useMemo(() => namedThings(screens, last).said, [screens, last]);
  const isOver = !isLive(card) && reel.frames.length >= card.head;
  const { at, beat, isPlaying, toggle } = useStory({ beats, head: reel.frames.length, isOver }, calls);
  const view = viewAt(reel, at);
  if (!view) return null;
  const { round, rounds, finished } = screens.match.stage(view);
  const { Picture } = screens;
  return (
    <div
      className={clsx('grid content-start gap-x-6 gap-y-3 md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] md:content-stretch', MATCH_HEIGHT)}
    >
      <div className="min-w-0">
        {screens.match.score.goal === undefined ? null : (
          <p className="mb-1 text-ink-2 text-micro">{raceTitle(screens.match.score.title, finished)}</p>
        )}
        <Race card={card} view={view} score={screens.match.score} />
        <WhyBelow card={card} view={view} score={screens.match.score} />
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        {Picture ? (
          <div aria-hidden className="h-40 shrink-0 overflow-hidden md:h-52 rounded-md border [&>svg]:size-full">
            <Picture view={view} card={card} colorOf={seatNamesOf(card.key).colorOf} colors={THEME_PICTURE} width={720} height={240} />
          </div>
        ) : null}
        <Captions beats={beats} beat={beat} isOver={finished} names={things} />
        <div className="mt-auto flex flex-wrap items-center gap-2">
          <Button size="icon" look="quiet" aria-label={isPlaying ? 'Pause' : 'Play'} onClick={toggle}>
            {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
          </Button>
          <span className="num text-ink-2 text-small">{finished ? 'Over' : roundText(card.key, round, rounds)}</span>
          {isLive(card) ? <span className="font-medium text-green text-small">Live</span> : null}
          <Link href={href} className="ml-auto font-medium text-accent text-small underline underline-offset-2">
            {href.startsWith('/matches/') ? 'Watch this match' : 'Play one yourself'}
          </Link>
        </div>
      </div>
    </div>
  );
}

/** The shown figure is not the score. */
function raceTitle(title: string, isOver: boolean): string {
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}${isOver ? '' : ' so far'}`;
}

interface RaceProps {
  card: MatchCard;
  view: object;
  score: AnyGameScreens['match']['score'];
}

/** With more seats than this, they are not listed. */
const MOST_SEATS = 8;

/** The ranking of the seats by the shown figure, each with a bar from zero. */
function Race({ card, view, score }: RaceProps) {
  const rows = card.seats
    .map((seat) => ({ seat, value: score.of(view, seat.seat) }))
    .toSorted((a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY))
    .slice(0, MOST_SEATS);
  const most = Math.max(1, ...rows.map(({ value }) => Math.abs(value ?? 0)));
  return (
    <ol aria-label={`Who leads, by ${score.title}`} className="min-w-0 space-y-1.5">
      {rows.map(({ seat, value }) => (
        <li key={seat.seat} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 text-small">
          <span className="flex min-w-0 items-baseline gap-1.5">
            <SeatChip seat={seat.seat} named />
            <span className="truncate text-ink-2">{playerWords(seat)}</span>
          </span>
          <span className="num">{value === null ? 'private' : `${formatDelta(value)} ${score.unit}`.trim()}</span>
          <span aria-hidden className="col-span-2 block h-1.5 rounded-full bg-sunk">
            <span className="race-bar block h-full rounded-full" style={barOf(card, seat.seat, { value, most })} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A beginner takes a first figure below 0 for a mistake. Keeps its place, so that nothing moves when figures change. */
export function WhyBelow({ card, view, score: { below, of } }: RaceProps) {
  if (below === undefined) return null;
  const isBelow = card.seats.some(({ seat }) => (of(view, seat) ?? 0) < 0);
  return <p className={clsx('mt-2 text-ink-2 text-micro', !isBelow && 'invisible')}>{below}</p>;
}

function barOf(card: MatchCard, seat: string, { value, most }: { value: number | null; most: number }): CSSProperties {
  return {
    width: `${(Math.abs(value ?? 0) / most) * 100}%`,
    background: seatNamesOf(card.key).colorOf(seat),
    opacity: (value ?? 0) < 0 ? 0.35 : 1,
  };
}

interface CaptionsProps {
  beats: readonly Beat[];
  beat: Beat | null;
  isOver: boolean;
  names: NamedThings;
}

/** Number of earlier events that stay visible. */
const TOLD_BEFORE = 3;

/** The current event and the ones before it. */
function Captions({ beats, beat, isOver, names }: CaptionsProps) {
  const place = beat === null ? -1 : beats.indexOf(beat);
  const before = beats.slice(Math.max(0, place - TOLD_BEFORE), Math.max(0, place)).toReversed();
  return (
    <div className="min-w-0">
      <p className="line-clamp-2 min-h-[2lh] text-pretty font-medium text-title max-sm:line-clamp-3 max-sm:min-h-[3lh] max-sm:text-body">
        {beat === null ? isOver ? 'The match is over.' : 'The match begins.' : <Sentence text={beat.text} names={names} />}
      </p>
      <ol aria-label="Just before" className="mt-2 min-h-18 space-y-1">
        {before.map(({ seq, text }) => (
          <li key={seq} className="truncate text-ink-2 text-small">
            <Sentence text={text} names={names} />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface Stage {
  beats: readonly Beat[];
  /** The newest event. */
  head: number;
  isOver: boolean;
}

interface Story {
  /** Number of the event after which the match is shown. */
  at: number;
  beat: Beat | null;
  isPlaying: boolean;
  toggle: () => void;
}

/** How long the end is shown before `onOver` is called. */
const END_MS = 9_000;
const OPENING_MS = 2_000;
/** A live match without events for this long is replaced. */
const STILL_MS = 15_000;

/**
 * Plays a record from stop to stop; for a live match, waits for the next one. For readers who prefer reduced motion, shows the current
 * state and plays only on request.
 */
function useStory({ beats, head, isOver }: Stage, { onOver, onStill }: Calls): Story {
  const [isPlaying, setPlaying] = useState(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  // A live match starts at the present, a replay at its beginning. With reduced motion, starts at the end.
  const [place, setPlace] = useState(() => (isOver && isPlaying ? -1 : beats.length - 1));
  const beat = beats[Math.min(place, beats.length - 1)] ?? null;
  const isLast = place >= beats.length - 1;
  useEffect(() => {
    if (!isPlaying) return;
    const isWaiting = isLast && !isOver; // more stops may follow
    const wait = isWaiting ? STILL_MS : isLast ? END_MS : beat === null ? OPENING_MS : dwellMs(beat.text);
    const timer = setTimeout(() => {
      if (isWaiting) return onStill();
      if (!isLast) return setPlace(place + 1);
      setPlace(-1);
      onOver();
    }, wait);
    return () => clearTimeout(timer);
  }, [isPlaying, isLast, isOver, place, beat, onOver, onStill]);
  const toggle = useCallback(() => setPlaying((before) => !before), []);
  const at = isLast && isOver ? head : (beat?.seq ?? 1);
  return { at, beat, isPlaying, toggle };
}
