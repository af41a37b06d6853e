'use client';
import { clsx } from 'clsx';
import Link from 'next/link';
import type { SeatNaming } from '~/contract/screens';
import { frontOf, roundText, seatNamesOf } from '~/games/screens';
import { ButtonLink } from '~/kit/button';
import { formatDelta, formatFixed } from '~/kit/format';
import { Section } from '~/kit/panel';
import { roundStep } from '~/kit/round-step';
import { Loading, Skeleton } from '~/kit/states';
import type { LobbyMessage, MatchCard } from '~/live/protocol';
import { StatusBadge } from '~/ui/status-badge';
import { bestOf, playersOf, taskLabel } from './card-labels';
import { curveShape } from './curve-path';
import { boardOf, liveOnes } from './lobby-list';
import type { Lobby } from './use-lobby';

/** Rows, placeholders and the empty state have the same height, so that nothing moves. */
const ROW_HEIGHT = 'h-40 sm:h-24';

/** Running matches, one row each, with a reward curve that grows as rounds end. */
export function LiveBoard({ lobby }: { lobby: Lobby }) {
  return (
    <Section title="Live now" aside={<LineState line={lobby.line} count={liveOnes(lobby.list).length} />}>
      <Board lobby={lobby} />
    </Section>
  );
}

function Board({ lobby }: { lobby: Lobby }) {
  const shown = boardOf(lobby.list, lobby.places);
  if (shown.length > 0) {
    return (
      <ul aria-label="Live matches">
        {shown.map((entry) => (
          <LiveRow key={entry.card.id} entry={entry} />
        ))}
      </ul>
    );
  }
  if (lobby.line === 'connecting' || !lobby.settled) {
    return (
      <Loading what="live matches">
        <Skeleton className={clsx('w-full', ROW_HEIGHT)} />
      </Loading>
    );
  }
  return (
    <div
      className={clsx(
        'flex flex-wrap content-center items-center gap-x-6 gap-y-3 rounded-lg border border-dashed border-line-strong px-4',
        ROW_HEIGHT,
      )}
    >
      <p className="min-w-56 flex-1 text-small">
        <span className="block font-medium">Nothing is being played</span>
        <span className="text-ink-2">A match you start appears here and can be watched while it runs.</span>
      </p>
      <ButtonLink href="/play/bots">Start a match</ButtonLink>
    </div>
  );
}

function LiveRow({ entry: { card, curve } }: { entry: LobbyMessage }) {
  const many = card.seats.length > 1;
  const best = bestOf(card);
  const unit = frontOf(card.key)?.unit;
  return (
    <li className={clsx('border-b last:border-0', ROW_HEIGHT)}>
      <Link
        href={`/matches/${card.id}`}
        className="group grid h-full content-center grid-cols-[minmax(0,1fr)_5.5rem] items-center gap-x-4 gap-y-2 sm:grid-cols-[13rem_minmax(0,1fr)_5.5rem]"
      >
        <span className="min-w-0 max-sm:col-span-2">
          <span className="flex items-center gap-2">
            <span className="truncate font-medium group-hover:text-accent">{playersOf(card)}</span>
            {card.status === 'running' ? null : <StatusBadge status={card.status} />}
          </span>
          <span className="block truncate text-small text-ink-2">
            {taskLabel(card)}
            {card.seed === null ? '' : `, seed ${card.seed}`}
          </span>
          <RoundTicks card={card} />
        </span>
        {many ? <ProfitFan card={card} /> : <LiveCurve values={curve} rounds={card.rounds} />}
        <Figure
          value={best ? best.score : curve.at(-1)}
          unit={many ? [unit, best && seatNamesOf(card.key).nameOf(best.seat)].filter(Boolean).join(', ') : 'reward'}
        />
      </Link>
    </li>
  );
}

/** The current score and its unit; for several labs, the highest. */
function Figure({ value, unit }: { value: number | undefined; unit: string }) {
  return (
    <span className="num text-right">
      <span className="block text-title">{figureOf(value)}</span>
      <span className="block text-ink-2 text-micro">{unit}</span>
    </span>
  );
}

/** A fixed number of decimals for its magnitude, so that the figure does not jump; at most four digits. */
function figureOf(value: number | undefined): string {
  if (value === undefined) return '–';
  return `${value > 0 ? '+' : ''}${formatFixed(value, Math.abs(value) < 99.995 ? 2 : 1)}`;
}

const LINES = { connecting: 'Connecting', lost: 'Connection lost. Reconnecting' };

function LineState({ line, count }: { line: Lobby['line']; count: number }) {
  return (
    <span role="status" className="text-ink-2">
      {line === 'open' ? `${count === 1 ? '1 match' : `${count} matches`} live` : LINES[line]}
    </span>
  );
}

interface Props {
  /** Cumulative reward, one value per round. */
  values: readonly number[];
  rounds: number;
}

