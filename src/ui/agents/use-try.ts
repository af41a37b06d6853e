'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { StartRequest } from '~/contract/game-api';
import { reopenLiveSocket } from '../live-socket';
import { useTRPC } from '../trpc';

export interface TryWish extends Omit<StartRequest, 'against'> {
  /** Left out: the game's stand-in. */
  ref?: string;
  game: string;
  /** Of its rules; left out: the newest. */
  version?: number;
  /** Under which name to sit down; null: to watch. */
  name: string | null;
}

/** A table with the agent: sits down at its free seat, starts it, goes there. One request after the other: each may set a cookie. */
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
