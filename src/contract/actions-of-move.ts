/** The actions of a move in the order handed in: a bare action, a list, or a turn with `actions`. */
export function actionsOfMove(move: unknown): unknown[] {
  if (Array.isArray(move)) return move;
  if (typeof move !== 'object' || move === null) return [];
  return 'actions' in move && Array.isArray(move.actions) ? move.actions : [move];
}
