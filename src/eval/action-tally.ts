/** What a player did, by type of action: counted as it was handed in, whatever the rules made of it. */
import { HouseTurn, readTurn } from '~/games/gpu-market/open/actions';

/** What is no action at all is counted under this name. */
const NO_ACTION = 'no_action';

/** Counts a move in place: an action, or a turn of several; an empty turn waits. */
export function tally(counts: Record<string, number>, move: unknown): void {
  for (const type of typesOf(move)) counts[type] = (counts[type] ?? 0) + 1;
}

/** Types in order of their names, so that equal counts are equal text. */
export function addUp(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum = new Map<string, number>();
  for (const counts of all) for (const [type, count] of Object.entries(counts)) sum.set(type, (sum.get(type) ?? 0) + count);
  return Object.fromEntries([...sum].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** How many actions these counts hold. */
export function actionsIn(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function typesOf(move: unknown): string[] {
  if (typeof move === 'object' && move !== null && 'action_type' in move) return [nameOf(move.action_type)];
  if (typeof move === 'object' && move !== null && 'type' in move) return [nameOf(move.type)];
  const turn = readTurn(move instanceof HouseTurn ? move.turn : move);
  if (!turn.ok) return [NO_ACTION];
  const { actions } = turn.value;
  return actions.length === 0 ? ['wait'] : actions.map((action) => nameOf((action as { action_type?: unknown } | null)?.action_type));
}

function nameOf(type: unknown): string {
  return typeof type === 'string' ? type.slice(0, 40) : NO_ACTION;
}