/** A match's reward over time, as wide as possible, with a faint line per round (or every few) and a zero line. */
function LiveCurve({ values, rounds }: Props) {
  const { path, end, zero } = curveShape(values, rounds);
  const last = values.at(-1);
  const step = roundStep(rounds);
  return (
    <svg
      width="100%"
      height="56"
      role="img"
      aria-label={last === undefined ? 'Cumulative reward: nothing yet' : `Cumulative reward: ${formatFixed(last, 3)} so far`}
      className="block overflow-visible"
    >
      {Array.from({ length: Math.floor(rounds / step) + 1 }, (_, place) => {
        const x = `${((place * step) / Math.max(1, rounds)) * 100}%`;
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its round
        return <line key={place} x1={x} x2={x} y1="0" y2="100%" stroke="var(--line)" shapeRendering="crispEdges" />;
      })}
      <line x1="0" x2="100%" y1={`${zero}%`} y2={`${zero}%`} stroke="var(--line-strong)" shapeRendering="crispEdges" />
      <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={path} fill="none" stroke="var(--lab-0)" strokeWidth={2} vectorEffect="non-scaling-stroke" strokeLinejoin="round" />
      </svg>
      {end ? <circle cx={`${end.x}%`} cy={`${end.y}%`} r={3.5} fill="var(--lab-0)" /> : null}
    </svg>
  );
}

/** A smaller range in credits or points does not fill the height, so that a small first step does not look large. */
const LEAST_SPAN = { money: 50, points: 1 };
/** Margin for the letters, in percent of the height. */
const MARGIN = 22;

/** Why there is no profit to show: hidden until the end, or no round is over yet. */
export function noScoreLabel({ visibility }: Pick<MatchCard, 'visibility'>): string {
  return visibility === 'public' ? 'Scores are shown at the end.' : 'No round is over yet.';
}

/** The labs' figures as bars side by side: up from zero for profit, down for loss. */
function ProfitFan({ card }: { card: MatchCard }) {
  const names = seatNamesOf(card.key);
  const labs = Object.entries(card.scores ?? {}).flatMap(([seat, score]) => (score === null ? [] : [{ seat, score }]));
  if (labs.length === 0) return <p className="text-ink-2 text-small">{noScoreLabel(card)}</p>;
  const span = frontOf(card.key)?.unit === undefined ? LEAST_SPAN.points : LEAST_SPAN.money;
  const low = Math.min(0, ...labs.map((lab) => lab.score));
  const high = Math.max(0, low + span, ...labs.map((lab) => lab.score));
  const y = (value: number) => MARGIN + ((high - value) / (high - low)) * (100 - 2 * MARGIN);
  const width = 100 / labs.length;
  const lettered = labs.length <= 20;
  return (
    <svg width="100%" height="56" role="img" aria-label={wordsOf(labs, names)} className="block overflow-visible">
      {labs.map(({ seat, score }, place) => (
        <g key={seat} color={names.colorOf(seat)}>
          <rect
            x={`${place * width + width * 0.2}%`}
            width={`${width * 0.6}%`}
            y={`${Math.min(y(0), y(score))}%`}
            height={`${Math.max(1, Math.abs(y(0) - y(score)))}%`}
            fill="currentColor"
          />
          {lettered ? (
            <text
              x={`${(place + 0.5) * width}%`}
              y={`${y(score)}%`}
              dy={score < 0 ? 11 : -3}
              textAnchor="middle"
              fontSize={10}
              fontWeight={600}
              fill="currentColor"
            >
              {names.letterOf(seat)}
            </text>
          ) : null}
        </g>
      ))}
      <line x1="0" x2="100%" y1={`${y(0)}%`} y2={`${y(0)}%`} stroke="var(--line-strong)" shapeRendering="crispEdges" />
    </svg>
  );
}

function wordsOf(labs: readonly { seat: string; score: number }[], names: SeatNaming): string {
  return `Profit so far: ${labs.map(({ seat, score }) => `${names.nameOf(seat)} ${formatDelta(score)}`).join(', ')}`;
}

/** A small round clock: one stroke per round, filled once begun; for very many rounds, a single bar. */
function RoundTicks({ card: { key, round, rounds } }: { card: MatchCard }) {
  return (
    <span className="inline-flex items-center gap-2">
      {roundStep(rounds) > 1 ? (
        <span aria-hidden className="block h-1.5 w-24 bg-line">
          <span className="block h-full bg-ink" style={{ width: `${(Math.min(round, rounds) / rounds) * 100}%` }} />
        </span>
      ) : (
        <span aria-hidden className="inline-flex gap-[3px]">
          {Array.from({ length: rounds }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a stroke is its place
            <span key={index} className={clsx('h-3 w-[3px]', index < round ? 'bg-ink' : 'bg-line')} />
          ))}
        </span>
      )}
      <span className="num text-small text-ink-2">{roundText(key, round, rounds)}</span>
    </span>
  );
}
