/** The match that a procedure's input names, for logs and traces. */

/** Procedures whose input has the match's id as `id`. */
const NAMES_MATCH = /^(match|seat|table|judge)\./;

/** {} if it names none. */
export function matchOfCall(procedure: string | undefined, input: unknown): { matchId?: string } {
  if (typeof input !== 'object' || input === null) return {};
  const { matchId, id } = input as { matchId?: unknown; id?: unknown };
  if (typeof matchId === 'string') return { matchId };
  return typeof id === 'string' && procedure !== undefined && NAMES_MATCH.test(procedure) ? { matchId: id } : {};
}
