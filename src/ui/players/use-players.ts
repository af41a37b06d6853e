'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../trpc';
import { type PlayerGroup, playerGroups } from './player-options';

interface Players {
  /** Of one ruleset, e.g. `gpu-market/open`; null: of all. */
  groupsFor(ruleset: string | null): PlayerGroup[];
  /** Until then forms would change their size. */
  settled: boolean;
}

/** Everybody who can be put into a seat. Where the agents cannot be asked for, the scripted policies remain. */
export function usePlayers(enabled = true): Players {
  const trpc = useTRPC();
  const catalog = useQuery(trpc.catalog.overview.queryOptions(undefined, { enabled }));
  const agents = useQuery(trpc.agent.list.queryOptions({}, { enabled }));
  return {
    groupsFor: (ruleset) => playerGroups(catalog.data?.policies ?? [], agents.data ?? [], ruleset),
    settled: !catalog.isPending && !agents.isPending,
  };
}
