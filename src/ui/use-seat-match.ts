'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { PlaySlots } from '~/contract/play-screens';
import { liveSocket } from './live-socket';
import { type LiveMatch, MatchStream, NO_MATCH } from './replay/match-stream';
import { useTRPC } from './trpc';
import { useAgainWhen } from './use-again-when';

/** The seat's own stream: only what its holder may see. */
export function useSeatStream(matchId: string, seat: string): LiveMatch<object> {
  const stream = useMemo(() => new MatchStream<object>(matchId, liveSocket, seat), [matchId, seat]);
  return useSyncExternalStore(stream.subscribe, stream.snapshot, () => NO_MATCH);
}

export interface SeatObservation {
  observation: unknown;
  turn: number;
  handedIn: boolean;
}

interface Now {
  view: object | null;
  play: PlaySlots<object, unknown, unknown> | undefined;
  connected: boolean;
}

/** The seat's observation of this turn with its legal moves; requested once per turn, when the stream reports a change. */
export function useObservation(place: { matchId: string; seat: string }, { view, play, connected }: Now) {
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.seat.observe.queryOptions({ id: place.matchId, seat: place.seat }),
    enabled: view !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const mark = view === null ? '' : play?.turnMark(view, place.seat);
  // After a reconnect the server answers again, so failed requests are repeated.
  useAgainWhen(`${mark} ${connected}`, query.refetch);
  const seen = useMemo(() => read(query.data), [query.data]);
  return { seen, error: query.error, refetch: query.refetch };
}

function read(observed: { observation?: unknown; turn: number; handedIn: boolean } | undefined): SeatObservation | null {
  return observed === undefined ? null : { observation: observed.observation, turn: observed.turn, handedIn: observed.handedIn };
}
