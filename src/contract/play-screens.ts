/** What a game provides for a person's seat in the browser. React appears only as a type. */
import type { ReactNode } from 'react';
import type { GameEvent, SeatId } from './game';
import type { ShownCard, ShownReel } from './shown';

export interface PlaySlots<View extends object, Seen, Draft> {
  /** Whether the view is complete. Of several frames sent together, only the last has a whole view. */
  isWhole(view: Partial<View> | undefined): boolean;
  /** A key that changes when the seat's observation must be fetched again: on a new turn, and when its move is accepted. */
  turnMark(view: View, seat: SeatId): string;
  /** Seats that have not moved in this turn. */
  awaited(view: View): readonly SeatId[];
  draft: DraftShape<Draft>;
  /** Why the turn cannot be changed, apart from reasons common to all games; null if it can. */
  locked(view: View, seen: Seen): string | null;
  /**
   * What to do before the first move, in two sentences; null once the seat has moved. Default: nothing, and the shell's own introduction is
   * shown in the first round.
   */
  begin?(seen: Seen): string | null;
  Play(props: PlayProps<View, Seen, Draft>): ReactNode;
  /** What an event says that the seat did, in one sentence; null: nothing. For the log of an agent that played for the seat's holder. */
  did?(event: GameEvent, seat: SeatId): string | null;
  /** Urgent notices, shown above everything else. */
  Alerts?(props: { view: View; seen: Seen; seat: SeatId }): ReactNode;
  /** What this seat knows of another one, and what its holder can do about it. Default: only who plays it and what it is doing. */
  other?(about: { seat: SeatId; view: View; seen: Seen }): OtherSeat;
}

/** What a game adds to a seat in the list of the other players. */
export interface OtherSeat {
  /** What it wants or asks, as far as this seat may know it, the newest first: `wants 4 GPU-hours in rounds 3 to 5 for 30.00 cr`. */
  wants?: readonly string[];
  /** What it does while the turn does not wait for it: `ready`. Default: `waiting`. */
  rests?: string;
  /** In order. `why`: why it cannot be chosen now; null if it can. */
  acts?: readonly { id: string; word: string; why: string | null }[];
}

/** An act of `OtherSeat` that was chosen. A new object each time. */
export interface AskedAct {
  id: string;
  seat: SeatId;
}

/** A move in preparation. Stored as JSON so that it survives a reload. */
export interface DraftShape<Draft> {
  empty: Draft;
  isEmpty(draft: Draft): boolean;
  /** Restores a stored draft and drops what can no longer be read. */
  read(kept: unknown): Draft;
  /** The move to submit. */
  moveOf(draft: Draft): unknown;
  /** The draft for a move that was submitted before a reload. */
  ofMove(move: unknown): Draft;
}

/** The state of a person's turn. */
export type TurnState =
  /** `warnings`: what the guards would change in the move. Submitting again confirms it. */
  | { kind: 'composing'; note: string | null; warnings?: readonly string[] }
  | { kind: 'sending' }
  /** It may or may not have arrived; sending it again is safe. */
  | { kind: 'unsure'; note: string }
  /** `here`: this tab submitted it and still has its content. */
  | { kind: 'taken'; here: boolean }
  /** Another move of this seat came first; this tab's draft was not submitted. */
  | { kind: 'forestalled' };

/** A draft, its submission state, and the operations on it. */
export interface TurnControl<Draft> {
  draft: Draft;
  state: TurnState;
  change(next: (draft: Draft) => Draft): void;
  /** `isMeant`: submit despite warnings. */
  submit(move: unknown, isMeant: boolean): Promise<void>;
  /** Resends a move that may not have arrived. */
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
  /** Why the turn cannot be changed now; null if it can. */
  locked: string | null;
  /** The time left. */
  clock: ReactNode;
  /** What was chosen last in the list of the other players; null: nothing yet. */
  asked: AskedAct | null;
  /** Narrow window: one column, with the turn at the bottom. */
  narrow: boolean;
}
