'use client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MatchClock } from '~/live/protocol';
import { useTRPC } from '../trpc';

/** The time left in the round by the server's clock, independent of this machine's clock. */
export function Countdown({ matchId, clock }: { matchId: string; clock: MatchClock | null }) {
  const skew = useServerSkew(matchId);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const left = clock && timeLeft(clock, now + skew);
  return left ? <ClockFace {...left} /> : null;
}

/** The time is up, but the server has not ended the turn yet: it may be busy, or a bot is still thinking. */
export function ClockFace({ seconds, isPaused }: { seconds: number; isPaused: boolean }) {
  const isClosing = seconds === 0 && !isPaused;
  return (
    <span className="num" role="timer" aria-label={isClosing ? CLOSING : `${seconds} seconds left in this round`}>
      {isPaused ? 'Paused, ' : ''}
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
      {isClosing ? <span className="ml-1.5 font-normal text-ink-2 text-small">{CLOSING}</span> : null}
    </span>
  );
}

const CLOSING = 'Time is up. Closing the round…';

/** null: no clock runs. */
export function timeLeft({ deadline, remaining }: Pick<MatchClock, 'deadline' | 'remaining'>, now: number) {
  const left = deadline === null ? remaining : Date.parse(deadline) - now;
  return left === null ? null : { seconds: Math.max(0, Math.ceil(left / 1000)), isPaused: deadline === null };
}

/** Milliseconds by which the server's clock is ahead of this machine's. */
export function useServerSkew(matchId: string): number {
  const trpc = useTRPC();
  const table = useQuery(trpc.table.get.queryOptions({ id: matchId }));
  return table.data ? Date.parse(table.data.now) - table.dataUpdatedAt : 0;
}
