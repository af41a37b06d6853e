'use client';
import { clsx } from 'clsx';
import Link from 'next/link';
import { seatNamesOf } from '~/games/screens';
import { ButtonLink } from '~/kit/button';
import { formatFixed } from '~/kit/format';
import { Section } from '~/kit/panel';
import { Loading, Skeleton } from '~/kit/states';
import type { LobbyMessage } from '~/live/protocol';
import { bestOf, playersOf, taskWords } from '~/ui/matches/card-words';
import { RoundTicks } from '~/ui/matches/round-ticks';
import { StatusBadge } from '~/ui/status-badge';
import { LiveCurve } from './live-curve';
import { boardOf, liveOnes } from './lobby-list';
import { ProfitFan } from './profit-fan';
import type { Lobby } from './use-lobby';

/** A row, its placeholder and the empty state are of one height, so that nothing moves when one takes another's place. */
const ROW_HEIGHT = 'h-40 sm:h-24';

/** What is being played at this moment: a line a match, its reward curve growing as rounds end. */
export function LiveBoard({ lobby }: { lobby: Lobby }) {
  return (
    <Section
      title="On the floor now"
      note="Classic: cumulative reward of lab_0, a point a round; open: what each lab has made so far, in credits"
      aside={<LineState line={lobby.line} count={liveOnes(lobby.list).length} />}
    >
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
      <ButtonLink href="/new">Start a match</ButtonLink>
    </div>
  );
}

function LiveRow({ entry: { card, curve } }: { entry: LobbyMessage }) {
  const many = card.seats.length > 1;
  const best = bestOf(card);
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
            {taskWords(card)}
            {card.seed === null ? '' : `, seed ${card.seed}`}
          </span>
          <RoundTicks round={card.round} rounds={card.rounds} />
        </span>
        {many ? <ProfitFan card={card} /> : <LiveCurve values={curve} rounds={card.rounds} />}
        <Figure
          value={best ? best.score : curve.at(-1)}
          unit={best ? `cr, ${seatNamesOf(card.key).nameOf(best.seat)}` : many ? 'cr' : 'reward'}
        />
      </Link>
    </li>
  );
}

/** How the match stands, and in what; of several labs the one that has made most. */
function Figure({ value, unit }: { value: number | undefined; unit: string }) {
  return (
    <span className="num text-right">
      <span className="block text-title">{figureOf(value)}</span>
      <span className="block text-ink-2 text-micro">{unit}</span>
    </span>
  );
}

/** Places that stay as long as its size does, so that the figure does not jump about as it changes; four digits at most. */
function figureOf(value: number | undefined): string {
  if (value === undefined) return '–';
  return `${value > 0 ? '+' : ''}${formatFixed(value, Math.abs(value) < 99.995 ? 2 : 1)}`;
}

const LINES = { connecting: 'Joining the stream', lost: 'The stream is interrupted; joining again' };

function LineState({ line, count }: { line: Lobby['line']; count: number }) {
  return (
    <span role="status" className="text-ink-2">
      {line === 'open' ? `${count === 1 ? '1 match' : `${count} matches`} live` : LINES[line]}
    </span>
  );
}
