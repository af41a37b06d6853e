'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { Observed } from '~/api/table-words';
import type { OpenObservation } from '~/games/gpu-market/open/observation';
import type { OpenMarketView } from '~/games/gpu-market/open/view';
import { liveSocket } from '../live-socket';
import { type LiveMatch, MatchStream, NO_MATCH } from '../replay/match-stream';
import { useAgainWhen } from '../table/use-again-when';
import { useTRPC } from '../trpc';

/** The seat's own stream: what its holder may see, and no more. */
export function useSeatStream(matchId: string, seat: string): LiveMatch<OpenMarketView> {
  const stream = useMemo(() => new MatchStream<OpenMarketView>(matchId, liveSocket, seat), [matchId, seat]);
  return useSyncExternalStore(stream.subscribe, stream.snapshot, () => NO_MATCH);
}

export interface SeatObservation {
  observation: OpenObservation;
  handedIn: boolean;
}

/** What the seat knows of this round with its legal list; asked once a round, when the stream says that something changed. */
export function useObservation(place: { matchId: string; seat: string }, view: OpenMarketView | null, connected: boolean) {
  const trpc = useTRPC();
  const query = useQuery({
    ...trpc.seat.observe.queryOptions({ id: place.matchId, seat: place.seat }),
    enabled: view !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const mine = view?.labs.find((lab) => lab.lab_id === place.seat);
  // A line that is back is a server that answers again: what failed meanwhile is asked anew.
  useAgainWhen(`${view?.round_index} ${view?.finished} ${mine?.submitted} ${connected}`, query.refetch);
  const seen = useMemo(() => read(query.data), [query.data]);
  return { seen, error: query.error, refetch: query.refetch };
}

function read(observed: (Pick<Observed, 'handedIn'> & { observation?: unknown }) | undefined): SeatObservation | null {
  return observed === undefined ? null : { observation: observed.observation as OpenObservation, handedIn: observed.handedIn };
}
