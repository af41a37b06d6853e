'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AgentCard } from '~/api/agent/types';
import type { OwnerCard } from '~/api/owner/router';
import { Button } from '~/kit/button';
import { ConfirmDialog } from '~/kit/confirm-dialog';
import { SelectField, TextField } from '~/kit/field';
import { Page } from '~/kit/page';
import { Panel, Section } from '~/kit/panel';
import { PlayerName } from '~/kit/player-name';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { faultOf } from '../api-fault';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { UnlockDialog } from '../unlock-dialog';

/** The operator assigns agents to owners. Rated ranks count all unconfirmed agents as one owner's. */
export function OwnersScreen() {
  const trpc = useTRPC();
  const owners = useQuery({ ...trpc.owner.list.queryOptions(), staleTime: 0 });
  const agents = useQuery({ ...trpc.agent.list.queryOptions({}), staleTime: 0 });
  const failed = [owners, agents].find(({ isError }) => isError);
  const free = owners.data && agents.data ? withoutOwner(agents.data, owners.data) : [];
  return (
    <Page
      title="Owners"
      lead="Who owns which agents. A rated rank needs opponents of 3 owners, and two agents of one owner never share a rated table. All agents without a confirmed owner count as belonging to one owner."
    >
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-8">
          {failed?.error ? <FailedQuery what="the owners" error={failed.error} retry={failed.refetch} /> : null}
          {!failed && (owners.isPending || agents.isPending) ? (
            <Loading what="the owners">
              <Skeleton className="h-64 w-full" />
            </Loading>
          ) : null}
          {owners.data?.length === 0 ? (
            <Empty title="No owner is confirmed yet">Add an owner, then confirm which agents are theirs.</Empty>
          ) : null}
          {owners.data?.map((owner) => (
            <OwnerEntry key={owner.id} owner={owner} free={free} />
          ))}
        </div>
        <div className="space-y-4 lg:sticky lg:top-6 lg:self-start">
          <AddOwner />
          {free.length === 0 ? null : (
            <Panel title="Agents without an owner" note="Together they count as one owner's.">
              <ul className="space-y-1 text-small">
                {free.map(({ ref, agent }) => (
                  <li key={ref}>
                    <PlayerName name={agent.name} />
                    {agent.owner.trim() === '' ? null : <span className="text-ink-2"> (its file says {agent.owner.trim()})</span>}
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </div>
      </div>
    </Page>
  );
}

function AddOwner() {
  const [name, setName] = useState('');
  const { send, isPending, fault, lock } = useOwnerDeed(() => setName(''));
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() !== '') send({ kind: 'add', name: name.trim() });
  }
  return (
    <Panel title="Add an owner">
      <form onSubmit={submit} className="space-y-3">
        <TextField
          label="Owner's name"
          hint="A person or a group. It must not look like another owner's name."
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={fault?.message ?? null}
        />
        <Button type="submit" look="primary" disabled={name.trim() === '' || isPending}>
          Add owner
        </Button>
      </form>
      <UnlockDialog {...lock} />
    </Panel>
  );
}

/** One owner: its agents, and the operator's controls. */
function OwnerEntry({ owner, free }: { owner: OwnerCard; free: readonly AgentCard[] }) {
  const [asking, setAsking] = useState(false);
  const [chosen, setChosen] = useState('');
  const { send, isPending, fault, lock } = useOwnerDeed(() => setChosen(''));
  const agent = free.some((card) => card.agent.name === chosen) ? chosen : '';

  function confirm(event: FormEvent): void {
    event.preventDefault();
    if (agent !== '') send({ kind: 'confirm', owner: owner.id, agents: [agent] });
  }

  return (
    <Section
      title={owner.name}
      aside={
        <Button look="danger" disabled={isPending} aria-label={`Remove ${owner.name}`} onClick={() => setAsking(true)}>
          Remove
        </Button>
      }
    >
      {owner.agents.length === 0 ? (
        <p className="text-ink-2 text-small">No agents confirmed.</p>
      ) : (
        <ul aria-label={`Agents of ${owner.name}`} className="divide-y border-y text-small">
          {owner.agents.map((name) => (
            <li key={name} className="flex items-center justify-between gap-3 py-1.5">
              <PlayerName name={name} />
              <Button disabled={isPending} aria-label={`Release ${name}`} onClick={() => send({ kind: 'release', agent: name })}>
                Release
              </Button>
            </li>
          ))}
        </ul>
      )}
      {free.length === 0 ? null : (
        <form onSubmit={confirm} className="mt-3 flex flex-wrap items-end gap-2">
          <SelectField
            label={`Agent of ${owner.name}`}
            value={agent}
            onChange={(event) => setChosen(event.target.value)}
            className="min-w-56 flex-1"
          >
            <option value="">choose an agent</option>
            {free.map((card) => (
              <option key={card.agent.name} value={card.agent.name}>
                {claimOf(card)}
              </option>
            ))}
          </SelectField>
          <Button type="submit" look="primary" disabled={agent === '' || isPending}>
            Confirm agent
          </Button>
        </form>
      )}
      {fault ? (
        <p role="alert" className="mt-2 text-red text-small">
          {fault.message}
        </p>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpen={setAsking}
        title={`Remove ${owner.name}`}
        note="Its agents will have no confirmed owner. Tournaments that have started keep the owner they recorded."
        no="Keep owner"
        yes="Remove owner"
        onYes={() => send({ kind: 'remove', owner: owner.id })}
      />
      <UnlockDialog {...lock} />
    </Section>
  );
}

/** The owner that its file claims, which is unverified. */
function claimOf({ agent }: AgentCard): string {
  return agent.owner.trim() === '' ? agent.name : `${agent.name} (its file says ${agent.owner.trim()})`;
}

/** Added agents without an owner that can play in rated tournaments, in their newest version. */
export function withoutOwner(cards: readonly AgentCard[], owners: readonly OwnerCard[]): AgentCard[] {
  const owned = new Set(owners.flatMap(({ agents }) => agents));
  const isFree = ({ agent, builtIn }: AgentCard) => !builtIn && agent.spec.kind !== 'person' && !agent.retired && !owned.has(agent.name);
  return cards.filter(isFree).toSorted((a, b) => a.agent.name.localeCompare(b.agent.name));
}

/** A change of owners by the operator; refetches the lists. */
type OwnerDeed =
  | { kind: 'add'; name: string }
  | { kind: 'confirm'; owner: string; agents: string[] }
  | { kind: 'release'; agent: string }
  | { kind: 'remove'; owner: string };

function useOwnerDeed(onDone?: () => void) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [locked, setLocked] = useState(false);
  const [last, setLast] = useState<OwnerDeed | null>(null);
  const options = {
    onSuccess: () => {
      void queries.invalidateQueries(trpc.owner.pathFilter());
      onDone?.();
    },
    onError: (error: unknown) => setLocked(faultOf(error).code === 'operator_needed'),
  };
  const add = useMutation(trpc.owner.add.mutationOptions(options));
  const confirm = useMutation(trpc.owner.confirm.mutationOptions(options));
  const release = useMutation(trpc.owner.release.mutationOptions(options));
  const remove = useMutation(trpc.owner.remove.mutationOptions(options));
  const all = [add, confirm, release, remove];
  const fault = all.map(({ error }) => (error ? faultOf(error) : null)).find((one) => one !== null) ?? null;

  function send(deed: OwnerDeed): void {
    for (const one of all) one.reset();
    setLast(deed);
    if (deed.kind === 'add') add.mutate({ name: deed.name });
    else if (deed.kind === 'confirm') confirm.mutate({ owner: deed.owner, agents: deed.agents });
    else if (deed.kind === 'release') release.mutate({ agent: deed.agent });
    else remove.mutate({ owner: deed.owner });
  }

  return {
    send,
    isPending: all.some((one) => one.isPending),
    fault: fault?.code === 'operator_needed' ? null : fault,
    lock: {
      open: locked,
      onOpen: setLocked,
      onUnlocked: () => {
        if (last !== null) send(last);
      },
    },
  };
}
