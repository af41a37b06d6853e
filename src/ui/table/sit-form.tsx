'use client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { MatchCard } from '~/live/protocol';
import { faultOf } from '../api-fault';
import { Button } from '../kit/button';
import { SelectField, TextField } from '../kit/field';
import { useLabNames } from '../kit/lab-names';
import { Panel } from '../kit/panel';
import { reopenLiveSocket } from '../live-socket';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';

/** A guest picks a name and a seat; no account. The seat's token comes as a cookie, so the live line is opened anew to carry it. */
export function SitForm({ card, onSeated }: { card: MatchCard; onSeated: () => void }) {
  const trpc = useTRPC();
  const { nameOf } = useLabNames();
  const free = card.seats.filter((seat) => seat.kind === 'open').map((seat) => seat.seat);
  const [name, setName] = useState('');
  const [wished, setWished] = useState('');
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
    claimOnce({ id: card.id, seat, name });
  }
  if (free.length === 0) return null;
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
      </form>
      {claim.isError ? (
        <p role="alert" className="mt-2 text-red text-small">
          {faultOf(claim.error).message}
        </p>
      ) : null}
    </Panel>
  );
}
