import { describe, expect, it } from 'vitest';
import { farmWorld } from '~/eval/farming';
import type { OpenObservation } from '~/games/gpu-market/open/shared/observation';
import { graft } from '~/games/gpu-market/open/shared/players/farmers/farmer';
import { DEVIATORS } from '~/games/gpu-market/open/shared/players/farmers/farming';
import { splitter } from '~/games/gpu-market/open/shared/players/farmers/idle';
import { FARMERS, TRICKS } from '~/games/gpu-market/open/shared/players/farmers/registry';
import { findSeed } from '~/games/gpu-market/open/shared/players/farmers/seed-reader';
import { bondTrapper } from '~/games/gpu-market/open/shared/players/farmers/swindlers';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { seedOf } from '~/match/season';
import { foldAll } from './wild-match';
import { configOf } from './wild-play';

function firstSight(raw: object) {
  const config = configOf(raw);
  return openMarket.observe(foldAll(openMarket.open(config)), 'lab_1');
}

describe('a graft', () => {
  const observation = firstSight({ task_type: 'coalition_market', seed: 7 });
  const waits = [{ action_type: 'wait' }, { action_type: 'wait' }] as const;

  it('keeps what the player beneath does, and adds what there is room for', () => {
    const turn = graft(() => waits, splitter.start())(observation);
    expect(turn.slice(0, 2)).toEqual(waits);
    expect(turn.slice(2).map((action) => action.action_type)).toEqual(['send_offer', 'send_offer']);
  });

  it('can have actions of its own, which the player beneath does not see', () => {
    const turn = graft((seen) => Array.from({ length: seen.actions_per_round }, () => waits[0]), splitter.start(), { room: 1 })(
      observation,
    );
    expect(turn.map((action) => action.action_type)).toEqual(['wait', 'wait', 'wait', 'send_offer']);
  });

  it('is tried under a name of its own each', () => {
    const ids = [...FARMERS, ...TRICKS].map((farmer) => farmer.id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

/** `npm test` tries all of them, upon all bases, over more worlds (`tests/properties`). */
describe('upon a player who waits', () => {
  it('no farmer that deals in nothing real gains anything', { timeout: 900_000 }, async () => {
    const trials = FARMERS.map(({ id }) => ({ farmer: id, base: 'wait', others: 'house' }));
    const results = await farmWorld(openMarket, configOf({ task_type: 'market_round', seed: 40_000, judge_mode: 'rule' }), trials);
    expect(trials.filter((_, i) => Math.abs(results[i]?.difference ?? 1) > 1e-9).map(({ farmer }) => farmer)).toEqual([]);
    const deeds = results.reduce((sum, result) => sum + result.deeds, 0);
    expect(deeds).toBeGreaterThan(100);
  });
});

describe('upon a player who waits, among planners that join every coalition', () => {
  it('the bond trapper sells nothing: a block that only a plan of others may use is worth nothing alone', {
    timeout: 900_000,
  }, async () => {
    const config = configOf({ task_type: 'market_round', rounds: 10, seed: 40_000 });
    const [result] = await farmWorld(openMarket, config, [{ farmer: bondTrapper.id, base: 'wait', others: 'planner_with_coalitions' }]);
    expect(result?.difference).toBeCloseTo(0, 9);
    expect(result?.deeds).toBeGreaterThan(0);
  });
});

describe('the search for a seed', () => {
  it.each([0, 12_345, 40_007, 59_999])('finds %d, which is a published one', (seed) => {
    expect(findSeed(firstSight({ task_type: 'market_round', seed }))?.seed).toBe(seed);
  });

  it('finds one of 53 bits where it stands in sight, in any of the ways in which ids are written', () => {
    const seed = seedOf('sights', 1);
    for (const base of [10, 16, 36])
      expect(findSeed(firstSight({ seed }), [`match-${seed.toString(base)}.json`])?.seed, `base ${base}`).toBe(seed);
  });

  it('finds none of 53 bits in what a seat sees', () => {
    const config = configOf({ task_type: 'market_round', seed: seedOf('nowhere', 0), judge_mode: 'rule' });
    const state = foldAll(openMarket.open(config));
    const opening = openMarket.open(config).map((event) => openMarket.publish(event, { kind: 'seat', seat: 'lab_1' }, state));
    const view = openMarket.view(state, { kind: 'seat', seat: 'lab_1' });
    expect(findSeed(openMarket.observe(state, 'lab_1'), [JSON.stringify(opening), JSON.stringify(view)])).toBeNull();
  });
});

it('a deviator changes the reserves of pledges, and nothing else', () => {
  const pledge = { action_type: 'commit_to_coalition' as const, coalition_id: 'c_1', block_ids: [], job_ids: [], reserve: 12.5 };
  const offer = { action_type: 'send_offer' as const, block_ids: ['b_0_0'], payment: 3 };
  const observation = { owned_blocks: [], private_jobs: [] } as unknown as OpenObservation;
  const changed = DEVIATORS.map(({ id, changes }) => [id, changes?.(pledge, observation), changes?.(offer, observation)]);
  expect(changed).toEqual([
    ['reserve_x3', { ...pledge, reserve: 37.5 }, offer],
    ['reserve_plus_30', { ...pledge, reserve: 42.5 }, offer],
    ['reserve_own_plan', { ...pledge, reserve: 0 }, offer],
  ]);
});
