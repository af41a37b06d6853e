'use client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MatchClock } from '~/live/protocol';
import { useTRPC } from '../trpc';

/** What is left of the round by the server's clock, whatever this machine's clock says. */
export function Countdown({ matchId, clock }: { matchId: string; clock: MatchClock | null }) {
  const skew = useServerSkew(matchId);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  if (!clock) return null;
  const left = clock.deadline === null ? clock.remaining : Date.parse(clock.deadline) - (now + skew);
  if (left === null) return null;
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return (
    <span className="num" role="timer" aria-label={`${seconds} seconds left in this round`}>
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      {clock.deadline === null ? ' (held)' : ''}
    </span>
  );
}

/** Milliseconds by which the server's clock is ahead of this machine's. */
export function useServerSkew(matchId: string): number {
  const trpc = useTRPC();
  const table = useQuery(trpc.table.get.queryOptions({ id: matchId }));
  return table.data ? Date.parse(table.data.now) - table.dataUpdatedAt : 0;
}
