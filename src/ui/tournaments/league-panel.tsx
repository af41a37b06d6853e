'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { TournamentSheet } from '~/api/tournament-words';
import { faultOf } from '../api-fault';
import { Button } from '../kit/button';
import { SelectField, TextField } from '../kit/field';
import { Section } from '../kit/panel';
import { PlayerOptions } from '../players/player-select';
import { usePlayers } from '../players/use-players';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';

/** Agents come and go between the days of a league. */
export function LeaguePanel({ sheet: { card, entrants } }: { sheet: TournamentSheet }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const players = usePlayers();
  const [agent, setAgent] = useState('');
  const [name, setName] = useState('');
  const [owner, setOwner] = useState('');
  const [leaver, setLeaver] = useState('');
  const onSettled = () => queries.invalidateQueries(trpc.tournament.pathFilter());
  const join = useMutation(trpc.tournament.join.mutationOptions({ onSettled }));
  const leave = useMutation(trpc.tournament.leave.mutationOptions({ onSettled }));
  const joinOnce = useOnce(join);
  const leaveOnce = useOnce(leave);
  const here = entrants.filter(({ left, isNull }) => left === null && !isNull);
  function submitJoin(event: FormEvent) {
    event.preventDefault();
    if (agent === '') return;
    const asked = { id: card.id, agent, owner: owner.trim() === '' ? null : owner.trim() };
    joinOnce({ ...asked, ...(name.trim() !== '' && { name: name.trim() }) });
  }
  function submitLeave(event: FormEvent) {
    event.preventDefault();
    if (leaver !== '') leaveOnce({ id: card.id, name: leaver });
  }
  return (
    <Section title="Join and leave" note="From the league’s next day on. What was played stays in the standings.">
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
        <form onSubmit={submitJoin} className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_1fr_auto]">
          <SelectField
            label="Who joins"
            value={agent}
            onChange={(event) => setAgent(event.target.value)}
            error={join.isError ? faultOf(join.error).message : null}
          >
            <option value="">choose a player</option>
            <PlayerOptions groups={players.groupsFor(card.ruleset)} />
          </SelectField>
          <TextField
            label="Name in the table"
            placeholder="its own"
            value={name}
            maxLength={64}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField label="Owner" value={owner} maxLength={64} onChange={(event) => setOwner(event.target.value)} />
          <Button type="submit" className="sm:mt-6" disabled={agent === '' || join.isPending}>
            Join
          </Button>
        </form>
        <form onSubmit={submitLeave} className="grid items-start gap-3 sm:grid-cols-[1fr_auto]">
          <SelectField
            label="Who leaves"
            value={leaver}
            onChange={(event) => setLeaver(event.target.value)}
            error={leave.isError ? faultOf(leave.error).message : null}
          >
            <option value="">choose an entrant</option>
            {here.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </SelectField>
          <Button type="submit" className="sm:mt-6" disabled={leaver === '' || leave.isPending}>
            Leave
          </Button>
        </form>
      </div>
    </Section>
  );
}
