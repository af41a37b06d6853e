'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { LISTED_KINDS, listedKind } from '~/agents/agent';
import type { AgentCard } from '~/api/agent/types';
import { rulesetLabel } from '~/contract/game-ref';
import { Badge } from '~/kit/badge';
import { ButtonLink } from '~/kit/button';
import { SelectField } from '~/kit/field';
import { Page } from '~/kit/page';
import { agentAddress, PlayerName } from '~/kit/player-name';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import { countedMatches } from '~/store/match-types';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { filterAgents, firstSentence, KIND_LABELS } from './agent-labels';

/** All registered players: kind, games, and whether they can play now. */
export function AgentsScreen() {
  const trpc = useTRPC();
  const agents = useQuery({ ...trpc.agent.list.queryOptions({}), staleTime: 0 });
  return (
    <Page
      title="Agents"
      lead="Everyone who can take a seat: scripted policies, language models with their prompt and sampling, programs at an address, and people. Each version is pinned and keeps its own results."
    >
      {agents.isPending ? (
        <Loading what="the agents">
          <Skeleton className="h-[40rem] w-full" />
        </Loading>
      ) : null}
      {agents.isError ? <FailedQuery what="the agents" error={agents.error} retry={agents.refetch} /> : null}
      {agents.data ? <Registry cards={agents.data} /> : null}
    </Page>
  );
}

function Registry({ cards }: { cards: readonly AgentCard[] }) {
  const [ruleset, setRuleset] = useState('');
  const [kind, setKind] = useState('');
  const rulesets = [...new Set(cards.flatMap(({ agent }) => agent.plays))].toSorted();
  const kinds = LISTED_KINDS.filter((one) => cards.some(({ agent }) => listedKind(agent.spec) === one));
  const shown = filterAgents(cards, { ruleset, kind });
  return (
    <>
      <div className="mb-4 grid max-w-xl grid-cols-2 gap-3">
        <SelectField label="Ruleset" value={ruleset} onChange={(event) => setRuleset(event.target.value)}>
          <option value="">all rulesets</option>
          {rulesets.map((one) => (
            <option key={one} value={one}>
              {rulesetLabel(one, rulesets)}
            </option>
          ))}
        </SelectField>
        <SelectField label="Kind" value={kind} onChange={(event) => setKind(event.target.value)}>
          <option value="">all kinds</option>
          {kinds.map((one) => (
            <option key={one} value={one}>
              {KIND_LABELS[one]}
            </option>
          ))}
        </SelectField>
      </div>
      {shown.length === 0 ? (
        <Empty title="No agents match these filters" action={<ButtonLink href="/agents/new">Add an agent</ButtonLink>}>
          Choose another ruleset or kind, or add one.
        </Empty>
      ) : (
        <Table caption="Agents" columns={COLUMNS} rows={shown} rowKey={({ ref }) => ref} />
      )}
    </>
  );
}

const COLUMNS: Column<AgentCard>[] = [
  { key: 'agent', head: 'Agent', cell: (card) => <Name card={card} />, className: 'w-[40%]' },
  {
    key: 'kind',
    head: 'Kind',
    cell: ({ agent }) => <span className="whitespace-nowrap">{KIND_LABELS[listedKind(agent.spec)]}</span>,
    className: 'max-sm:hidden',
  },
  {
    key: 'plays',
    head: 'Plays',
    cell: ({ agent }) => <Plays games={agent.plays} />,
    className: 'max-sm:hidden',
  },
  { key: 'ready', head: 'Now', cell: (card) => <Ready card={card} /> },
  { key: 'matches', head: 'Matches', align: 'right', cell: ({ matches }) => countedMatches(matches), className: 'max-sm:hidden' },
];

function Name({ card: { ref, agent, matches } }: { card: AgentCard }) {
  return (
    <Link href={agentAddress(ref)} className="group block">
      <span className="font-medium group-hover:text-accent group-hover:underline">{agent.title}</span>{' '}
      <PlayerName name={ref} className="text-ink-2" />
      <span className="block text-ink-2 max-sm:hidden">{agent.summary}</span>
      <span className="block text-ink-2 sm:hidden">
        {KIND_LABELS[listedKind(agent.spec)]}, <Plays games={agent.plays} />
        {matches > 0 ? `, ${countedMatches(matches)} ${matches === 1 ? 'match' : 'matches'}` : ''}
      </span>
    </Link>
  );
}

/** Whether it can play now, and if not, why. */
export function Ready({ card }: { card: AgentCard }) {
  if (card.agent.retired) return <Badge>retired</Badge>;
  if (card.agent.spec.kind === 'person') return <Badge>when invited</Badge>;
  if (card.ready) return <Badge tone="accent">ready</Badge>;
  return (
    <span className="block min-w-28">
      <Badge>not ready</Badge>
      <span className="block text-ink-2" title={card.notReady ?? undefined}>
        {firstSentence(card.notReady ?? '')}
      </span>
    </span>
  );
}

/** The keys of games, none of them broken at its hyphen. */
function Plays({ games }: { games: readonly string[] }) {
  return games.map((game, place) => (
    <span key={game}>
      {place > 0 ? ', ' : ''}
      <span className="whitespace-nowrap">{game}</span>
    </span>
  ));
}
