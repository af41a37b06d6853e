/** The actions of a move, in the order they were submitted. A move is a bare action, a list, or a turn with `actions`. */
export function actionsOfMove(move: unknown): unknown[] {
  if (Array.isArray(move)) return move;
  if (typeof move !== 'object' || move === null) return [];
  return 'actions' in move && Array.isArray(move.actions) ? move.actions : [move];
}

/** The `type` of an action; null if it has none. */
export function typeOfAction(action: unknown): string | null {
  if (typeof action !== 'object' || action === null) return null;
  const { action_type, type, action: plain } = action as { action_type?: unknown; type?: unknown; action?: unknown };
  const named = action_type ?? type ?? plain;
  return typeof named === 'string' ? named : null;
}

/** A turn from one of Mandi's own policies. It is a class so that no input from the network can pass for one, whatever its fields. */
export class HouseTurn {
  readonly turn: unknown;
  /** How many numbers of the seat's random stream have been used. */
  readonly drawn: number;

  constructor(turn: unknown, drawn: number) {
    this.turn = turn;
    this.drawn = drawn;
  }
}
