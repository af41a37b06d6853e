'use client';
import Link from 'next/link';
import { type CSSProperties, useCallback, useEffect, useMemo, useState } from 'react';
import { roundShown, roundText } from '~/games/screens';
import { BoardKeys } from '~/kit/board-keys';
import { Button } from '~/kit/button';
import { ChartFrame } from '~/kit/charts/chart-frame';
import { LineChart, type LineSeries } from '~/kit/charts/line-chart';
import { formatExact, formatFixed } from '~/kit/format';
import { ChevronLeft, ChevronRight, Pause, Play } from '~/kit/icons';
import { Lighting } from '~/kit/lighting';
import { MarkGlyph } from '~/kit/mark-glyph';
import type { NamedThings } from '~/kit/names';
import { Delta } from '~/kit/number';
import { SeatNames } from '~/kit/seat-names';
import { Sentence } from '~/kit/sentence';
import type { MatchCard } from '~/live/protocol';
import { feedLines } from '../match/feed-lines';
import { namedThings } from '../match/names';
import { storyteller } from '../match/use-feed-lines';
import { viewAt } from '../replay/reel';
import { StatusBadge } from '../status-badge';
import { taskTitle } from '../task-title';
import { partingRound } from './parting';
import { endOfRound, framesOf, lastRound } from './rounds';
import { partedPlayers, policyOf, type Side, sharedLines } from './side';

/** Both matches at the end of the same round, and both curves in one chart. */
export function ComparePair({ left, right }: { left: Side; right: Side }) {
  const last = Math.max(lastRound(left), lastRound(right));
  const parting = partingRound(left, right);
  const [held, setHeld] = useState<number | null>(parting);
  const round = Math.min(held ?? last, last);
  const onRound = useCallback((wanted: number) => setHeld(wanted >= last ? null : Math.max(0, wanted)), [last]);
  const [a, b] = [scoreAt(left, round), scoreAt(right, round)];
  const players = partedPlayers(left.card, right.card);
  return (
    <Lighting>
      <main id="main" tabIndex={-1} className="pb-16 outline-none">
        <header className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-4 pt-5 pb-3 sm:px-6">
          <h1 className="font-semibold text-title">{openingTitle(left.card)}</h1>
          <p className="text-small">
            <strong className="font-medium">{players.right}</strong> scores <Delta value={b - a} className="font-semibold" /> compared with{' '}
            <strong className="font-medium">{players.left}</strong>{' '}
            {round >= last ? (
              'at the end'
            ) : (
              <>
                after round {roundShown(left.card.key, round)}, and{' '}
                <Delta value={scoreAt(right, last) - scoreAt(left, last)} className="font-semibold" /> at the end
              </>
            )}
            .
          </p>
          {parting === null ? null : (
            <p className="text-small">
              The {left.card.origin ? 'left' : 'right'} match is a fork that starts at round{' '}
              <span className="num">{roundShown(left.card.key, parting)}</span>. Before it, both are the same.{' '}
              <Button size="small" look="quiet" onClick={() => onRound(parting)} aria-pressed={round === parting}>
                Show round {parting}
              </Button>
            </p>
          )}
          {sameOpening(left.card, right.card) ? null : (
            <p className="basis-full text-amber text-small">
              These matches start differently ({openingTitle(left.card)}; {openingTitle(right.card)}). You can compare their curves, but not
              their blocks.
            </p>
          )}
        </header>
        <RoundControl round={round} last={last} onRound={onRound} game={left.card.key} />
        <div className="px-4 pt-4 sm:px-6">
          <h2 className="sr-only">Both, round by round</h2>
          <Curves left={left} right={right} round={round} parting={parting} />
        </div>
        <div className="mt-4 grid gap-x-px gap-y-8 min-[1100px]:grid-cols-2">
          <CompareSide side={left} other={right} round={round} score={a} />
          <CompareSide side={right} other={left} round={round} score={b} />
        </div>
      </main>
    </Lighting>
  );
}

interface CurvesProps {
  left: Side;
  right: Side;
  round: number;
  parting: number | null;
}

