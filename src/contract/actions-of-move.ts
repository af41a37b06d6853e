/** The actions of a move in the order handed in: a bare action, a list, or a turn with `actions`. */
export function actionsOfMove(move: unknown): unknown[] {
  if (Array.isArray(move)) return move;
  if (typeof move !== 'object' || move === null) return [];
  return 'actions' in move && Array.isArray(move.actions) ? move.actions : [move];
}

/** What kind of action it is, as its game calls it; null: it says none. */
export function typeOfAction(action: unknown): string | null {
  if (typeof action !== 'object' || action === null) return null;
  const { action_type, type, action: plain } = action as { action_type?: unknown; type?: unknown; action?: unknown };
  const named = action_type ?? type ?? plain;
  return typeof named === 'string' ? named : null;
}

/** A turn of this house's own policy: nothing that comes in over the wire is one, whatever fields it has. */
export class HouseTurn {
  readonly turn: unknown;
  /** How many numbers of its seat's stream are used up. */
  readonly drawn: number;

  constructor(turn: unknown, drawn: number) {
    this.turn = turn;
    this.drawn = drawn;
  }
}
