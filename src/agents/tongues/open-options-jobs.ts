/** Putting blocks to work: alone, and as a coalition's joint plan. */

import { searchPlan } from '~/games/gpu-market/open/joint-plan';
import type { LegalAction } from '~/games/gpu-market/open/legal-action';
import { type Desk, type OpenOption, option, signed } from './open-option';

type Legal = Extract<LegalAction, { action_type: 'allocate_to_job' }>;

const MOST = 6;

/** For each job what the seat's own best plan gives it, then single blocks that fit. */
export function allocations({ appraiser }: Desk, legal: Legal): OpenOption[] {
  const planned = appraiser.now().jobs;
  const found = Object.entries(legal.jobs).flatMap(([job_id, fit]) => {
    const best = planned.find((job) => job.job_id === job_id)?.block_ids.filter((id) => fit.includes(id)) ?? [];
    const sets = [best, ...fit.filter((id) => best.length !== 1 || best[0] !== id).map((id) => [id])].filter((ids) => ids.length > 0);
    return sets.map((block_ids, place) => ({ job_id, block_ids, isBest: place === 0 && best.length > 0 }));
  });
  const valued = found.map(({ job_id, block_ids, isBest }) => {
    const appraisal = appraiser.allocation(job_id, block_ids);
    const { end, hours, required, net } = appraisal?.served ?? { end: 'none', hours: 0, required: 0, net: 0 };
    const note = end === 'in_time' ? `done, ${signed(net)}` : `${hours} of ${required}h`;
    return option(
      { action_type: 'allocate_to_job', job_id, block_ids },
      { worth: (isBest ? 1000 : 0) + (appraisal?.value ?? 0) + net, note },
    );
  });
  valued.sort((a, b) => b.worth - a.worth);
  return valued.slice(0, MOST);
}

/** The plan that a search finds best for a coalition's pledges; none where no plan pays its members what they asked for. */
export function jointPlans({ observation }: Desk, legal: Legal): OpenOption[] {
  return Object.keys(legal.plans).flatMap((coalition_id) => {
    const coalition = observation.active_coalitions.find((one) => one.coalition_id === coalition_id);
    const plan = coalition === undefined ? null : searchPlan(observation, coalition);
    if (plan === null) return [];
    const surplus = (plan.total - plan.reserves) / 100;
    return [
      option({ action_type: 'allocate_to_job', coalition_id, plan: plan.plan }, { worth: surplus, note: `joint plan, ${signed(surplus)}` }),
    ];
  });
}
