import { describe, expect, it } from 'vitest';
import { farmWorld } from '~/eval/farming';
import type { Farmer } from '~/games/gpu-market/open/shared/players/farmers/farmer';
import { bondCycler } from '~/games/gpu-market/open/shared/players/farmers/pairs';
import { FARMERS, TRICKS } from '~/games/gpu-market/open/shared/players/farmers/registry';
import { bondTrapper } from '~/games/gpu-market/open/shared/players/farmers/swindlers';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { seedOf } from '~/match/season';
import { bootstrapMean, mean } from '~/statistics/basics';
import { configOf } from '../unit/open/wild-play';

/** The limit of the farming table (docs/farming.md), which has more worlds and the pairs upon planners as well. */
const LIMIT = 0.01;

const SEEDS = [40_000, 40_001, 40_002];
const SINGLES = FARMERS.filter((farmer) => farmer.seats === 1);
const PAIRS = FARMERS.filter((farmer) => farmer.seats === 2);

async function measure(farmers: readonly Farmer[], base: string, seeds: readonly number[]) {
  const trials = farmers.map((farmer) => ({ farmer: farmer.id, base, others: 'house' }));
  const rows = farmers.map((farmer) => ({ id: farmer.id, differences: [] as number[], deeds: 0 }));
  for (const seed of seeds) {
    const results = await farmWorld(
      openMarket,
      configOf({ task_type: 'market_round', rounds: 10, shocks: 3, seed, judge_mode: 'rule' }),
      trials,
    );
    for (const [i, { difference, deeds }] of results.entries()) {
      rows[i]?.differences.push(difference);
      const row = rows[i];
      if (row !== undefined) row.deeds += deeds;
    }
  }
  return rows.map(({ id, differences, deeds }) => ({ id, deeds, mean: mean(differences), high: bootstrapMean(differences)?.[1] ?? 1 }));
}

describe('the farming table, in small', () => {
  it.each(['wait', 'house', 'planner'] as const)('no farmer gains upon %s', { timeout: 600_000 }, async (base) => {
    const rows = await measure(SINGLES, base, SEEDS);
    expect(rows.filter((row) => row.high > LIMIT)).toEqual([]);
    expect(rows.reduce((sum, row) => sum + row.deeds, 0)).toBeGreaterThan(100);
  });

  it.each(['wait', 'planner'] as const)('no pair that costs itself no trade gains upon %s', { timeout: 600_000 }, async (base) => {
    // Upon players that trade, wash traders and feeders lose much, and unevenly: the table has the worlds to say how much.
    const rows = await measure(base === 'wait' ? PAIRS : [bondCycler], base, SEEDS);
    expect(rows.filter((row) => row.high > LIMIT || row.deeds === 0)).toEqual([]);
  });

  it('the bond trapper sells nothing among planners that join every coalition', { timeout: 600_000 }, async () => {
    for (const seed of SEEDS) {
      const config = configOf({ task_type: 'market_round', rounds: 10, seed });
      const [result] = await farmWorld(openMarket, config, [{ farmer: bondTrapper.id, base: 'wait', others: 'planner_with_coalitions' }]);
      expect(result?.difference).toBeCloseTo(0, 9);
      expect(result?.deeds).toBeGreaterThan(0);
    }
  });

  it('the seed-reader finds nothing in worlds of 53 bits, and so does what anybody does', { timeout: 600_000 }, async () => {
    const readers = TRICKS.filter((trick) => trick.id === 'seed_reader');
    const rows = await measure(
      readers,
      'planner',
      [0, 1].map((index) => seedOf('farming', index)),
    );
    expect(rows.map((row) => [row.mean, row.high])).toEqual([[0, 0]]);
  });
});
