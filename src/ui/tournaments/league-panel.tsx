'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { TournamentSheet } from '~/api/tournament/types';
import { Button } from '~/kit/button';
import { SelectField, TextField } from '~/kit/field';
import { Section } from '~/kit/panel';
import { faultOf } from '../api-fault';
import { OlderSwitch } from '../players/older-versions';
import { notReadyAmong } from '../players/player-options';
import { NotReady, PlayerOptions } from '../players/player-select';
import { usePlayers } from '../players/use-players';
import { useTRPC } from '../trpc';
import { useOnce } from '../use-once';
import { PERSON, SOMEBODY } from './plan-draft';

/** Adds and removes entrants between a league's days: agents, and people in an exhibition. */
export function LeaguePanel({ sheet }: { sheet: TournamentSheet }) {
  return (
    <Section title="Join and leave" note="Changes take effect on the league’s next day. Past matches stay in the standings.">
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
        <JoinForm sheet={sheet} />
        <LeaveForm sheet={sheet} />
      </div>
    </Section>
  );
}

function useSettled() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return { onSettled: () => queries.invalidateQueries(trpc.tournament.pathFilter()) };
}

function JoinForm({ sheet: { card } }: { sheet: TournamentSheet }) {
  const players = usePlayers();
  const [agent, setAgent] = useState('');
  const [name, setName] = useState('');
  const [owner, setOwner] = useState('');
  const join = useMutation(useTRPC().tournament.join.mutationOptions(useSettled()));
  const joinOnce = useOnce(join);
  const maySit = card.kind === 'exhibition';
  const groups = players.groupsFor(card.ruleset);
  const named = name.trim();
  const isComplete = agent !== '' && (agent !== PERSON || named !== '');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isComplete) return;
    const who = { agent: agent === PERSON ? null : agent, ...(named !== '' && { name: named }) };
    joinOnce({ id: card.id, ...who, owner: owner.trim() === '' ? null : owner.trim() });
  }
  return (
    <form onSubmit={submit} className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_1fr_auto]">
      <SelectField
        label="Who joins"
        value={agent}
        onChange={(event) => setAgent(event.target.value)}
        error={join.isError ? faultOf(join.error).message : null}
      >
        <PlayerOptions
          groups={maySit ? [...players.peopleFor(card.ruleset), ...groups] : groups}
          others={[{ value: '', title: 'choose a player' }, ...(maySit ? SOMEBODY : [])]}
        />
      </SelectField>
      <TextField
        label="Name in the table"
        placeholder={agent === PERSON ? 'their name' : 'its own'}
        value={name}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <TextField label="Owner" value={owner} maxLength={64} autoComplete="off" onChange={(event) => setOwner(event.target.value)} />
      <Button type="submit" className="sm:mt-6" disabled={!isComplete || join.isPending}>
        Join
      </Button>
      <div className="sm:col-span-4">
        <OlderSwitch older={players.older} />
        <NotReady players={notReadyAmong(groups, [agent])} />
      </div>
    </form>
  );
}

function LeaveForm({ sheet: { card, entrants } }: { sheet: TournamentSheet }) {
  const [leaver, setLeaver] = useState('');
  const leave = useMutation(useTRPC().tournament.leave.mutationOptions(useSettled()));
  const leaveOnce = useOnce(leave);
  const here = entrants.filter(({ left, isNull }) => left === null && !isNull);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (leaver !== '') leaveOnce({ id: card.id, name: leaver });
  }
  return (
    <form onSubmit={submit} className="grid items-start gap-3 sm:grid-cols-[1fr_auto]">
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
  );
}
