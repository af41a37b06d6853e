'use client';
import { useMemo, useSyncExternalStore } from 'react';
import type { MarketView } from '~/games/gpu-market/view';
import { liveSocket } from './live-socket';
import { type LiveMatch, MatchStream, NO_MATCH } from './replay/match-stream';

/** The one stream of a match screen: its card, every frame and view so far, and how the line is. Finished matches come the same way. */
export function useLiveMatch(matchId: string): LiveMatch<MarketView> {
  const stream = useMemo(() => new MatchStream<MarketView>(matchId, liveSocket), [matchId]);
  return useSyncExternalStore(stream.subscribe, stream.snapshot, () => NO_MATCH);
}
