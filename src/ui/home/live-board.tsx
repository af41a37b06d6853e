'use client';
import Link from 'next/link';
import type { LobbyMessage } from '~/live/protocol';
import { ButtonLink } from '~/ui/kit/button';
import { formatFixed } from '~/ui/kit/format';
import { Section } from '~/ui/kit/panel';
import { Empty, Loading, Skeleton } from '~/ui/kit/states';
import { StatusBadge } from '~/ui/kit/status-badge';
import { playersOf } from '~/ui/matches/card-words';
import { RoundTicks } from '~/ui/matches/round-ticks';
import { LiveCurve } from './live-curve';
import { type LobbyList, liveOnes } from './lobby-list';
import type { Lobby } from './use-lobby';

/** What is being played at this moment: a line a match, its reward curve growing as rounds end. */
export function LiveBoard({ lobby }: { lobby: Lobby }) {
  const live = liveOnes(lobby.list);
  return (
    <Section
      title="On the floor now"
      note="Cumulative reward of lab_0, a point a round"
      aside={<LineState line={lobby.line} count={live.length} />}
    >
      <div className="min-h-24">{boardOf(lobby, live)}</div>
    </Section>
  );
}

function boardOf(lobby: Lobby, live: LobbyList) {
  if (live.length > 0) {
    return (
      <ul aria-label="Live matches">
        {live.map((entry) => (
          <LiveRow key={entry.card.id} entry={entry} />
        ))}
      </ul>
    );
  }
  if (lobby.line === 'connecting' || !lobby.settled) {
    return (
      <Loading what="live matches">
        <Skeleton className="h-20 w-full" />
      </Loading>
    );
  }
  return (
    <Empty title="Nothing is being played" action={<ButtonLink href="/new">Start a match</ButtonLink>}>
      A match you start appears here and can be watched while it runs.
    </Empty>
  );
}

function LiveRow({ entry: { card, curve } }: { entry: LobbyMessage }) {
  const last = curve.at(-1);
  return (
    <li className="border-b last:border-0">
      <Link
        href={`/matches/${card.id}`}
        className="group grid grid-cols-[minmax(0,1fr)_4.5rem] items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[13rem_minmax(0,1fr)_4.5rem]"
      >
        <span className="min-w-0 max-sm:col-span-2">
          <span className="flex items-center gap-2">
            <span className="truncate font-medium group-hover:text-accent">{playersOf(card)}</span>
            {card.status === 'paused' ? <StatusBadge status="paused" /> : null}
          </span>
          <span className="block truncate text-small text-ink-2">
            {card.task}
            {card.seed === null ? '' : `, seed ${card.seed}`}
          </span>
          <RoundTicks round={card.round} rounds={card.rounds} />
        </span>
        <LiveCurve values={curve} rounds={card.rounds} />
        <span className="num text-right text-title">{last === undefined ? '–' : formatSigned(last)}</span>
      </Link>
    </li>
  );
}

/** Always as many places, so that the figure does not jump about as it changes. */
function formatSigned(value: number): string {
  return `${value > 0 ? '+' : ''}${formatFixed(value, 2)}`;
}

const LINES = { connecting: 'Joining the stream', lost: 'The stream is interrupted; joining again' };

function LineState({ line, count }: { line: Lobby['line']; count: number }) {
  return (
    <span role="status" className="text-ink-2">
      {line === 'open' ? `${count === 1 ? '1 match' : `${count} matches`}, streamed` : LINES[line]}
    </span>
  );
}
