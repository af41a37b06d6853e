/** The properties that need the exact optimum, for as many small matches as a tier has time for. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { playMatch } from '~/engine/memory-run';
import { solveProgramme } from '~/engine/solver';
import type { OpenEvent } from '~/games/gpu-market/open/shared/events';
import { USUAL_LIMITS } from '~/games/gpu-market/open/shared/optimum/limit';
import { profitsOf } from '~/games/gpu-market/open/shared/optimum/profits';
import { programmeOf } from '~/games/gpu-market/open/shared/optimum/programme';
import { groupOptimumOf, scoreOf } from '~/games/gpu-market/open/shared/optimum/score';
import { problemBy } from '~/games/gpu-market/open/shared/optimum/testing/problem-by-chance';
import { autarkyProblem, type KnownWorld, worldOf } from '~/games/gpu-market/open/shared/plans/pairs';
import { bestPlan } from '~/games/gpu-market/open/shared/plans/plan';
import type { PlanProblem } from '~/games/gpu-market/open/shared/plans/plan-problem';
import { rewardsOf } from '~/games/gpu-market/open/shared/rewards';
import { openMarket } from '~/games/gpu-market/open/v1/open';
import type { Amount } from './prove';
import { playWild } from './wild-match';
import { anyMatch, wildPlayer } from './wild-play';

/** The solver's own arithmetic, in cents. */
const DUST = 1e-3;

export function proveOptimum({ seed, matches, minutes }: Amount): void {
  const timeout = minutes * 60_000;

  it(`efficiency is at most one, and rewards are the gain: ${matches} matches`, { timeout }, async () => {
    let most = 0;
    await fc.assert(
      fc.asyncProperty(anyMatch, async (any) => {
        const { events } = playWild(any);
        const score = await scoreOf(events, solveProgramme);
        const profit = Object.values(score.profit_cents).reduce((sum, cents) => sum + cents, 0);
        expect(profit).toBeLessThanOrEqual(score.optimum_cents + DUST);
        expect(score.efficiency ?? 0).toBeLessThanOrEqual(1 + 1e-9);
        most = Math.max(most, score.efficiency ?? 0);
        for (const [lab, gain] of Object.entries(score.gain)) {
          const rewards = rewardsOf(events, lab).reduce((sum, round) => sum + round.total, 0);
          expect(rewards / score.scale_cents).toBeCloseTo(gain, 9);
        }
      }),
      { numRuns: matches, seed },
    );
    expect(most).toBeGreaterThan(0.9);
  });

  it(`autarky is what HiGHS finds, and the base at the end: ${matches} matches`, { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(anyMatch, async (any) => {
        const world = worldOf(playWild(any).events);
        for (const { lab_id } of world.opened.labs) await expectAutarky(world, lab_id);
      }),
      { numRuns: matches, seed },
    );
  });

  it(`a closed group never earns more than its own optimum: ${matches} matches`, { timeout }, async () => {
    await fc.assert(
      fc.asyncProperty(anyMatch, fc.integer({ min: 1, max: 3 }), async ({ config, players }, size) => {
        const group = Array.from({ length: Math.min(size, config.labs) }, (_, i) => `lab_${i}`);
        const { events } = playMatch(openMarket, config, {
          playerOf: (seat) => (group.includes(seat) ? wildPlayer(players, seat) : () => []),
        });
        const best = await groupOptimumOf(worldOf(events), group, solveProgramme);
        expect(profitOf(events, group)).toBeLessThanOrEqual(best.bound + DUST);
      }),
      { numRuns: matches, seed },
    );
  });
}

async function expectAutarky(world: KnownWorld, lab: string): Promise<void> {
  const problem = autarkyProblem(world, lab);
  await expectSolved(problem);
  expect(bestPlan(autarkyProblem(world, lab, world.opened.config.rounds - 1)).value).toBe(bestPlan(problem).value);
}

function profitOf(events: readonly OpenEvent[], labs: readonly string[]): number {
  const profits = profitsOf(events);
  return labs.reduce((sum, lab) => sum + (profits[lab] ?? 0), 0);
}

/** The exact plan against HiGHS on problems by chance, harsher than the market's own: many blocks that fit many jobs. */
export function provePlan({ seed, matches, minutes }: Amount): void {
  it(`the exact plan is what HiGHS finds, on ${matches} problems by chance`, { timeout: minutes * 60_000 }, async () => {
    for (let n = 0; n < matches; n++) await expectSolved(problemBy(seed + n, 1 + (n % 9)));
  });

  const large = Math.ceil(matches / 20);
  it(`and above fourteen blocks, by branch and bound, on ${large}`, { timeout: minutes * 60_000 }, async () => {
    for (let n = 0; n < large; n++) await expectSolved(problemBy(seed + matches + n, 13 + (n % 5)));
  });
}

/** A partial job's value is rounded down to the cent, in the plan alone; and the solver stops within its gap. */
async function expectSolved(problem: PlanProblem): Promise<void> {
  const { value } = bestPlan(problem);
  const solved = await solveProgramme(programmeOf(problem, []), USUAL_LIMITS);
  expect(value).toBeLessThanOrEqual(solved.bound + DUST);
  expect(value).toBeGreaterThanOrEqual(solved.value - problem.jobs.length - DUST);
}
