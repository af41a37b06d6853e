/** What a player did, by type of action, as it was submitted: refused actions count too. */
import { actionsOfMove, HouseTurn, typeOfAction } from '~/contract/actions-of-move';

/** Counts input that is not an action. */
const NO_ACTION = 'no_action';
const EMPTY_TURN = 'wait';
const MOST_CHARACTERS = 40;

/** Counts a move in place: an action, or a turn of several; an empty turn waits. */
export function tally(counts: Record<string, number>, move: unknown): void {
  for (const type of typesOf(move)) counts[type] = (counts[type] ?? 0) + 1;
}

/** Types are sorted by name, so that equal counts are equal text. */
export function addUp(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum = new Map<string, number>();
  for (const counts of all) for (const [type, count] of Object.entries(counts)) sum.set(type, (sum.get(type) ?? 0) + count);
  return Object.fromEntries([...sum].sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function actionsIn(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function typesOf(move: unknown): string[] {
  const given = move instanceof HouseTurn ? move.turn : move;
  if (typeof given !== 'object' || given === null) return [NO_ACTION];
  const actions = actionsOfMove(given);
  return actions.length === 0 ? [EMPTY_TURN] : actions.map((action) => typeOfAction(action)?.slice(0, MOST_CHARACTERS) ?? NO_ACTION);
}
