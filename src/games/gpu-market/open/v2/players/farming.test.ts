import { afterAll, expect, it } from 'vitest';
import { closeThreads } from '~/engine/threads';
import { farmWorld } from '~/eval/farming';
import { seedOf } from '~/match/season';
import { DEVIATORS } from '../../shared/players/farmers/farming';
import { openMarket2 } from '../open';
import { playMatch2 } from '../testing/play';
import { venturePlannerTurn2 } from './venture';

afterAll(closeThreads);

function configured(seed: number) {
  const config = openMarket2.parseConfig({ task_type: 'coalition_market', labs: 4, rounds: 8, seed, judge_mode: 'off' });
  if (!config.ok) throw new Error(config.why);
  return config.value;
}

it('who overstates what a planner asks for has nothing to overstate: the same logs, byte for byte', { timeout: 300_000 }, () => {
  const config = configured(3);
  const honest = playMatch2(config, () => (seen) => venturePlannerTurn2(seen));
  for (const { id, changes } of DEVIATORS) {
    const played = playMatch2(config, (seat) => (seen) => {
      const turn = venturePlannerTurn2(seen);
      return seat === 'lab_1' && changes !== undefined ? turn.map((action) => changes(action as never, seen as never)) : turn;
    });
    expect([id, JSON.stringify(played.events)]).toEqual([id, JSON.stringify(honest.events)]);
  }
});

it('who states what its pledges are worth alone, or more, gains nothing by it', { timeout: 300_000 }, async () => {
  const trials = ['reserve_x3', 'reserve_plus_30', 'reserve_f', 'reserve_flat_30'].map((farmer) => ({
    farmer,
    base: 'planner_with_coalitions',
    others: 'planner_with_coalitions',
  }));
  for (const place of [1, 2]) {
    for (const { difference } of await farmWorld(openMarket2, configured(seedOf('deviators of version 2', place)), trials))
      expect(difference).toBeLessThanOrEqual(0.02);
  }
});

it('farmers of the table can be grafted in it', { timeout: 300_000 }, async () => {
  const trials = ['coalition_former', 'beggar', 'wash_traders'].map((farmer) => ({ farmer, base: 'wait', others: 'house' }));
  const results = await farmWorld(openMarket2, configured(seedOf('farmers of version 2', 1)), trials);
  expect(results.map(({ difference }) => Math.max(0, difference))).toEqual([0, 0, 0]);
  expect(results.every(({ deeds }) => deeds > 0)).toBe(true);
});
