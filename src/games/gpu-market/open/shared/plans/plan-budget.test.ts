import { expect, test } from 'vitest';
import { playMatch } from '~/engine/memory-run';
import { isCheap, spend, withinSteps } from '~/lib/play/step-budget';
import { house, plannerWithCoalitions } from '../../players/policies';
import { decide, open } from '../../v1/decide';
import { openMarket } from '../../v1/open';
import { parseOpenConfig } from '../config';
import { evolve } from '../evolve';
import type { OpenObservation } from '../observation';
import { observe } from '../observe';
import { archetypeOf, archetypeTurn } from '../players/archetypes';
import { withPitch } from '../players/pitch';
import { venturePlannerTurn } from '../players/venture';
import type { OpenState } from '../state';
import { bestPlan } from './plan';
import { ownProblem } from './potential';

function configOf(given: object) {
  const read = parseOpenConfig(given);
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

function opened(given: object): OpenState {
  let state: OpenState | null = null;
  for (const event of open(configOf(given))) state = evolve(state, event);
  if (state === null) throw new Error('no opening');
  return state;
}

const LARGE = { task_type: 'grand_market', labs: 5, blocks: 12, jobs: 12, seed: 5 };

test('5 labs with 12 blocks and 12 jobs each do not think for seconds: the turn is made with cheap plans, and is legal', () => {
  const state = opened(LARGE);
  const outcomes = ['lab_1', 'lab_2', 'lab_3', 'lab_4'].map((seat) => {
    const observation = observe(state, seat);
    let isCheaply = false;
    const think = () => {
      isCheaply = isCheap();
      return withPitch(archetypeTurn(observation, archetypeOf(seat)), observation);
    };
    const turn = withinSteps(think);
    expect(house.choose(observation)).toEqual(turn);
    expect(turn.length).toBeGreaterThan(0);
    const resolved = decide(state, seat, turn).filter((event) => event.type === 'action_resolved');
    expect(resolved.filter(({ result }) => !result.ok)).toEqual([]);
    return isCheaply;
  });
  expect(outcomes).toContain(true);
});

test('a cheap plan gives each block to one job, and is worth no more than the best one', () => {
  const observation = observe(opened({ task_type: 'grand_market', labs: 4, blocks: 6, jobs: 5, seed: 11 }), 'lab_2');
  const problem = ownProblem(observation);
  const best = bestPlan(problem);
  const cheap = withinSteps(() => {
    spend(isCheap() ? 0 : 1e9);
    return bestPlan(problem);
  });
  expect(cheap.value).toBeGreaterThan(best.value / 2);
  expect(cheap.value).toBeLessThanOrEqual(best.value);
  expect(cheap.job_of).toHaveLength(problem.blocks);
  expect(isCheap()).toBe(false);
});

test.each([
  ['grand_market', 42],
  ['coalition_market', 3],
  ['market_round', 8],
])('every turn of %s is made with exact plans, as it was when matches were recorded', (task_type, seed) => {
  const exactly = (observation: OpenObservation) =>
    withPitch(archetypeTurn(observation, archetypeOf(observation.controlled_lab_id)), observation);
  const venture = (observation: OpenObservation) => withPitch(venturePlannerTurn(observation), observation);
  const config = configOf({ task_type, seed });
  const budgeted = playMatch(openMarket, config, { playerOf: (seat) => (seat === 'lab_0' ? plannerWithCoalitions.choose : house.choose) });
  const unbounded = playMatch(openMarket, config, { playerOf: (seat) => (seat === 'lab_0' ? venture : exactly) });
  expect(budgeted.events).toEqual(unbounded.events);
});
