'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '~/kit/button';
import { SelectField } from '~/kit/field';
import { Section } from '~/kit/panel';
import { useSeatNames } from '~/kit/seat-names';
import type { MatchCard } from '~/live/protocol';
import { faultOf } from '../api-fault';
import { PlayerOptions } from '../players/player-select';
import { usePlayers } from '../players/use-players';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import { keepWords } from './table-words';
import { useLogAgain } from './use-log-again';

/** For the host, before the match begins: a free seat goes to a person of the registry. A tournament's seats are its entrants'. */
export function KeepSeat({ card }: { card: MatchCard }) {
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
      <p className="text-small text-ink-2">{keepWords(card)}</p>
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
