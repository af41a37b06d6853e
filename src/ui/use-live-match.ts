'use client';
import { useMemo, useSyncExternalStore } from 'react';
import { liveSocket } from './live-socket';
import { type LiveMatch, MatchStream, NO_MATCH } from './replay/match-stream';

/** The stream of a match screen: its card, all frames and views so far, and the connection's state. Also used for finished matches. */
export function useLiveMatch<View extends object>(matchId: string): LiveMatch<View> {
  const stream = useMemo(() => new MatchStream<View>(matchId, liveSocket), [matchId]);
  return useSyncExternalStore(stream.subscribe, stream.snapshot, () => NO_MATCH);
}
