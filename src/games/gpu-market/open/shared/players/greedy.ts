/** Never trades. It plans its own blocks for its own jobs again each round, and allocates each block when it starts. */
import type { OpenAction } from '../actions';
import type { OpenObservation } from '../observation';
import { bestPlan } from '../plans/plan';
import { ownProblem } from '../plans/potential';

export function greedyTurn(observation: OpenObservation): OpenAction[] {
  return allocationsDue(observation).slice(0, observation.actions_per_round);
}

/** The best plan's allocations of blocks that deliver from this round on, one action per job. */
export function allocationsDue(observation: OpenObservation): OpenAction[] {
  const problem = ownProblem(observation);
  const plan = bestPlan(problem);
  const free = new Set(allocatable(observation));
  const byJob = new Map<string, string[]>();
  for (const [b, j] of plan.job_of.entries()) {
    const id = problem.block_ids[b];
    const job = problem.jobs[j];
    if (id === undefined || job === undefined || !free.has(id)) continue;
    byJob.set(job.job_id, [...(byJob.get(job.job_id) ?? []), id]);
  }
  return [...byJob].map(([job_id, block_ids]) => ({ action_type: 'allocate_to_job', job_id, block_ids }));
}

function allocatable(observation: OpenObservation): string[] {
  const legal = observation.legal_actions.find((one) => one.action_type === 'allocate_to_job');
  if (legal === undefined) return [];
  const listed = new Set(Object.values(legal.jobs).flat());
  return observation.owned_blocks
    .filter((block) => listed.has(block.block_id) && block.start_round <= observation.round_index)
    .map((block) => block.block_id);
}
