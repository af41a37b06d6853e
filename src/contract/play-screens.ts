/** What a game brings for a seat that a person plays in the browser. React appears as a type only. */
import type { ReactNode } from 'react';
import type { SeatId } from './game';
import type { ShownCard, ShownReel } from './shown';

export interface PlaySlots<View extends object, Seen, Draft> {
  /** Is it all there? Where many events come at once, only the last of their frames brings a whole view. */
  isWhole(view: Partial<View> | undefined): boolean;
  /** Changes when this seat's observation must be asked for again: with the turn, and when its move is in. */
  turnMark(view: View, seat: SeatId): string;
  /** Seats that have not moved in this turn. */
  awaited(view: View): readonly SeatId[];
  draft: DraftShape<Draft>;
  /** Why nothing can be added to the turn, besides what holds for every game; null: it can. */
  locked(view: View, seen: Seen): string | null;
  Play(props: PlayProps<View, Seen, Draft>): ReactNode;
  /** What needs an answer now, above everything else. */
  Alerts?(props: { view: View; seen: Seen; seat: SeatId }): ReactNode;
}

/** A move while a person composes it. It is kept as JSON over a reload. */
export interface DraftShape<Draft> {
  empty: Draft;
  isEmpty(draft: Draft): boolean;
  /** What was kept; what cannot be read any more is left out. */
  read(kept: unknown): Draft;
  /** What is submitted. */
  moveOf(draft: Draft): unknown;
  /** The draft that led to a move which was submitted before a reload. */
  ofMove(move: unknown): Draft;
}

/** Where a person's turn is. */
export type TurnState =
  /** `warnings`: what the game's limits would change of the move; submitted again, it goes out all the same. */
  | { kind: 'composing'; note: string | null; warnings?: readonly string[] }
  | { kind: 'sending' }
  /** It may have arrived or not: sending it again does no harm. */
  | { kind: 'unsure'; note: string }
  /** `here`: this tab submitted it, so it knows what is in it. */
  | { kind: 'taken'; here: boolean }
  /** Another move of this seat was first; what this tab composed was not submitted. */
  | { kind: 'forestalled' };

/** A draft, where it is on its way, and what can be done with it. */
export interface TurnControl<Draft> {
  draft: Draft;
  state: TurnState;
  change(next: (draft: Draft) => Draft): void;
  /** `isMeant`: submit although there are warnings. */
  submit(move: unknown, isMeant: boolean): Promise<void>;
  /** Sends again what may not have arrived. */
  again(): void;
}

export interface PlayProps<View extends object, Seen, Draft> {
  matchId: string;
  seat: SeatId;
  card: ShownCard;
  view: View;
  reel: ShownReel<View>;
  seen: Seen;
  turn: TurnControl<Draft>;
  /** Why nothing can be added to the turn now; null: it can. */
  locked: string | null;
  /** The time left. */
  clock: ReactNode;
  /** The window is narrow: one column, the turn at the foot. */
  narrow: boolean;
}
