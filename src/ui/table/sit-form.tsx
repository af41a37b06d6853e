'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button, ButtonLink } from '~/kit/button';
import { SelectField, TextField } from '~/kit/field';
import { Panel } from '~/kit/panel';
import { useSeatNames } from '~/kit/seat-names';
import type { MatchCard } from '~/live/protocol';
import { faultOf } from '../api-fault';
import { Tick } from '../data/tick';
import { reopenLiveSocket } from '../live-socket';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';

interface Props {
  card: MatchCard;
  onSeated: () => void;
}

/** Where a seat is free: for anybody, or, at a tournament's table, for whom its operator sends the link. */
export function SitForm({ card, onSeated }: Props) {
  const trpc = useTRPC();
  const tournament = useQuery(trpc.tournament.ofMatch.queryOptions({ id: card.id }));
  const free = card.seats.filter((seat) => seat.kind === 'open').map((seat) => seat.seat);
  if (free.length === 0 || tournament.isPending) return null;
  if (!tournament.data) return <GuestForm card={card} free={free} onSeated={onSeated} />;
  return (
    <Panel title="Seats of a tournament" note="The operator sends everybody who plays the link to their seat.">
      <ButtonLink href={`/tournaments/${tournament.data.tournamentId}`}>{tournament.data.name}</ButtonLink>
    </Panel>
  );
}

/** A guest picks a name and a seat; no account. The seat's token comes as a cookie, so the live line is opened anew to carry it. */
function GuestForm({ card, free, onSeated }: Props & { free: readonly string[] }) {
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
    <Panel title="Take a seat" note="No account: a name for the others to see, and a lab to play.">
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
          Sit down
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
