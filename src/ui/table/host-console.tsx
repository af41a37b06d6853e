'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { type FormEvent, useState } from 'react';
import { roundText } from '~/games/screens';
import { Button } from '~/kit/button';
import { ConfirmDialog } from '~/kit/confirm-dialog';
import { CopyButton } from '~/kit/copy-button';
import { SelectField } from '~/kit/field';
import { formatTime } from '~/kit/format';
import { Panel, Section } from '~/kit/panel';
import { useSeatNames } from '~/kit/seat-names';
import type { MatchCard } from '~/live/protocol';
import { faultOf } from '../api-fault';
import { PlayerOptions } from '../players/player-select';
import { usePlayers } from '../players/use-players';
import { useTRPC } from '../trpc';
import { useAgainWhen } from '../use-again-when';
import { useOnce } from '../use-once';
import { useOrigin } from '../use-origin';
import { Countdown } from './countdown';
import { HostSeats } from './host-seats';
import { HostShock } from './host-shock';
import { keepLabel, noteLabel } from './table-labels';
import { useLogAgain } from './use-log-again';

/** Number of log lines shown. */
const NEWEST = 30;

/** The host's console: controls before and during the match, and the log. */
export function HostConsole({ card }: { card: MatchCard }) {
  const running = card.status === 'running' || card.status === 'paused';
  return (
    <Panel title="Host’s console" note="Only this browser and those you send a link to can use it." className="space-y-5">
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

/** The table's log, newest first; refetched when the card changes. */
function Log({ card }: { card: MatchCard }) {
  const trpc = useTRPC();
  const { nameOf } = useSeatNames();
  const happened = JSON.stringify([card.status, card.seats, card.clock?.deadline, card.rated, card.round]);
  const log = useQuery({ ...trpc.table.log.queryOptions({ id: card.id }), staleTime: 0 });
  useAgainWhen(happened, log.refetch);
  const notes = (log.data?.notes ?? []).toReversed().slice(0, NEWEST);
  return (
    <Section title="Table log">
      <ol aria-label="What happened at this table" className="space-y-1 text-small">
        {notes.map((note) => (
          <li key={`${note.at} ${note.kind} ${note.seat}`} className="flex gap-2">
            <span className="num shrink-0 text-ink-2">
              <time dateTime={note.at}>{formatTime(note.at)}</time>
            </span>
            <span className="min-w-0">{noteLabel(note, nameOf)}</span>
          </li>
        ))}
        {notes.length === 0 && !log.isPending ? <li className="text-ink-2">Nothing yet.</li> : null}
      </ol>
    </Section>
  );
}

/** For the host, before the start: reserves a free seat for a registered person. Not in tournaments, whose seats belong to entrants. */
function KeepSeat({ card }: { card: MatchCard }) {
  const trpc = useTRPC();
  const { nameOf } = useSeatNames();
  const players = usePlayers();
  const tournament = useQuery(trpc.tournament.ofMatch.queryOptions({ id: card.id }));
  const keep = useMutation(trpc.table.keep.mutationOptions(useLogAgain(card.id)));
  const keepOnce = useOnce(keep);
  const [person, setPerson] = useState('');
  const [seat, setSeat] = useState('');
  const free = card.seats.flatMap((one) => (one.kind === 'open' ? [one.seat] : []));
  const place = free.includes(seat) ? seat : free[0];
  const here = new Set(card.seats.flatMap((one) => ('agent' in one && one.agent ? [one.agent] : [])));
  const groups = players.peopleFor(card.key).map((group) => ({ ...group, options: group.options.filter(({ value }) => !here.has(value)) }));
  const isOffered = groups.some(({ options }) => options.some(({ value }) => value === person));
  if (place === undefined || tournament.data !== null || groups.every(({ options }) => options.length === 0)) return null;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (place !== undefined && isOffered) keepOnce({ id: card.id, seat: place, person });
  }
  return (
    <Section title="Keep a seat">
      <p className="text-small text-ink-2">{keepLabel(card)}</p>
      <form onSubmit={submit} className="mt-2 flex flex-wrap items-end gap-2">
        <SelectField label="Kept for" value={isOffered ? person : ''} onChange={(event) => setPerson(event.target.value)}>
          <PlayerOptions groups={groups} others={[{ value: '', title: 'choose a person' }]} />
        </SelectField>
        <SelectField label="Which seat" value={place} onChange={(event) => setSeat(event.target.value)}>
          {free.map((one) => (
            <option key={one} value={one}>
              {nameOf(one)}
            </option>
          ))}
        </SelectField>
        <Button type="submit" disabled={!isOffered || keep.isPending}>
          Keep it
        </Button>
      </form>
      {keep.isError ? (
        <p role="alert" className="mt-2 text-red text-small">
          {faultOf(keep.error).message}
        </p>
      ) : null}
    </Section>
  );
}

const EXTENSIONS = [30, 120] as const;

/** Pause, resume, step, extend the round, end the match. */
function HostClock({ card }: { card: MatchCard }) {
  const trpc = useTRPC();
  const logged = useLogAgain(card.id);
  const control = useMutation(trpc.table.control.mutationOptions(logged));
  const extend = useMutation(trpc.table.extend.mutationOptions(logged));
  const steer = useOnce(control, ({ command }) => (command === 'resume' ? 'pause' : command)); // one button
  const lengthen = useOnce(extend);
  const [ending, setEnding] = useState(false);
  const running = card.status === 'running';
  const fault = control.error ?? extend.error;
  return (
    <Section
      title={roundText(card.key, card.round, card.rounds).replace('r', 'R')}
      aside={<Countdown matchId={card.id} clock={card.clock} />}
    >
      <div className="flex flex-wrap gap-1.5" role="toolbar" aria-label="The match’s clock">
        <Button size="small" disabled={control.isPending} onClick={() => steer({ id: card.id, command: running ? 'pause' : 'resume' })}>
          {running ? 'Pause' : 'Resume'}
        </Button>
        <Button size="small" disabled={running || control.isPending} onClick={() => steer({ id: card.id, command: 'step' })}>
          Close this round
        </Button>
        {card.clock
          ? EXTENSIONS.map((seconds) => (
              <Button key={seconds} size="small" disabled={extend.isPending} onClick={() => lengthen({ id: card.id, seconds })}>
                +{seconds} s
              </Button>
            ))
          : null}
        <Button size="small" look="danger" disabled={control.isPending} onClick={() => setEnding(true)}>
          End the match
        </Button>
      </div>
      {running ? <p className="mt-1.5 text-ink-2 text-small">To close this round now, pause the match first.</p> : null}
      <ConfirmDialog
        open={ending}
        onOpen={setEnding}
        title="End this match"
        note="The match ends now for everybody at the table and cannot be resumed. Everything so far stays and can be replayed."
        no="Let it run"
        yes="End it for everybody"
        onYes={() => steer({ id: card.id, command: 'abort' })}
      />
      {fault ? (
        <p role="alert" className="mt-2 text-red text-small">
          {faultOf(fault).message}
        </p>
      ) : null}
    </Section>
  );
}
