'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { StartRequest } from '~/contract/game-api';
import { reopenLiveSocket } from '../live-socket';
import { useTRPC } from '../trpc';

export interface TryWish extends Omit<StartRequest, 'against'> {
  /** Default: the game's stand-in. */
  ref?: string;
  game: string;
  /** Version of the rules. Default: the newest. */
  version?: number;
  /** Name to play under; null: watch. */
  name: string | null;
}

/** Creates a table with the agent, claims its free seat, starts it and opens it. Sequential, because each request may set a cookie. */
export function useTry() {
  const trpc = useTRPC();
  const router = useRouter();
  const attempt = useMutation(trpc.agent.try.mutationOptions());
  const claim = useMutation(trpc.seat.claim.mutationOptions());
  const start = useMutation(trpc.table.start.mutationOptions());
  return useMutation({
    mutationFn: async ({ name, ...wish }: TryWish) => {
      const { matchId } = await attempt.mutateAsync({ ...wish, ...(name !== null && { name }) });
      if (name === null) return `/matches/${matchId}`;
      await claim.mutateAsync({ id: matchId, name });
      reopenLiveSocket();
      await start.mutateAsync({ id: matchId });
      return `/matches/${matchId}`;
    },
    onSuccess: (place) => router.push(place),
  });
}
