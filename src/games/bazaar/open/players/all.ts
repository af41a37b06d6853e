import { blindPlanner, planner } from './planner';
import {
  acceptFirst,
  archetypes,
  type BazaarPolicy,
  boulware,
  conceder,
  constant,
  constantMid,
  greedy,
  house,
  limit,
  linear,
  random,
  stall,
  wait,
} from './policies';
import { linearPools, plannerPools } from './pooling';
import { speakers } from './speaking';

/** In display order. */
export function allPolicies(): readonly BazaarPolicy[] {
  return [
    house,
    planner,
    blindPlanner,
    linear,
    greedy,
    boulware,
    conceder,
    linearPools,
    plannerPools,
    ...archetypes,
    ...speakers,
    constantMid,
    constant,
    stall,
    limit,
    acceptFirst,
    random,
    wait,
  ];
}
