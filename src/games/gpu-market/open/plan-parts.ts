/** What each participant of a joint plan added to it, as the rule of splits counts. */
import type { PlanExecuted } from './events';
import { signingOf } from './rules/plans';
import { shapleyValues } from './rules/splits';
import { coalitionOf, type OpenState } from './state';

export interface PlanPart {
  lab_id: string;
  reserve_cents: number;
  /** Its mean marginal worth over the orders of joining: together they are the surplus over all reserves. */
  value_cents: number;
}

/** `state`: as it stood when the plan was carried out, just before its event. */
export function planParts(state: OpenState, event: Pick<PlanExecuted, 'coalition_id' | 'plan'>): { parts: PlanPart[]; sampled: boolean } {
  const coalition = coalitionOf(state, event.coalition_id);
  const signing = signingOf(state, coalition, event.plan);
  const { values, sampled } = shapleyValues(state, coalition, signing);
  const parts = signing.participants.map((lab_id, i) => ({
    lab_id,
    reserve_cents: coalition.pledges[lab_id]?.reserve_cents ?? 0,
    value_cents: values[i] ?? 0,
  }));
  return { parts, sampled };
}
