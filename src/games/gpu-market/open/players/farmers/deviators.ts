/** Attacks on joint ventures: the base's turn with one number overstated, the reserve of its pledges. */
import type { OpenAction } from '../../actions';
import type { OpenObservation } from '../../observation';
import { bestPlan } from '../../plan';
import { problemOf } from '../../potential';
import type { Farmer } from './farmer';

/** What is asked for, from what the base asks for. */
type Overstate = (reserve: number, pledge: OpenAction, observation: OpenObservation) => number;

export const DEVIATORS: readonly Farmer[] = [
  deviator('reserve_x3', 'asks three times the reserve for its pledges', (reserve) => 3 * reserve),
  deviator('reserve_plus_30', 'asks 30 more than the reserve for its pledges', (reserve) => reserve + 30),
  deviator('reserve_own_plan', 'asks what its own best plan would make of all that it pledges', ownPlanValue),
];

function deviator(id: string, summary: string, overstate: Overstate): Farmer {
  return {
    id,
    summary,
    seats: 1,
    start: () => () => [],
    changes: (action, observation) => {
      if (action.reserve === undefined) return action;
      return { ...action, reserve: Math.max(0, overstate(action.reserve, action, observation)) };
    },
  };
}

function ownPlanValue(_: number, { block_ids = [], job_ids = [] }: OpenAction, observation: OpenObservation): number {
  const blocks = observation.owned_blocks.filter((block) => block_ids.includes(block.block_id));
  const jobs = observation.private_jobs.filter((job) => job_ids.includes(job.job_id));
  return bestPlan(problemOf(observation, { blocks, jobs })).value / 100;
}
