/** The actions of version 2: those of version 1, plus wants, promises and bargaining over plans. */
import { z } from 'zod';
import type { Reading } from '~/contract/game';
import type { OpenTurn } from '../shared/actions';
import {
  ACTION_FIELDS,
  actionReader,
  asNumber,
  idField,
  phaseOf as phaseOfShared,
  readOpenTurn,
  type TakenAction,
} from '../shared/actions';
import { isOldAction, NEW_ACTION_TYPES, type NewActionType, OPEN_ACTION_TYPES } from '../shared/types';

const newFields = {
  want_id: idField.optional(),
  promise_id: idField.optional(),
  plan_id: idField.optional(),
  from_round: z.int().optional(),
  to_round: z.int().optional(),
  hours: z.int().min(1).max(10_000).optional(),
  min_reliability: z.preprocess(asNumber, z.number().min(0).max(1)).optional(),
  at_once: z.boolean().optional(),
};

/** A field set to null counts as left out; unknown fields are dropped. */
export const readAction2 = actionReader<TakenAction>([...OPEN_ACTION_TYPES, ...NEW_ACTION_TYPES], newFields);

/** The fields an action may have under version 2. */
export const ACTION_FIELDS_2: readonly string[] = [...ACTION_FIELDS, ...Object.keys(newFields)];

/** For programs: each entry must be an action, and an unknown field is refused by name. */
export function readOpenTurn2(raw: unknown, round: number): Reading<OpenTurn> {
  return readOpenTurn(raw, round, { read: readAction2, fields: ACTION_FIELDS_2 });
}

const PHASES: Record<NewActionType, number> = {
  veto_plan: 1,
  withdraw_pledge: 1,
  withdraw_want: 1,
  decline_promise: 1,
  fill_want: 2,
  take_promise: 2,
  post_want: 3,
  make_promise: 3,
  propose_plan: 5,
};

/** The phase of the round in which an action is carried out. */
export function phaseOf2(action: TakenAction): number {
  return isOldAction(action) ? phaseOfShared(action) : PHASES[action.action_type as NewActionType];
}
