/** What each participant of a joint plan added to it, as the rule of splits counts. */
import type { PlanExecuted } from '../events';
import { signingOf } from '../rules/plans';
import { shapleyValues } from '../rules/splits';
import { coalitionOf, type OpenState } from '../state';
import type { OpenCoalition } from '../types';

export interface PlanPart {
  lab_id: string;
  reserve_cents: number;
  /** Its mean marginal worth over the orders of joining: together they are the surplus over all reserves. */
  value_cents: number;
}

/** `state`: as it stood when the plan was carried out, just before its event. */
export function planParts(
  state: OpenState,
  event: Pick<PlanExecuted, 'coalition_id' | 'plan' | 'costs'>,
): { parts: PlanPart[]; sampled: boolean } {
  const coalition = withCosts(coalitionOf(state, event.coalition_id), event.costs);
  const signing = signingOf(state, coalition, event.plan);
  const { values, sampled } = shapleyValues(state, coalition, signing);
  const parts = signing.participants.map((lab_id, i) => ({
    lab_id,
    reserve_cents: coalition.pledges[lab_id]?.reserve_cents ?? 0,
    value_cents: values[i] ?? 0,
  }));
  return { parts, sampled };
}

/** Where the rules compute what a plan costs each, that stands in the place of what each asked for. */
function withCosts(coalition: OpenCoalition, costs: PlanExecuted['costs']): OpenCoalition {
  if (costs === undefined) return coalition;
  const pledges = Object.entries(coalition.pledges).map(([lab, pledge]) => {
    const reserve_cents = costs.find(({ lab_id }) => lab_id === lab)?.amount_cents ?? 0;
    return [lab, { ...pledge, reserve_cents }] as const;
  });
  return { ...coalition, pledges: Object.fromEntries(pledges) };
}
