'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { TableAnswer } from '~/api/table/types';
import type { MatchCard } from '~/live/protocol';
import { liveSocket } from '../live-socket';
import { useTRPC } from '../trpc';

/** A match's card and the caller's role. Changes of the card arrive through the stream. */
export function useTable(matchId: string) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const key = trpc.table.get.queryKey({ id: matchId });
  const query = useQuery(trpc.table.get.queryOptions({ id: matchId }, { retry: false }));
  useEffect(() => {
    const socket = liveSocket();
    function hear(card: MatchCard) {
      if (card.id !== matchId) return;
      // The server's clock came with the first answer and is counted from then.
      const updatedAt = queries.getQueryState(key)?.dataUpdatedAt;
      queries.setQueryData(key, (old: TableAnswer | undefined) => old && { ...old, card }, updatedAt === undefined ? {} : { updatedAt });
    }
    socket.on('card', hear);
    return () => {
      socket.off('card', hear);
    };
  }, [queries, key, matchId]);
  const again = useCallback(() => void queries.invalidateQueries({ queryKey: key }), [queries, key]);
  // The bar may hydrate after the page below it has the answer. Until then it must render what the server rendered, which was nothing.
  const isAwake = useSyncExternalStore(subscribeToNothing, isTrue, isFalse);
  return isAwake ? { ...query, again } : { data: undefined, isPending: true, again };
}

const subscribeToNothing = () => () => {};
const isTrue = () => true;
const isFalse = () => false;
