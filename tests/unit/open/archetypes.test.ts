import { describe, expect, it } from 'vitest';
import { playMatch } from '~/engine/memory-run';
import { archetypeOf } from '~/games/gpu-market/open/shared/players/archetypes';
import { venturePlannerTurn } from '~/games/gpu-market/open/shared/players/venture';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { proveTraders } from './prove-traders';
import { configOf } from './wild-play';

describe('house labs', () => {
  it('cycle from lab_1', () => {
    expect(['lab_1', 'lab_2', 'lab_5', 'lab_6'].map(archetypeOf)).toEqual(['cooperative', 'selfish', 'retaliatory', 'cooperative']);
  });
});

/** `npm test` has more worlds, and what planners gain in a venture (`tests/properties/open-traders.test.ts`). */
describe('who bargains', () => {
  proveTraders({ seed: 11, matches: 8, minutes: 1 });
});

describe('planners in a venture of all', () => {
  it('carry out joint plans that make at least what their members asked', { timeout: 900_000 }, () => {
    let plans = 0;
    for (let seed = 40000; seed < 40002; seed++) {
      const { events } = playMatch(openMarket, configOf({ task_type: 'coalition_market', seed }), { playerOf: () => venturePlannerTurn });
      for (const event of events) {
        if (event.type !== 'plan_executed') continue;
        plans += 1;
        expect(event.total_cents).toBeGreaterThanOrEqual(event.reserves_cents);
        expect(event.shares.reduce((sum, share) => sum + share.share, 0)).toBeCloseTo(1, 9);
      }
    }
    expect(plans).toBeGreaterThan(2);
  });
});
