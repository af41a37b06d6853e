/** What screens are shown of a match, whatever its game. */
import type { GameEvent, SeatId } from './game';
import type { GameKey } from './game-ref';
import type { ShownPlayer } from './player';

/** A match besides its market. The cards of the live stream fit. */
export interface ShownCard {
  id: string;
  key: GameKey;
  version: number;
  task: string;
  /** null while it is a secret. */
  seed: number | null;
  judgeMode: string;
  seats: readonly ShownPlayer[];
  status: 'lobby' | 'running' | 'paused' | 'finished' | 'aborted' | 'failed';
  visibility: 'open' | 'public';
  /** Final or so far; null where it may not be known yet. */
  scores: Readonly<Record<SeatId, number | null>> | null;
}

/** One stored event, as this viewer may see it; null: not at all. */
export interface ShownFrame {
  seq: number;
  event: GameEvent | null;
}

/** The record as it came in: frame n (from 1) and the view after it, both at place n-1. */
export interface ShownReel<View> {
  frames: readonly ShownFrame[];
  views: readonly View[];
}

/** The instant that is shown, with what led to it. */
export interface Instant<View> {
  view: View;
  /** The first view. */
  opening: View;
  frames: readonly ShownFrame[];
  /** The event after which the match is shown. */
  at: number;
}

/** What every match screen shows of a view, whatever its game. */
export interface Stage {
  /** Counted from 0. */
  round: number;
  rounds: number;
  finished: boolean;
  /** How things are, in a few words beside the clock: `pressure high, waiting for 2`. */
  standing: string;
  /** What else tells this match from others: `hard`. */
  facts?: readonly string[];
  shocks?: readonly StruckShock[];
}

/** Something from outside that changed the match. */
export interface StruckShock {
  round_index: number;
  kind: string;
  text: string;
  /** What it struck, if one thing. */
  thing?: Thing;
}

/** What can be highlighted, selected and inspected. The kinds are the game's own, except `seat`. */
export interface Thing {
  kind: string;
  id: string;
}

/** Seats that act together, from the shown instant's view. */
export interface SeatGroup {
  id: string;
  title: string;
  /** `share`: from 0 to 1. */
  members: readonly { seat: SeatId; share: number | null }[];
}
