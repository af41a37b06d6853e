'use client';
import { type FormEvent, useState } from 'react';
import type { AgentCard } from '~/api/agent-words';
import type { OwnerCard } from '~/api/routers/owner';
import { Button } from '~/kit/button';
import { ConfirmDialog } from '~/kit/confirm-dialog';
import { SelectField } from '~/kit/field';
import { Section } from '~/kit/panel';
import { UnlockDialog } from '../match/unlock-dialog';
import { PlayerName } from '../players/player-name';
import { useOwnerDeed } from './use-owner-deed';

/** One owner: its agents, and what the operator can change. */
export function OwnerEntry({ owner, free }: { owner: OwnerCard; free: readonly AgentCard[] }) {
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
        note="Its agents then have no confirmed owner. Tournaments that have begun keep the owner they noted."
        no="Keep owner"
        yes="Remove owner"
        onYes={() => send({ kind: 'remove', owner: owner.id })}
      />
      <UnlockDialog {...lock} />
    </Section>
  );
}

/** With what its file says, which nobody has checked. */
function claimOf({ agent }: AgentCard): string {
  return agent.owner.trim() === '' ? agent.name : `${agent.name} (says: ${agent.owner.trim()})`;
}
