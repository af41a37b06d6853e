'use client';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button, ButtonLink } from '~/kit/button';
import { TextField } from '~/kit/field';
import { Page } from '~/kit/page';
import { Panel } from '~/kit/panel';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { UnlockDialog } from '../match/unlock-dialog';
import { PlayerName } from '../players/player-name';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { OwnerEntry } from './owner-entry';
import { useOwnerDeed } from './use-owner-deed';
import { withoutOwner } from './without-owner';

/** The operator says who owns which agents. Rated ranks count unconfirmed agents as one owner's. */
export function OwnersScreen() {
  const trpc = useTRPC();
  const owners = useQuery({ ...trpc.owner.list.queryOptions(), staleTime: 0 });
  const agents = useQuery({ ...trpc.agent.list.queryOptions({}), staleTime: 0 });
  const failed = [owners, agents].find(({ isError }) => isError);
  const free = owners.data && agents.data ? withoutOwner(agents.data, owners.data) : [];
  return (
    <Page
      title="Owners"
      lead="Who owns which agents. A rated rank needs opponents of 3 owners, and two agents of one owner never share a rated table. Agents without a confirmed owner count as one owner's."
      actions={<ButtonLink href="/agents">Agents</ButtonLink>}
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
                    {agent.owner.trim() === '' ? null : <span className="text-ink-2">, says: {agent.owner.trim()}</span>}
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
