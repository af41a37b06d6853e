/**
 * The planner in a joint venture: lab_0 founds one of all, members pledge what starts soon for what it is worth to them, the founder
 * plans. On 40 validation worlds of coalition_market it does not yet beat the planner alone: what is pledged is not traded meanwhile.
 */
import type { OpenAction } from '~/games/gpu-market/open/actions';
import type { OpenObservation, OwnBlock, WireCoalition } from '~/games/gpu-market/open/observation';
import { bondOf, isFree } from '~/games/gpu-market/open/observed';
import { bestPlan } from '~/games/gpu-market/open/plan';
import { openJobs, problemOf } from '~/games/gpu-market/open/potential';
import { plannerTurn } from './planner';
import { searchPlan } from './venture-plan';

const FOUNDER = 'lab_0';
const MOST_MEMBERS = 16;
const BOND = 5;
const SOON = 3;

export function venturePlannerTurn(observation: OpenObservation): OpenAction[] {
  const trades = plannerTurn(observation);
  const joint = ventureMoves(observation, trades);
  const pledged = joint.flatMap((action) => (action.action_type === 'allocate_to_job' ? [] : (action.block_ids ?? [])));
  const rest = trades.filter((action) => action.action_type !== 'send_offer' || !action.block_ids?.some((id) => pledged.includes(id)));
  return [...joint, ...rest].slice(0, observation.actions_per_round);
}

function ventureMoves(observation: OpenObservation, trades: readonly OpenAction[]): OpenAction[] {
  if (!observation.coalitions_allowed) return [];
  const { controlled_lab_id: me, active_coalitions } = observation;
  const mine = active_coalitions.find((coalition) => coalition.members.includes(me));
  if (mine === undefined) return enter(observation, trades);
  if (mine.status !== 'active') return [];
  const plan = mine.founder === me ? searchPlan(observation, mine) : null;
  const joint: OpenAction[] = plan === null ? [] : [{ action_type: 'allocate_to_job', coalition_id: mine.coalition_id, plan: plan.plan }];
  if (mine.pledges?.[me] !== undefined) return joint;
  const pledge = pledgeFor(observation, mine, trades);
  return pledge === null ? joint : [...joint, { action_type: 'commit_to_coalition', ...pledge }];
}

function enter(observation: OpenObservation, trades: readonly OpenAction[]): OpenAction[] {
  const { controlled_lab_id: me, active_coalitions } = observation;
  const asked = active_coalitions.find((one) => one.invited?.includes(me) && one.bond <= observation.controlled_lab_budget);
  if (asked !== undefined) {
    const pledge = pledgeFor(observation, asked, trades);
    return [{ action_type: 'join_coalition', ...(pledge ?? { coalition_id: asked.coalition_id }) }];
  }
  if (me !== FOUNDER || observation.round_index > 0) return [];
  const members = observation.visible_labs.map((lab) => lab.lab_id).slice(0, MOST_MEMBERS - 1);
  return [{ action_type: 'form_coalition', members, split: 'equal', bond: BOND }];
}

type PledgeFields = Pick<OpenAction, 'coalition_id' | 'block_ids' | 'job_ids' | 'reserve' | 'until_round'>;

/** What starts soon and the jobs that nothing works for, at no less than they are worth to this lab alone. */
function pledgeFor(observation: OpenObservation, coalition: WireCoalition, trades: readonly OpenAction[]): PledgeFields | null {
  const { round_index, max_rounds } = observation;
  // All pledge in the same rounds, so that all is on the table at once.
  if (round_index + 1 >= max_rounds || round_index % 2 === 0) return null;
  const served = trades.flatMap((action) => (action.action_type === 'allocate_to_job' ? [action.job_id] : []));
  const free = observation.owned_blocks.filter((block) => isFree(block) && bondOf(observation, block) === null);
  const soon = free.filter(
    (block) => block.start_round > round_index && block.start_round <= round_index + SOON && !usedNow(block, trades),
  );
  const open = openJobs(observation).filter((job) => job.pledged_to === null);
  const jobs = open.filter(
    (job) => job.allocated_block_ids.length === 0 && job.deadline_round > round_index && !served.includes(job.job_id),
  );
  if (soon.length + jobs.length === 0) return null;
  const all = bestPlan(problemOf(observation, { blocks: free, jobs: open })).value;
  const kept = { blocks: free.filter((block) => !soon.includes(block)), jobs: open.filter((job) => !jobs.includes(job)) };
  return {
    coalition_id: coalition.coalition_id,
    block_ids: soon.map((block) => block.block_id),
    job_ids: jobs.map((job) => job.job_id),
    reserve: Math.max(0, all - bestPlan(problemOf(observation, kept)).value) / 100,
    until_round: round_index + 1,
  };
}

function usedNow(block: OwnBlock, trades: readonly OpenAction[]): boolean {
  return trades.some((action) => action.action_type === 'allocate_to_job' && action.block_ids?.includes(block.block_id));
}
