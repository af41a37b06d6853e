/** The tests of the laws, for as many matches as a tier has time for. Seeds are fixed: a failure comes again, and shrinks. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { playMatch } from '~/engine/memory-run';
import { autarkyProblem, worldOf } from '~/games/gpu-market/open/shared/plans/pairs';
import { bestPlan } from '~/games/gpu-market/open/shared/plans/plan';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import { CLOSED_FARMERS, farmedMatch } from './farmed';
import { inward } from './inward';
import { LAWS, uphold } from './laws';
import { marksOf, Tally } from './marks';
import { playWild } from './wild-match';
import { anyMatch } from './wild-play';

export interface Amount {
  /** fast-check's; another one plays other matches. */
  seed: number;
  matches: number;
  minutes: number;
}

/** Every law over so many random matches, each played once; and that these matches were not dull. */
export function proveLaws({ seed, matches, minutes }: Amount): void {
  it(`every law holds over ${matches} random matches (${LAWS.length} laws)`, { timeout: minutes * 60_000 }, () => {
    const tally = new Tally();
    fc.assert(
      fc.property(anyMatch, (any) => {
        const match = playWild(any);
        tally.add(marksOf(match.events));
        uphold(match);
      }),
      { numRuns: matches, seed },
    );
    expect(tally.seldom(matches)).toEqual({});
  });
}

/** A seat whom nobody deals with, in judge mode off and without the operator's blocks. */
export function proveAlone({ seed, matches, minutes }: Amount): void {
  it(`a seat alone never earns more than its autarky, nothing without allocations: ${matches} matches`, {
    timeout: minutes * 60_000,
  }, () => {
    let most = 0;
    fc.assert(
      fc.property(anyMatch, fc.integer({ min: 0, max: 3 }), ({ config, players }, kind) => {
        const allocates = kind > 0;
        const bare = { ...config, judge_mode: 'off' as const };
        const { events, state } = playMatch(openMarket, bare, {
          playerOf: (seat) => (seat === 'lab_0' ? inward(players, allocates) : () => []),
        });
        const profit = (state.labs.lab_0?.budget_cents ?? 0) - (state.labs.lab_0?.start_cents ?? 0);
        if (!allocates) expect(profit).toBe(0);
        else {
          const autarky = bestPlan(autarkyProblem(worldOf(events), 'lab_0')).value;
          expect(profit).toBeLessThanOrEqual(autarky);
          if (autarky > 0 && profit === autarky) most += 1;
        }
      }),
      { numRuns: matches, seed },
    );
    // The bound is reached: it is no empty one.
    expect(most).toBeGreaterThan(matches / 100);
  });
}

/** Farmers whom no outsider deals with: what their own allocations earn, and nothing else. */
export function proveFarmers({ seed, matches, minutes }: Amount): void {
  const each = Math.ceil(matches / CLOSED_FARMERS.length);
  for (const farmer of CLOSED_FARMERS) {
    it(`${farmer.id} earns what its allocations earn, never above autarky: ${each} matches`, { timeout: minutes * 60_000 }, () => {
      let deeds = 0;
      fc.assert(
        fc.property(anyMatch, fc.constantFrom('wait', 'greedy'), (any, base) => {
          const farmed = farmedMatch(any, { farmer, base });
          deeds += farmed.deeds;
          expect(farmed.granted).toBe(false);
          expect(farmed.profit).toBe(farmed.earned);
          expect(farmed.profit).toBeLessThanOrEqual(farmed.autarky);
          if (base === 'wait') expect(farmed.profit).toBe(0);
          if (base === 'greedy' && farmer.seats === 1) expect(farmed.profit).toBe(farmed.plain);
        }),
        { numRuns: each, seed },
      );
      expect(deeds).toBeGreaterThan(each / 10);
    });
  }
}
