'use client';
import { createContext, type ReactNode, useContext } from 'react';
import type { OpenAction } from '~/games/gpu-market/open/actions';
import type { Appraiser } from '~/games/gpu-market/open/appraise';
import type { OpenObservation } from '~/games/gpu-market/open/observation';
import type { OpenMarketView } from '~/games/gpu-market/open/view';
import type { MatchCard } from '~/live/protocol';
import type { DraftTurn } from './draft-turn';

/** Which form is open, and what it begins with. */
export type FormWish =
  | { kind: 'allocate'; jobId?: string; blockId?: string }
  | { kind: 'offer'; target?: string; give?: string; ask?: string }
  | { kind: 'counter'; offerId: string }
  | { kind: 'found' }
  | { kind: 'join' | 'commit' | 'plan'; coalitionId: string }
  | { kind: 'pitch' }
  | { kind: 'message'; to?: string }
  | { kind: 'reserve' | 'release'; blockId?: string };

/** What the stream brings: it changes with every event. */
export interface Live {
  card: MatchCard;
  view: OpenMarketView;
}

/** All that the parts of a seat's screen share; it changes with the round and the draft. */
export interface Desk {
  matchId: string;
  seat: string;
  observation: OpenObservation;
  /** Sums as things stand, and with the deals done that the draft takes. */
  standing: Appraiser;
  appraiser: Appraiser;
  draft: DraftTurn;
  /** Blocks that the draft puts to work, pledges or gives away. */
  spoken: ReadonlySet<string>;
  /** Blocks that come with the offers that the draft takes. */
  coming: readonly string[];
  /** Why nothing can be added to the turn now; null: it can. */
  locked: string | null;
  add: (action: OpenAction) => void;
  remove: (id: number) => void;
  open: (wish: FormWish) => void;
}

const DeskContext = createContext<Desk | null>(null);

const LiveContext = createContext<Live | null>(null);

export function DeskProvider({ desk, live, children }: { desk: Desk; live: Live; children: ReactNode }) {
  return (
    <DeskContext.Provider value={desk}>
      <LiveContext.Provider value={live}>{children}</LiveContext.Provider>
    </DeskContext.Provider>
  );
}

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (live === null) throw new Error('useLive: outside of a seat’s screen');
  return live;
}

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('useDesk: outside of a seat’s screen');
  return desk;
}
