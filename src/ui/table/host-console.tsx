'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { CopyButton } from '~/kit/copy-button';
import { Panel, Section } from '~/kit/panel';
import { useSeatNames } from '~/kit/seat-names';
import type { MatchCard } from '~/live/protocol';
import { faultOf } from '../api-fault';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import { useOrigin } from '../use-origin';
import { HostClock } from './host-clock';
import { HostSeats } from './host-seats';
import { HostShock } from './host-shock';
import { KeepSeat } from './keep-seat';
import { noteWords } from './table-words';
import { useAgainWhen } from './use-again-when';
import { useLogAgain } from './use-log-again';

/** Lines of the log that are shown. */
const NEWEST = 30;

/** The operator's console: what only the host of this table can do, while it waits, while it runs, and the list of what was done. */
export function HostConsole({ card }: { card: MatchCard }) {
  const running = card.status === 'running' || card.status === 'paused';
  return (
    <Panel title="Host’s console" note="Only this browser and those you send a link can use it." className="space-y-5">
      {running ? <HostClock card={card} /> : null}
      {running || card.status === 'lobby' ? <HostSeats card={card} /> : null}
      {card.status === 'lobby' ? <KeepSeat card={card} /> : null}
      {running ? <HostShock card={card} /> : null}
      <OtherDevice card={card} />
      {card.judgeMode === 'off' ? null : <Judges card={card} />}
      <Log card={card} />
    </Panel>
  );
}

function Judges({ card }: { card: MatchCard }) {
  return (
    <Section title="Judges">
      <p className="text-small text-ink-2">
        People who do not play may judge the pitches.{' '}
        <Link href={`/matches/${card.id}/judge`} className="text-accent underline underline-offset-2">
          Invite them
        </Link>
      </p>
    </Section>
  );
}

function OtherDevice({ card }: { card: MatchCard }) {
  const trpc = useTRPC();
  const link = useMutation(trpc.table.hostLink.mutationOptions(useLogAgain(card.id)));
  const make = useOnce(link);
  const address = `${useOrigin()}${link.data?.path ?? ''}`;
  return (
    <Section title="Another device">
      {link.data ? (
        <>
          <p className="code break-all text-small">{address}</p>
          <div className="-ml-2.5">
            <CopyButton text={address}>Copy the link</CopyButton>
          </div>
          <p className="text-small text-ink-2">It works once, within ten minutes, and makes that browser a host too.</p>
        </>
      ) : (
        <button
          type="button"
          className="text-accent text-small underline-offset-2 hover:underline"
          disabled={link.isPending}
          onClick={() => make({ id: card.id })}
        >
          Make a link that opens this console
        </button>
      )}
      {link.isError ? (
        <p role="alert" className="text-red text-small">
          {faultOf(link.error).message}
        </p>
      ) : null}
    </Section>
  );
}

/** What was done at the table, newest first; read again whenever the card says that something happened. */
function Log({ card }: { card: MatchCard }) {
  const trpc = useTRPC();
  const { nameOf } = useSeatNames();
  const happened = JSON.stringify([card.status, card.seats, card.clock?.deadline, card.rated, card.round]);
  const log = useQuery({ ...trpc.table.log.queryOptions({ id: card.id }), staleTime: 0 });
  useAgainWhen(happened, log.refetch);
  const notes = (log.data?.notes ?? []).toReversed().slice(0, NEWEST);
  return (
    <Section title="What was done">
      <ol aria-label="What was done at this table" className="space-y-1 text-small">
        {notes.map((note) => (
          <li key={`${note.at} ${note.kind} ${note.seat}`} className="flex gap-2">
            <span className="num shrink-0 text-ink-2">
              <time dateTime={note.at}>{new Date(note.at).toLocaleTimeString('en-GB')}</time>
            </span>
            <span className="min-w-0">{noteWords(note, nameOf)}</span>
          </li>
        ))}
        {notes.length === 0 && !log.isPending ? <li className="text-ink-2">Nothing yet.</li> : null}
      </ol>
    </Section>
  );
}
