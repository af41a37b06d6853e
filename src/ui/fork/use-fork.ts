'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { reopenLiveSocket } from '../live-socket';
import { useTRPC } from '../trpc';
import { type ForkSeats, FREE, ownSeat, placeAfter, seatsAsked } from './fork-draft';

export interface ForkWish {
  id: string;
  seq: number;
  /** Of a match that still runs: the seat whose knowledge is kept. */
  as: string | null;
  seats: ForkSeats;
  name: string;
  clockSeconds: number;
}

/** Branches, sits down and starts, as far as that is wished; then goes there. One request after the other: each may set a cookie. */
export function useFork() {
  const trpc = useTRPC();
  const router = useRouter();
  const fork = useMutation(trpc.match.fork.mutationOptions());
  const claim = useMutation(trpc.seat.claim.mutationOptions());
  const start = useMutation(trpc.table.start.mutationOptions());
  return useMutation({
    mutationFn: async ({ id, seq, as, seats, name, clockSeconds }: ForkWish) => {
      const asked = seatsAsked(seats);
      const people = Object.values(asked).includes(FREE);
      const branch = await fork.mutateAsync({ id, seq, seats: asked, ...(as === null ? {} : { as }), ...(people ? { clockSeconds } : {}) });
      const seat = ownSeat(seats);
      if (seat !== null) {
        await claim.mutateAsync({ id: branch.id, seat, name });
        reopenLiveSocket();
        if (!Object.values(seats).includes(FREE)) await start.mutateAsync({ id: branch.id });
      }
      return placeAfter(branch.id, seats);
    },
    onSuccess: (place) => router.push(place),
  });
}
