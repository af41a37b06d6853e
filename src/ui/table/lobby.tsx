'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Me } from '~/api/table/types';
import { seatNamesOf } from '~/games/screens';
import { Button, ButtonLink } from '~/kit/button';
import { SelectField, TextField } from '~/kit/field';
import { Page } from '~/kit/page';
import { Panel, Section } from '~/kit/panel';
import { SeatNames, useSeatNames } from '~/kit/seat-names';
import type { MatchCard } from '~/live/protocol';
import { faultOf } from '../api-fault';
import { ConnectionBar } from '../connection-bar';
import { Tick } from '../data/tick';
import { reopenLiveSocket } from '../live-socket';
import { NothingHere } from '../nothing-here';
import { Stakes } from '../play/stakes';
import { StatusBadge } from '../status-badge';
import { taskTitle } from '../task-title';
import { useTRPC } from '../trpc';
import { useLiveMatch } from '../use-live-match';
import { useOnce } from '../use-once';
import { HostConsole } from './host-console';
import { Invitation } from './invitation';
import { MySeat } from './my-seat';
import { SeatList } from './seat-list';
import { settingsLabel, startLabel } from './table-labels';

interface Props {
  card: MatchCard;
  me: Me;
  onChanged: () => void;
}

/** A match before its start: seats, invitations, and the host's settings. When it starts, this address shows the match. */
export function Lobby({ card: known, me, onChanged }: Props) {
  const { card: live, connection, waiting, refusal } = useLiveMatch(known.id);
  const card = live ?? known;
  if (refusal && !live) return <NothingHere title="No such match" fault={refusal} />;
  return (
    <SeatNames naming={seatNamesOf(card.key)}>
      <Page title={`${taskTitle(card)}: lobby`} lead={settingsLabel(card).join(', ')} actions={<StatusBadge status={card.status} />}>
        <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="min-w-0 space-y-8">
            <Stakes game={card.key} />
            {me.seats.length === 0 ? <SitForm card={card} onSeated={onChanged} /> : null}
            {me.seats.map((seat) => (
              <MySeat key={seat} card={card} seat={seat} onLeft={onChanged} />
            ))}
            <Section title="Seats" note="Who is here, and who is ready.">
              <SeatList card={card} mine={me.seats} />
            </Section>
          </div>
          <div className="space-y-6">
            <Invitation card={card} host={me.host} />
            {me.host ? <StartPanel card={card} /> : null}
            {me.host ? <HostConsole card={card} /> : null}
          </div>
        </div>
      </Page>
      <ConnectionBar lost={connection === 'lost'} waiting={waiting} />
    </SeatNames>
  );
}

/** The host starts the match; open seats go to bots. */
function StartPanel({ card }: { card: MatchCard }) {
  const trpc = useTRPC();
  const start = useMutation(trpc.table.start.mutationOptions());
  const startOnce = useOnce(start);
  return (
    <Panel title="Start">
      <p className="text-small">{startLabel(card.seats)}</p>
      <Button look="primary" className="mt-3 w-full" disabled={start.isPending} onClick={() => startOnce({ id: card.id })}>
        Start the match
      </Button>
      {start.isError ? (
        <p role="alert" className="mt-2 text-red text-small">
          {faultOf(start.error).message}
        </p>
      ) : null}
    </Panel>
  );
}

interface SitFormProps {
  card: MatchCard;
  onSeated: () => void;
}

/** For a free seat: claimed by anyone or, at a tournament's table, by whoever gets the operator's link. */
function SitForm({ card, onSeated }: SitFormProps) {
  const trpc = useTRPC();
  const tournament = useQuery(trpc.tournament.ofMatch.queryOptions({ id: card.id }));
  const free = card.seats.filter((seat) => seat.kind === 'open').map((seat) => seat.seat);
  if (free.length === 0) return <p className="text-small">No seat is free. Stay on this page to watch the match when it starts.</p>;
  if (tournament.isPending) return null;
  if (!tournament.data) return <GuestForm card={card} free={free} onSeated={onSeated} />;
  return (
    <Panel title="Seats of a tournament" note="The operator sends each player the link to their seat.">
      <ButtonLink href={`/rankings/tournaments/${tournament.data.tournamentId}`}>{tournament.data.name}</ButtonLink>
    </Panel>
  );
}

/**
 * A guest chooses a name and a seat, without an account. The seat's token arrives as a cookie, so the connection is reopened to send it.
 */
function GuestForm({ card, free, onSeated }: SitFormProps & { free: readonly string[] }) {
  const trpc = useTRPC();
  const { nameOf } = useSeatNames();
  const [name, setName] = useState('');
  const [wished, setWished] = useState('');
  const [shares, setShares] = useState(false);
  const claim = useMutation(
    trpc.seat.claim.mutationOptions({
      onSuccess: () => {
        reopenLiveSocket();
        onSeated();
      },
    }),
  );
  const claimOnce = useOnce(claim);
  const seat = free.includes(wished) ? wished : (free[0] ?? '');
  function submit(event: FormEvent) {
    event.preventDefault();
    claimOnce({ id: card.id, seat, name, shares });
  }
  return (
    <Panel title="Join" note="No account needed: enter a name for the others to see, and choose a seat.">
      <form onSubmit={submit} className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_9rem_auto] sm:items-end">
        <TextField
          label="Your name"
          required
          maxLength={24}
          autoComplete="nickname"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField label="Seat" value={seat} onChange={(event) => setWished(event.target.value)}>
          {free.map((one) => (
            <option key={one} value={one}>
              {nameOf(one)}
            </option>
          ))}
        </SelectField>
        <Button type="submit" look="primary" disabled={claim.isPending || name.trim() === ''}>
          Join
        </Button>
        <div className="sm:col-span-3">
          <Tick
            label="My moves and messages in this match may be exported as training data, without my name. (Optional)"
            checked={shares}
            onTick={setShares}
          />
        </div>
      </form>
      {claim.isError ? (
        <p role="alert" className="mt-2 text-red text-small">
          {faultOf(claim.error).message}
        </p>
      ) : null}
    </Panel>
  );
}
