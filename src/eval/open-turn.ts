import type { Reading } from '~/games/game';
import { type OpenTurn, readAction, readTurn } from '~/games/gpu-market/open/actions';

/**
 * Reads what a program hands in for a round of ruleset `open`: an action or a list of them, each of which has to be one, while the
 * rules would let each fail alone.
 */
export function readOpenTurn(raw: unknown, round: number): Reading<OpenTurn> {
  const turn = readTurn(raw);
  if (!turn.ok) return turn;
  const { round_index, actions } = turn.value;
  if (round_index !== null && round_index !== round) return { ok: false, why: `round_index: this is round ${round}, not ${round_index}` };
  for (const action of actions) {
    const reading = readAction(action);
    if (!reading.ok) return reading;
  }
  return turn;
}
