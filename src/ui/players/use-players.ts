'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentCard } from '~/api/agent/types';
import { isAgentRef } from '~/kit/player-name';
import type { MatchCard } from '~/live/protocol';
import { playedBy } from '~/store/match-types';
import { useTRPC } from '../trpc';
import { findPlayer, type PlayerGroup, peopleGroup, playerGroups } from './player-options';

export interface Players {
  /** For one ruleset, e.g. `gpu-market/open`; null: all. */
  groupsFor(ruleset: string | null): PlayerGroup[];
  /** Registered people who play it. */
  peopleFor(ruleset: string): PlayerGroup[];
  older: OlderVersions;
  /** Loaded; before, forms would change their size. */
  settled: boolean;
}

/** Earlier versions of agents, which forms offer on request. */
export interface OlderVersions {
  count: number;
  shown: boolean;
  show: (shown: boolean) => void;
}

interface Wish {
  enabled?: boolean;
  /** A player in the address; an earlier version is then offered from the start. */
  asked?: string | null;
}

/** All players for seats. If the agents cannot be loaded, only the scripted policies. */
export function usePlayers({ enabled = true, asked = null }: Wish = {}): Players {
  const trpc = useTRPC();
  const catalog = useQuery(trpc.catalog.overview.queryOptions(undefined, { enabled }));
  const agents = useQuery(trpc.agent.list.queryOptions({}, { enabled }));
  const older = useQuery(trpc.agent.list.queryOptions({ older: true }, { enabled }));
  const [wished, show] = useState<boolean | null>(null);
  const policies = catalog.data?.policies ?? [];
  const all = older.data ?? [];
  const isAsked = asked !== null && findPlayer(playerGroups({ policies: [], agents: all }, null), asked) !== null;
  const shown = wished ?? isAsked;
  const registry = { policies, agents: agents.data ?? [], older: shown ? all : [] };
  return {
    groupsFor: (ruleset) => playerGroups(registry, ruleset),
    peopleFor: (ruleset) => peopleGroup(registry.agents, ruleset),
    older: { count: all.length, shown, show },
    settled: !catalog.isPending && !agents.isPending && !older.isPending,
  };
}

/** The agents that play at this table; a table without any asks for none. */
export function useSeatedAgents({ seats }: MatchCard): readonly Pick<AgentCard, 'ref' | 'agent'>[] {
  const trpc = useTRPC();
  const enabled = seats.some((one) => isAgentRef(playedBy(one) ?? ''));
  const newest = useQuery(trpc.agent.list.queryOptions({}, { enabled }));
  const older = useQuery(trpc.agent.list.queryOptions({ older: true }, { enabled }));
  return [...(newest.data ?? []), ...(older.data ?? [])];
}