function Curves({ left, right, round, parting }: CurvesProps) {
  const rounds = Math.max(left.card.rounds, right.card.rounds);
  const { measure } = right.screens.match;
  const series = useMemo(() => [curve(left, 'var(--ink-2)', true), curve(right, 'var(--lab-0)', false)], [left, right]);
  const rows = [left, right].flatMap((side) => pointsOf(side).map((point) => [side.card.id, policyOf(side.card), ...point.row]));
  return (
    <ChartFrame
      title={measure.title}
      note={`left, dashed: ${policyOf(left.card)}; right, solid: ${policyOf(right.card)}`}
      file={`compare-${left.card.id}-${right.card.id}`}
      table={{ columns: ['match', 'policy', ...measure.columns], rows }}
    >
      <LineChart
        series={series}
        xLabel="round"
        xDomain={[0, rounds]}
        marks={[
          ...(parting === null
            ? []
            : [
                {
                  x: roundShown(left.card.key, parting),
                  colour: 'var(--ink-3)',
                  label: `they diverge in round ${roundShown(left.card.key, parting)}`,
                },
              ]),
          { x: measure.xOf(round), colour: 'var(--accent)', label: `round ${roundShown(left.card.key, round)}` },
        ]}
        summary={series.map((one) => one.label).join('; ')}
      />
    </ChartFrame>
  );
}

function curve(side: Side, colour: string, dashed: boolean): LineSeries {
  const points = pointsOf(side);
  const end = points.at(-1);
  const figure = end ? `: ${formatFixed(end.y, side.screens.match.measure.decimals)}` : '';
  return { id: side.card.id, colour, dashed, points, label: `${policyOf(side.card)}${figure}` };
}

function pointsOf({ screens, reel, card }: Side) {
  return screens.match.measure.points(reel.views, card.seats);
}

function scoreAt({ screens, reel, rounds, card }: Side, round: number): number {
  const view = viewAt(reel, endOfRound({ rounds }, round));
  return view ? screens.match.measure.at(view, round, card.seats) : 0;
}

function openingTitle(card: MatchCard): string {
  return `${taskTitle(card)}${card.seed === null ? '' : `, seed ${card.seed}`}`;
}

function sameOpening(a: MatchCard, b: MatchCard): boolean {
  return a.key === b.key && a.version === b.version && a.task === b.task && a.seed === b.seed;
}

/** One of the two: its board at the end of the round, and the round's events. */
function CompareSide({ side, other, round, score }: { side: Side; other: Side; round: number; score: number }) {
  const { card, screens, reel } = side;
  const view = viewAt(reel, endOfRound(side, round));
  const opening = viewAt(reel, 1);
  const names = useMemo(() => namedThings(screens, reel.views.at(-1) ?? null).ids, [screens, reel]);
  const [lines, others] = [useRoundLines(side, round), useRoundLines(other, round)];
  const shared = sharedLines(
    lines.map(({ text }) => text),
    others.map(({ text }) => text),
  );
  const [own, both] = [lines.filter((_, place) => !shared[place]), lines.filter((_, place) => shared[place])];
  if (!view || !opening) return null;
  const { Board, measure } = screens.match;
  return (
    <SeatNames naming={screens.names}>
      <section aria-label={`${policyOf(card)}, match ${card.id}`} className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-3 px-4 pb-2 sm:px-6">
          <h2 className="font-semibold">{policyOf(card)}</h2>
          <StatusBadge status={card.status} />
          <Link href={`/matches/${card.id}`} className="text-accent text-small underline underline-offset-2">
            Open the match
          </Link>
          <span className="num ml-auto font-semibold text-title" title={formatExact(score)}>
            {formatFixed(score, measure.decimals)}
          </span>
        </div>
        <BoardKeys>
          <Board {...{ view, opening }} frames={reel.frames} at={endOfRound(side, round)} card={card} narrow />
        </BoardKeys>
        <ol aria-label={`Round ${roundShown(card.key, round)}`} className="min-[1100px]:min-h-40">
          {own.map((line) => (
            <RoundLine key={line.seq} {...{ line, names }} />
          ))}
          {both.length === 0 ? null : (
            <li className="border-b px-4 py-1 text-small sm:px-6">
              <details>
                <summary className="text-ink-2">{both.length === 1 ? '1 event is' : `${both.length} events are`} the same in both</summary>
                <ol className="-mx-4 mt-1 sm:-mx-6">
                  {both.map((line) => (
                    <RoundLine key={line.seq} {...{ line, names }} />
                  ))}
                </ol>
              </details>
            </li>
          )}
          {lines.length === 0 ? (
            <li className="px-4 py-2 text-ink-2 text-small sm:px-6">Nothing happened in round {roundShown(card.key, round)}.</li>
          ) : null}
        </ol>
      </section>
    </SeatNames>
  );
}

