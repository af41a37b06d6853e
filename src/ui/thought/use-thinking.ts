'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { SeatTurns } from '~/api/agent-words';
import type { MatchCard } from '~/live/protocol';
import { liveSocket } from '../live-socket';
import { isLive } from '../matches/card-words';
import { useAgainWhen } from '../table/use-again-when';
import { useTRPC } from '../trpc';
import { type AgentSeat, agentSeats } from './agent-seats';
import { NO_THINKING, type Thinking, ThoughtStream } from './thought-stream';

export interface Minds extends Thinking {
  /** Seats that an agent plays, or has played. */
  seats: readonly AgentSeat[];
  turns: readonly SeatTurns[];
  error: unknown;
  again: () => unknown;
}

/** What the agents of a match think and have decided, as far as this browser may know. Matches without agents ask for nothing. */
export function useMinds(card: MatchCard): Minds {
  const trpc = useTRPC();
  const stream = useMemo(() => new ThoughtStream(card.id, liveSocket), [card.id]);
  const thinking = useSyncExternalStore(stream.subscribe, stream.snapshot, () => NO_THINKING);
  const now = useMemo(() => agentSeats(card.seats), [card.seats]);
  // Somebody may have handed a seat to an agent and taken it back.
  const enabled = now.length > 0 || (card.hosted && !isLive(card));
  const query = useQuery({ ...trpc.agent.turns.queryOptions({ matchId: card.id }), enabled });
  useAgainWhen(`${card.status} ${card.round} ${thinking.decided}`, enabled ? query.refetch : nothing);
  const turns = read(query.data);
  const seats = useMemo(() => [...now, ...formerSeats(turns, now)], [now, turns]);
  return { ...thinking, seats, turns, error: query.error, again: query.refetch };
}

const NO_TURNS: readonly SeatTurns[] = [];

function formerSeats(turns: readonly SeatTurns[], now: readonly AgentSeat[]): AgentSeat[] {
  return turns.flatMap(({ seat, turns: own }) => {
    const last = own.at(-1);
    return last === undefined || now.some((one) => one.seat === seat) ? [] : [{ seat, agent: last.agent }];
  });
}

/** What is `unknown` in a turn counts as left out on its way. */
function read(turns: readonly (Pick<SeatTurns, 'seat'> & { turns: object })[] | undefined): readonly SeatTurns[] {
  return turns === undefined ? NO_TURNS : (turns as readonly SeatTurns[]);
}

function nothing(): void {}
