/** What screens show of a match, in any game. */
import type { GameEvent, SeatId } from './game';
import type { GameKey } from './game-ref';
import type { ShownPlayer } from './player';

/** A match without its state. Structurally compatible with the cards of the live stream. */
export interface ShownCard {
  id: string;
  key: GameKey;
  version: number;
  task: string;
  /** null while it is secret. */
  seed: number | null;
  judgeMode: string;
  seats: readonly ShownPlayer[];
  status: 'lobby' | 'running' | 'paused' | 'finished' | 'aborted' | 'failed';
  visibility: 'open' | 'public';
  /** Final or current scores; null while hidden. */
  scores: Readonly<Record<SeatId, number | null>> | null;
}

/** One stored event as this viewer may see it; null if hidden. */
export interface ShownFrame {
  seq: number;
  event: GameEvent | null;
}

/** The record: frame n (from 1) and the view after it are both at index n-1. */
export interface ShownReel<View> {
  frames: readonly ShownFrame[];
  views: readonly View[];
}

/** The shown instant and what led to it. */
export interface Instant<View> {
  view: View;
  /** The first view. */
  opening: View;
  frames: readonly ShownFrame[];
  /** Number of the event after which the match is shown. */
  at: number;
}

/** What every match screen shows of a view, in any game. */
export interface Stage {
  /** Counted from 0. */
  round: number;
  rounds: number;
  finished: boolean;
  /** A short status next to the clock: `pressure high, waiting for 2`. */
  standing: string;
  /** Other facts that distinguish this match: `hard`. */
  facts?: readonly string[];
  shocks?: readonly StruckShock[];
}

/** An external event that changed the match. */
export interface StruckShock {
  round_index: number;
  kind: string;
  text: string;
  /** The thing it struck, if it was one. */
  thing?: Thing;
}

/** Something that can be highlighted, selected and inspected. Kinds are defined by the game, except `seat`. */
export interface Thing {
  kind: string;
  id: string;
}

/** Seats that act together, in the shown instant's view. */
export interface SeatGroup {
  id: string;
  title: string;
  /** `share`: from 0 to 1. */
  members: readonly { seat: SeatId; share: number | null }[];
}
