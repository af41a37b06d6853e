import type { Reading } from '~/contract/game';
import { strangeField } from '../../strange-field';
import { ACTION_FIELDS, CLAIM_ITEM_FIELDS, type OpenTurn, PLAN_ITEM_FIELDS, readAction, readTurn } from '../actions';

const TURN_FIELDS = ['actions', 'round_index', 'key'];

/**
 * Reads what a program hands in for a round of ruleset `open`: an action or a list of them, each of which has to be one, while the
 * rules would let each fail alone. Fields that the ruleset does not know are refused by name, where the rules would drop them.
 */
export function readOpenTurn(raw: unknown, round: number): Reading<OpenTurn> {
  const turn = readTurn(raw);
  if (!turn.ok) return turn;
  const { round_index, actions } = turn.value;
  if (round_index !== null && round_index !== round) return { ok: false, why: `round_index: this is round ${round}, not ${round_index}` };
  const isList = typeof raw === 'object' && raw !== null && 'actions' in raw;
  const outline = isList ? strangeField('turn', raw, TURN_FIELDS) : null;
  if (outline !== null) return { ok: false, why: outline };
  for (const action of actions) {
    const reading = readAction(action);
    if (!reading.ok) return reading;
    const strange = strangeInAction(action);
    if (strange !== null) return { ok: false, why: strange };
  }
  return turn;
}

function strangeInAction(action: unknown): string | null {
  const { plan, claims } = action as { plan?: unknown; claims?: unknown };
  const parts: [string, unknown, readonly string[]][] = [
    ['action', action, ACTION_FIELDS],
    ...listed(plan).map((part): [string, unknown, readonly string[]] => ['plan', part, PLAN_ITEM_FIELDS]),
    ...listed(claims).map((part): [string, unknown, readonly string[]] => ['claims', part, CLAIM_ITEM_FIELDS]),
  ];
  for (const [what, part, known] of parts) {
    const strange = strangeField(what, part, known);
    if (strange !== null) return strange;
  }
  return null;
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
