'use client';
import { useMemo, useSyncExternalStore } from 'react';
import { liveSocket } from './live-socket';
import { type LiveMatch, MatchStream, NO_MATCH } from './replay/match-stream';

/** The one stream of a match screen: its card, every frame and view so far, and how the line is. Finished matches come the same way. */
export function useLiveMatch<View extends object>(matchId: string): LiveMatch<View> {
  const stream = useMemo(() => new MatchStream<View>(matchId, liveSocket), [matchId]);
  return useSyncExternalStore(stream.subscribe, stream.snapshot, () => NO_MATCH);
}
