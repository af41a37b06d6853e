'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { SeatTurns, TurnsPage } from '~/api/agent/types';
import type { MatchCard } from '~/live/protocol';
import { liveSocket } from '../live-socket';
import { isLive } from '../matches/card-labels';
import { useTRPC } from '../trpc';
import { useAgainWhen } from '../use-again-when';
import { type AgentSeat, agentSeats } from './agent-seats';
import { NO_THINKING, type Thinking, ThoughtStream } from './thought-stream';

export interface Traces extends Thinking {
  /** Seats that an agent plays or has played. */
  seats: readonly AgentSeat[];
  turns: readonly SeatTurns[];
  error: unknown;
  again: () => unknown;
  /** Earlier turns that are not loaded. `wanted`: they include the shown round. */
  earlier: { are: boolean; wanted: boolean; coming: boolean; fetch: () => unknown };
}

/**
 * The thoughts and turns of a match's agents, as far as this browser may see them: newest first, back to `round`. Matches without agents
 * request nothing.
 */
export function useTraces(card: MatchCard, round: number): Traces {
  const trpc = useTRPC();
  const stream = useMemo(() => new ThoughtStream(card.id, liveSocket), [card.id]);
  const thinking = useSyncExternalStore(stream.subscribe, stream.snapshot, () => NO_THINKING);
  const now = useMemo(() => agentSeats(card.seats), [card.seats]);
  // A seat may have been handed to an agent and taken back.
  const enabled = now.length > 0 || (card.hosted && !isLive(card));
  const pages = trpc.agent.turns.infiniteQueryOptions({ matchId: card.id }, { getNextPageParam: ({ next }) => next });
  const query = useInfiniteQuery({ ...pages, enabled });
  useAgainWhen(`${card.status} ${card.round} ${thinking.decided}`, enabled ? query.refetch : nothing);
  const turns = useMemo(() => joinPages(read(query.data?.pages)), [query.data]);
  const seats = useMemo(() => [...now, ...formerSeats(turns, now)], [now, turns]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isError } = query;
  const wanted = hasNextPage && !reachesBack(turns, round);
  const isShort = wanted && !isFetchingNextPage && !isError;
  useEffect(() => {
    if (isShort) void fetchNextPage();
  }, [isShort, fetchNextPage]);
  const earlier = { are: hasNextPage, wanted, coming: isFetchingNextPage, fetch: fetchNextPage };
  return { ...thinking, seats, turns, error: query.error, again: query.refetch, earlier };
}

function formerSeats(turns: readonly SeatTurns[], now: readonly AgentSeat[]): AgentSeat[] {
  return turns.flatMap(({ seat, turns: own }) => {
    const last = own.at(-1);
    return last === undefined || now.some((one) => one.seat === seat) ? [] : [{ seat, agent: last.agent }];
  });
}

/** Fields of type `unknown` become optional in transit. */
function read(pages: readonly { seats: object }[] | undefined): readonly TurnsRead[] {
  return (pages ?? []) as readonly TurnsRead[];
}

function nothing(): void {}

// Pages of turns, newest first, combined into one list by seat.

type TurnsRead = Pick<TurnsPage, 'seats'>;

/** Counts cover all turns on every page; those of the newest page are current. */
export function joinPages(pages: readonly TurnsRead[]): SeatTurns[] {
  const [newest] = pages;
  return (newest?.seats ?? []).map(({ seat, counts }) => ({
    seat,
    counts,
    turns: pages.toReversed().flatMap(({ seats }) => seats.find((one) => one.seat === seat)?.turns ?? []),
  }));
}

/** Whether all turns of that round and later ones are loaded. The oldest loaded round may be incomplete. */
export function reachesBack(turns: readonly SeatTurns[], round: number): boolean {
  const rounds = turns.flatMap(({ turns: own }) => own.slice(0, 1).map((turn) => turn.round));
  return rounds.length === 0 || Math.min(...rounds) < round;
}