type Line = Extract<ReturnType<typeof feedLines>[number], { kind: 'said' }>;

/** What a match tells of a round. */
function useRoundLines({ screens, reel, rounds }: Side, round: number): Line[] {
  const opening = viewAt(reel, 1);
  const tell = useMemo(() => storyteller(screens, opening), [screens, opening]);
  return feedLines(framesOf({ frames: reel.frames, rounds }, round), () => round, { words: screens.feed, tell }).filter(
    (line) => line.kind === 'said',
  );
}

function RoundLine({ line, names }: { line: Line; names: NamedThings }) {
  return (
    <li className="grid grid-cols-[14px_1fr] gap-2 border-b px-4 py-1 text-small sm:px-6">
      <span className="pt-[5px]">{line.mark ? <MarkGlyph kind={line.mark} /> : null}</span>
      <p>
        <Sentence text={line.text} names={names} />
      </p>
    </li>
  );
}

interface Props {
  round: number;
  last: number;
  onRound: (round: number) => void;
  /** Its key. */
  game: string;
}

const BEAT_MS = 1200;

/** Steps both matches by round. Arrow keys, Home, End and Space work anywhere on the page. */
function RoundControl({ round, last, onRound, game }: Props) {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => {
      onRound(round + 1);
      if (round + 1 >= last) setPlaying(false);
    }, BEAT_MS);
    return () => clearTimeout(timer);
  }, [playing, round, last, onRound]);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target?.closest('input, select, textarea, [role="dialog"], [role="tablist"]')) return;
      if (event.key === 'ArrowLeft') onRound(round - 1);
      else if (event.key === 'ArrowRight') onRound(round + 1);
      else if (event.key === 'Home' && !target?.closest('[data-scrolls]')) onRound(0);
      else if (event.key === 'End' && !target?.closest('[data-scrolls]')) onRound(last);
      else return;
      event.preventDefault();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [round, last, onRound]);

  function toggle() {
    if (!playing && round >= last) onRound(0);
    setPlaying(!playing);
  }
  return (
    <div className="no-print flex items-center gap-2 border-y px-4 py-1.5 sm:px-6">
      <Button look="quiet" size="icon" aria-label="Previous round" onClick={() => onRound(round - 1)}>
        <ChevronLeft size={16} aria-hidden />
      </Button>
      <Button size="icon" aria-label={playing ? 'Stop playing' : 'Play round by round'} onClick={toggle}>
        {playing ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
      </Button>
      <Button look="quiet" size="icon" aria-label="Next round" onClick={() => onRound(round + 1)}>
        <ChevronRight size={16} aria-hidden />
      </Button>
      <input
        type="range"
        aria-label="Round"
        aria-valuetext={round >= last ? 'the end' : roundText(game, round, last)}
        className="range min-w-0 flex-1"
        style={{ '--fill': last > 0 ? round / last : 0 } as CSSProperties}
        min={0}
        max={last}
        step={1}
        value={round}
        onChange={(event) => onRound(event.target.valueAsNumber)}
      />
      <span className="num w-32 shrink-0 text-right text-small">{round >= last ? 'the end' : roundText(game, round, last)}</span>
    </div>
  );
}
