/** Under version 2: the base policies for farmers, and attacks on joint ventures, by overstated reserves and by passengers. */
import type { OpenAction, TakenAction } from '../../shared/actions';
import type { OpenObservation } from '../../shared/observation';
import { bestPlan } from '../../shared/plans/plan';
import { openJobs, problemOf } from '../../shared/plans/potential';
import { archetypeOf } from '../../shared/players/archetypes';
import type { Base, Farmer } from '../../shared/players/farmers/farmer';
import type { Grafts } from '../../shared/players/farmers/farming';
import { greedyTurn } from '../../shared/players/greedy';
import type { OpenObservation2 } from '../observation';
import { houseTurn2 } from './house';
import { PASSENGERS } from './passengers';
import { asShared, plannerTurn2 } from './planner';
import { venturePlannerTurn2 } from './venture';

/** The stated reserve, from what the pledged things are worth to the lab alone. */
export const RESERVES: Readonly<Record<string, (alone: number) => number>> = {
  x3: (alone) => 3 * alone,
  plus_30: (alone) => alone + 30,
  f: (alone) => alone,
  flat_30: () => 30,
};

/** The same turns, with the stated reserve. */
export function overstating(
  turn: (seen: OpenObservation2) => TakenAction[],
  state: (alone: number) => number,
): (seen: OpenObservation2) => TakenAction[] {
  return (seen) => turn(seen).map((action) => overstated(action, seen, state));
}

/** The action with a stated reserve, if it pledges something. */
export function overstated(action: TakenAction, seen: OpenObservation2, state: (alone: number) => number): TakenAction {
  const pledges = ['form_coalition', 'join_coalition', 'commit_to_coalition'].includes(action.action_type);
  if (!pledges || (action.block_ids ?? []).length + (action.job_ids ?? []).length === 0) return action;
  return { ...action, reserve: Math.max(0, state(aloneWorth(seen, action))) };
}

/** The value of everything it will have pledged then, in money. */
function aloneWorth(seen: OpenObservation2, { block_ids = [], job_ids = [] }: TakenAction): number {
  const before = seen.active_coalitions.flatMap((one) => one.pledges?.[seen.controlled_lab_id] ?? []);
  const ids = [...block_ids, ...before.flatMap((pledge) => pledge.block_ids)];
  const named = [...job_ids, ...before.flatMap((pledge) => pledge.jobs.map((job) => job.job_id))];
  const blocks = seen.owned_blocks.filter((block) => ids.includes(block.block_id));
  const jobs = openJobs(seen).filter((job) => named.includes(job.job_id));
  return bestPlan(problemOf(seen, { blocks, jobs })).value / 100;
}

const SUMMARIES: Readonly<Record<string, string>> = {
  x3: 'states three times what its pledges are worth to it alone as a reserve',
  plus_30: 'states 30 more than its pledges are worth to it alone as a reserve',
  f: 'states what its pledges are worth to it alone as a reserve',
  flat_30: 'states a reserve of 30 whatever it pledges',
};

export const GRAFTS_2: Grafts = {
  bases: {
    wait: () => () => [],
    greedy: () => playing((seen) => greedyTurn(asShared(seen))),
    house: (seat) => playing((seen) => houseTurn2(seen, archetypeOf(seat))),
    planner: () => playing(plannerTurn2),
    planner_with_coalitions: () => playing(venturePlannerTurn2),
  },
  deviators: [...Object.entries(RESERVES).map(stating), ...PASSENGERS],
};

function stating([name, state]: [string, (alone: number) => number]): Farmer {
  return {
    id: `reserve_${name}`,
    summary: SUMMARIES[name] ?? name,
    seats: 1,
    start: () => () => [],
    changes: (action, seen) => overstated(action, ofVersion2(seen), state) as OpenAction,
  };
}

/** Farmers are written for what both versions show; a seat of version 2 sees more. */
function ofVersion2(seen: OpenObservation): OpenObservation2 {
  return seen as unknown as OpenObservation2;
}

function playing(turn: (seen: OpenObservation2) => unknown[]): Base {
  return (seen) => turn(ofVersion2(seen)) as OpenAction[];
}
