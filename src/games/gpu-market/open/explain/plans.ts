/** Joint plans: each participant's contribution, the promise of the agreed split, and the result. */

import { wholeParts } from '~/lib/numbers';
import { copyState } from '../shared/copy';
import type { JobSettled, OpenEvent, PlanExecuted } from '../shared/events';
import { evolve } from '../shared/evolve';
import { signingOf } from '../shared/rules/plans';
import { shapleyValues } from '../shared/rules/splits';
import { coalitionOf, jobOf, type OpenState } from '../shared/state';
import type { OpenCoalition } from '../shared/types';
import type { PlanExplained } from './explanation';

export function plansOf(events: readonly OpenEvent[]): PlanExplained[] {
  const plans: { event: PlanExecuted; seq: number; before: OpenState }[] = [];
  const settled = new Map<string, JobSettled>();
  let state: OpenState | null = null;
  for (const [place, event] of events.entries()) {
    if (event.type === 'plan_executed' && state !== null) plans.push({ event, seq: place + 1, before: copyState(state) });
    if (event.type === 'job_settled') settled.set(event.job_id, event);
    state = evolve(state, event);
  }
  const end = state;
  if (end === null) return [];
  return plans.map(({ event, seq, before }) => {
    const { parts, sampled } = planParts(before, event);
    const income = event.plan.map(({ job_id }) => incomeOf(end, job_id, settled.get(job_id)));
    const cents = wholeParts(event.shares.map(({ share }) => share * event.total_cents));
    const signedOf = (seat: string) => cents[event.shares.findIndex((share) => share.lab_id === seat)] ?? 0;
    return {
      coalition_id: event.coalition_id,
      split: coalitionOf(before, event.coalition_id).split,
      proposed_by: event.lab_id,
      round_index: before.round_index,
      seq,
      plan: event.plan,
      total_cents: event.total_cents,
      reserves_cents: event.reserves_cents,
      paid_cents: income.reduce((sum, job) => sum + job.net, 0),
      sampled,
      members: parts.map(({ lab_id, reserve_cents, value_cents }) => ({
        seat: lab_id,
        reserve_cents,
        shapley_cents: reserve_cents + value_cents,
        signed_cents: signedOf(lab_id),
        received_cents: income.reduce((sum, job) => sum + (job.of.get(lab_id) ?? 0), 0),
      })),
    };
  });
}

/** What a plan's job brought after energy, and to whom. A job that was never settled cost its owner the energy. */
function incomeOf(end: OpenState, jobId: string, settled: JobSettled | undefined): { net: number; of: Map<string, number> } {
  const job = jobOf(end, jobId);
  const net = (settled?.value_cents ?? 0) - job.energy_paid_cents;
  const of = new Map((settled?.payouts ?? []).map((payout) => [payout.lab_id, payout.amount_cents]));
  const given = [...of.values()].reduce((sum, cents) => sum + cents, 0);
  of.set(job.lab_id, (of.get(job.lab_id) ?? 0) + net - given);
  return { net, of };
}

// Each participant's contribution to a joint plan, as the rule of splits computes it.

interface PlanPart {
  lab_id: string;
  reserve_cents: number;
  /** Its mean marginal value over the orders of joining. The sum is the surplus over all reserves. */
  value_cents: number;
}

/** `state`: just before the plan's event. */
function planParts(
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

/** If the rules compute each participant's cost, replaces the requested reserves. */
function withCosts(coalition: OpenCoalition, costs: PlanExecuted['costs']): OpenCoalition {
  if (costs === undefined) return coalition;
  const pledges = Object.entries(coalition.pledges).map(([lab, pledge]) => {
    const reserve_cents = costs.find(({ lab_id }) => lab_id === lab)?.amount_cents ?? 0;
    return [lab, { ...pledge, reserve_cents }] as const;
  });
  return { ...coalition, pledges: Object.fromEntries(pledges) };
}
