/** A trader that joins others' ventures with what it cannot use itself, so that it can only gain. */
import type { TakenAction } from '../../shared/actions';
import type { WireCoalition } from '../../shared/observation';
import { bondOf, isFree } from '../../shared/observed';
import { bestPlan } from '../../shared/plans/plan';
import { openJobs, problemOf } from '../../shared/plans/potential';
import type { OpenObservation2 } from '../observation';

const MOST_BOND = 10;

/** Its venture actions, besides trading: join, pledge what has become idle, withdraw what its own plan needs. */
export function memberActions(seen: OpenObservation2, joins: (coalition: WireCoalition) => boolean): TakenAction[] {
  if (!seen.coalitions_allowed || seen.round_index + 1 >= seen.max_rounds) return [];
  const { controlled_lab_id: me, controlled_lab_budget, active_coalitions } = seen;
  const mine = active_coalitions.find((one) => one.members.includes(me));
  const idle = idleThings(seen, mine);
  if (mine === undefined) {
    const asked = active_coalitions.find(
      (one) => one.invited?.includes(me) === true && one.bond <= Math.min(MOST_BOND, controlled_lab_budget) && joins(one),
    );
    if (asked === undefined) return [];
    return [{ action_type: 'join_coalition', coalition_id: asked.coalition_id, ...idle.free, at_once: true }];
  }
  const { coalition_id, status } = mine;
  if (status !== 'active') return [];
  const back: TakenAction[] = isEmpty(idle.needed) ? [] : [{ action_type: 'withdraw_pledge', coalition_id, ...idle.needed }];
  const more: TakenAction[] = isEmpty(idle.free) ? [] : [{ action_type: 'commit_to_coalition', coalition_id, ...idle.free, at_once: true }];
  return [...back, ...more];
}

interface Things {
  block_ids: string[];
  job_ids: string[];
}

function isEmpty({ block_ids, job_ids }: Things): boolean {
  return block_ids.length + job_ids.length === 0;
}

/** Free blocks and jobs that its own best plan does not use and a venture may. */
export function spareThings(seen: OpenObservation2, mine: WireCoalition | undefined): { block_ids: string[]; job_ids: string[] } {
  return idleThings(seen, mine).free;
}

/** By its own best plan: which free things it does not use, and which pledged ones it would use. */
function idleThings(seen: OpenObservation2, mine: WireCoalition | undefined): { free: Things; needed: Things } {
  const pledge = mine?.pledges?.[seen.controlled_lab_id];
  const inPlans = new Set((mine?.proposals ?? []).flatMap((one) => one.plan.flatMap((entry) => [entry.job_id, ...entry.block_ids])));
  const offered = new Set(
    seen.active_offers.filter((offer) => offer.from_lab_id === seen.controlled_lab_id).flatMap((offer) => offer.offered_blocks),
  );
  const isPledged = (id: string) => pledge?.block_ids.includes(id) === true;
  const blocks = seen.owned_blocks.filter(
    (block) => bondOf(seen, block) === null && (isFree(block) || isPledged(block.block_id)) && !inPlans.has(block.block_id),
  );
  const jobs = openJobs(seen).filter((job) => !inPlans.has(job.job_id));
  const { job_of } = bestPlan(problemOf(seen, { blocks, jobs }));
  const isUsed = (b: number) => (job_of[b] ?? -1) >= 0;
  const served = new Set(job_of);
  const ids = (which: (id: string, b: number) => boolean) => blocks.flatMap(({ block_id }, b) => (which(block_id, b) ? [block_id] : []));
  const names = (which: (pledged: boolean, j: number) => boolean) =>
    jobs.flatMap((job, j) => (which(job.pledged_to !== null, j) ? [job.job_id] : []));
  const fresh = (j: number) => (jobs[j]?.allocated_block_ids.length ?? 0) === 0 && (jobs[j]?.deadline_round ?? 0) > seen.round_index;
  return {
    free: {
      block_ids: ids((id, b) => !isPledged(id) && !isUsed(b) && !offered.has(id)),
      job_ids: names((pledged, j) => !pledged && !served.has(j) && fresh(j)),
    },
    needed: { block_ids: ids((id, b) => isPledged(id) && isUsed(b)), job_ids: names((pledged, j) => pledged && served.has(j)) },
  };
}
