import { expect, test } from 'vitest';
import { RatedBroadcaster } from '../../bench/rank-attacks/play-rated';
import type { Program } from '../../bench/rank-attacks/program';

/** By world, told by its blocks, which every seat sees: the matches in which a program outside has met it. */
type Met = Map<string, Set<string>>;

/** Waits, and notes where it is. */
function noting(met: Met): Program {
  return ({ match_id, observation }) => {
    if (observation.round_index === 0) {
      const blocks = observation.public_market.blocks.map(({ block_id, start_round, duration, gpu_count, reliability, energy_cost }) => {
        return [block_id, start_round, duration, gpu_count, reliability, energy_cost];
      });
      const world = JSON.stringify(blocks);
      met.set(world, (met.get(world) ?? new Set()).add(match_id));
    }
    return [];
  };
}

test('programs that remember what they see meet no sealed world twice, nor one that another of them has met', {
  timeout: 600_000,
}, async () => {
  const met: Met = new Map();
  const broadcaster = new RatedBroadcaster();
  const entries = [
    { name: 'ann', owner: 'owner ann', program: noting(met) },
    { name: 'bob', owner: 'owner bob', program: noting(met) },
    { name: 'planner' },
    { name: 'greedy' },
  ];
  for (const entry of entries) await broadcaster.add(entry);
  const plan = { task: 'single_trade', worlds: 2, season: 'sealed worlds', entries };
  const { fixtures } = await broadcaster.play(plan);
  const theirs = fixtures.filter(({ seats }) => seats.some(({ entrant }) => entrant === 'ann' || entrant === 'bob'));
  expect(theirs.length).toBe(5 * 2); // five pairs with one of them or both, two worlds each
  expect(met.size).toBe(theirs.length);
  expect([...met.values()].map(({ size }) => size)).toEqual(theirs.map(() => 1));
  // In another season with the same key they would know every world: what they look at tells it.
  await broadcaster.play(plan);
  expect(met.size).toBe(theirs.length);
  expect([...met.values()].map(({ size }) => size)).toEqual(theirs.map(() => 2));
});
