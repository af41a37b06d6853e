'use client';
import { createContext, type ReactNode, useContext } from 'react';
import type { ShownCard } from '~/contract/shown';
import type { TakenAction } from '../../shared/actions';
import type { OpenObservation } from '../../shared/observation';
import type { Appraiser } from '../../shared/plans/appraise';
import type { OpenMarketView } from '../../shared/told/view';
import type { DraftTurn } from './draft-turn';

/** The form to open, and its initial values. */
export type FormWish =
  /** `isPlanned`: with all blocks of the best plan ticked, later ones too. */
  | { kind: 'allocate'; jobId?: string; blockId?: string; isPlanned?: boolean }
  | { kind: 'offer'; target?: string; give?: string; ask?: string }
  /** Offers that give another's block. */
  | { kind: 'take'; blockId: string }
  | { kind: 'counter'; offerId: string }
  | { kind: 'found'; invite?: string }
  | { kind: 'join' | 'commit' | 'plan'; coalitionId: string }
  | { kind: 'want' }
  | { kind: 'fill'; wantId: string }
  | { kind: 'promise'; to?: string }
  | { kind: 'pitch' }
  | { kind: 'message'; to?: string }
  | { kind: 'reserve' | 'release'; blockId?: string };

/** Blocks for one job. */
export interface Work {
  jobId: string;
  blockIds: string[];
}

/** Data from the stream, which changes with every event. */
export interface Live {
  card: ShownCard;
  view: OpenMarketView;
  /** The time left. */
  clock: ReactNode;
}

/** Shared by all parts of a seat's screen; changes with the round and the draft. */
export interface Desk {
  matchId: string;
  seat: string;
  observation: OpenObservation;
  /** Values in the current position, and after the deals that the draft accepts. */
  standing: Appraiser;
  appraiser: Appraiser;
  /** Values after all of the draft but its own offers, which depend on others. */
  done: Appraiser;
  draft: DraftTurn;
  /** Blocks that the draft allocates, pledges or gives away. */
  spoken: ReadonlySet<string>;
  /** Blocks received with offers that the draft accepts. */
  coming: readonly string[];
  /** Why the turn cannot be changed now; null if it can. */
  locked: string | null;
  add: (action: TakenAction) => void;
  /**
   * A block that was dragged to a job, or to the turn (null): an own one goes to work, another's is taken or asked for. Opens the form where
   * there is more to say.
   */
  drop: (blockId: string, jobId: string | null) => void;
  /** Puts all these blocks to work in this turn. */
  fill: (works: readonly Work[]) => void;
  remove: (id: number) => void;
  open: (wish: FormWish) => void;
  /** Replaces ids in a sentence with display names. */
  say: (sentence: string) => string;
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
