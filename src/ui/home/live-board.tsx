'use client';
import Link from 'next/link';
import type { LobbyMessage } from '~/live/protocol';
import { ButtonLink } from '~/ui/kit/button';
import { Sparkline } from '~/ui/kit/charts/sparkline';
import { formatDelta } from '~/ui/kit/format';
import { Section } from '~/ui/kit/panel';
import { Empty, Loading, Skeleton } from '~/ui/kit/states';
import { StatusBadge } from '~/ui/kit/status-badge';
import { playersOf } from '~/ui/matches/card-words';
import { RoundTicks } from '~/ui/matches/round-ticks';
import { type LobbyList, liveOnes } from './lobby-list';
import type { Lobby } from './use-lobby';

/** What is being played at this moment: a line a match, its reward curve growing as rounds end. */
export function LiveBoard({ lobby }: { lobby: Lobby }) {
  const live = liveOnes(lobby.list);
  return (
    <Section title="On the floor now" aside={<LineState line={lobby.line} count={live.length} />}>
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
  if (lobby.line === 'connecting') {
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
        className="group grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 py-3 sm:grid-cols-[minmax(0,1fr)_auto_5rem]"
      >
        <span className="min-w-0">
          <span className="block truncate font-medium group-hover:text-accent">{playersOf(card)}</span>
          <span className="block truncate text-small text-ink-2">
            {card.task}
            {card.seed === null ? '' : `, seed ${card.seed}`}
          </span>
        </span>
        <Sparkline values={curve} length={card.rounds + 1} width={168} height={44} label="Cumulative reward" />
        <span className="num text-right font-medium max-sm:hidden">{last === undefined ? '' : formatDelta(last)}</span>
        <span className="flex items-center gap-3">
          <RoundTicks round={card.round} rounds={card.rounds} />
          {card.status === 'paused' ? <StatusBadge status="paused" /> : null}
        </span>
      </Link>
    </li>
  );
}

const LINES = { connecting: 'Joining the stream', lost: 'The stream is interrupted; joining again' };

function LineState({ line, count }: { line: Lobby['line']; count: number }) {
  return (
    <span role="status" className="text-ink-2">
      {line === 'open' ? `${count === 1 ? '1 match' : `${count} matches`}, streamed` : LINES[line]}
    </span>
  );
}
