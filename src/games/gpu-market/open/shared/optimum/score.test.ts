import { describe, expect, it } from 'vitest';
import { solveProgramme } from '~/engine/solver';
import { open } from '../../v1/decide';
import { parseOpenConfig } from '../config';
import { autarkyProblem, worldBlocks, worldJobs, worldOf, worldProblem } from '../plans/pairs';
import { bestPlan } from '../plans/plan';
import type { PlanProblem } from '../plans/plan-problem';
import { USUAL_LIMITS } from './limit';
import { programmeOf } from './programme';
import { autarkies, NO_BOOKS, optimumOf, scoreFrom } from './score';
import { problemBy } from './testing/problem-by-chance';

function worldAt(raw: object) {
  const config = parseOpenConfig(raw);
  if (!config.ok) throw new Error(config.why);
  return worldOf(open(config.value));
}

/** Equal within a tolerance: only the plan rounds partial values down to the cent, and the solver stops within its gap. */
async function expectEqual(problem: PlanProblem) {
  const { value } = bestPlan(problem);
  const solved = await solveProgramme(programmeOf(problem, []), USUAL_LIMITS);
  const dust = problem.jobs.length + 1e-3;
  expect(value).toBeLessThanOrEqual(solved.bound + 1e-3);
  expect(value).toBeGreaterThanOrEqual(solved.value - dust);
}

const CASES = 60;

describe('the exact plan of one lab', () => {
  it('is what HiGHS finds, on autarkies of worlds', async () => {
    for (let seed = 0; seed < 6; seed++) {
      const world = worldAt({ task_type: 'coalition_market', seed });
      for (const lab of world.opened.labs) await expectEqual(autarkyProblem(world, lab.lab_id));
    }
  });

  it(`is what HiGHS finds, on ${CASES} problems by chance`, async () => {
    for (let seed = 0; seed < CASES; seed++) await expectEqual(problemBy(seed, 1 + (seed % 8)));
  });

  it('is what HiGHS finds above fourteen blocks too, by branch and bound', async () => {
    for (let seed = 1000; seed < 1012; seed++) await expectEqual(problemBy(seed, 13 + (seed % 5)));
  });

  it('says which block works for which job, and that adds up', () => {
    const problem = problemBy(77, 7);
    const plan = bestPlan(problem);
    const sums = problem.jobs.map(() => ({ hours: 0, total: 0, cost: 0 }));
    for (const [b, j] of plan.job_of.entries()) {
      const pair = problem.pairs[j]?.[b];
      const sum = sums[j];
      if (sum === undefined || pair === null || pair === undefined) continue;
      Object.assign(sum, { hours: sum.hours + pair.hours, total: sum.total + pair.total, cost: sum.cost + pair.cost });
    }
    const earned = problem.jobs.map((job, j) => {
      const { hours, total, cost } = sums[j] ?? { hours: 0, total: 0, cost: 0 };
      const partly = job.partial ? Math.floor((job.value * hours) / job.required) : total >= job.required ? job.late_value : 0;
      return (hours >= job.required ? job.value : partly) - cost;
    });
    expect(earned.reduce((sum, net) => sum + net, 0)).toBe(plan.value);
  });
});

describe('the score', () => {
  it('never has the labs together earn more apart than the market could', async () => {
    for (let seed = 0; seed < 5; seed++) {
      const world = worldAt({ task_type: 'market_round', labs: 3, seed, judge_mode: 'rule' });
      const alone = Object.values(autarkies(world)).reduce((sum, value) => sum + value, 0);
      expect(alone).toBeLessThanOrEqual((await optimumOf(world, solveProgramme)).bound + 1);
    }
  });

  it('is 0 for who earns what it would alone, and 1 for an equal share of the gains from trade', async () => {
    const world = worldAt({ task_type: 'coalition_market', seed: 1 });
    const best = await optimumOf(world, solveProgramme);
    const alone = autarkies(world);
    const labs = Object.keys(alone);
    const surplus = best.bound - labs.reduce((sum, lab) => sum + (alone[lab] ?? 0), 0);
    const shared = Object.fromEntries(labs.map((lab) => [lab, (alone[lab] ?? 0) + surplus / labs.length]));
    const score = scoreFrom(world, { best, books: { ...NO_BOOKS, profits_cents: shared } });
    expect(score.efficiency).toBeCloseTo(1, 9);
    for (const lab of labs) expect(score.gain[lab]).toBeCloseTo(1, 9);
    expect(scoreFrom(world, { best, books: { ...NO_BOOKS, profits_cents: alone } }).gain.lab_0).toBe(0);
    expect(score.rated).toBe(true);
  });

  it('says how far it is from sure when time runs out, and is not rated then', async () => {
    const world = worldAt({ task_type: 'grand_market', seed: 2, labs: 40 });
    const found = [await optimumOf(world, solveProgramme, 0.001), await optimumOf(world, solveProgramme, 0.3)];
    for (const best of found) {
      expect(Number.isFinite(best.bound)).toBe(true);
      expect(best.bound).toBeGreaterThanOrEqual(best.value);
      expect(best.gap).toBeGreaterThan(0.01);
      expect(best.byClock).toBe(true);
    }
    for (const best of found) expect(scoreFrom(world, { best: { ...best, gap: 0.011 }, books: NO_BOOKS }).rated).toBe(false);
  });

  it('is not rated where the clock cut a search, however near it had come', () => {
    const world = worldAt({ task_type: 'single_trade', seed: 2 });
    const best = { value: 99_900, bound: 100_000, gap: 0.001, byClock: false };
    expect(scoreFrom(world, { best, books: NO_BOOKS }).rated).toBe(true);
    expect(scoreFrom(world, { best: { ...best, byClock: true }, books: NO_BOOKS })).toMatchObject({ rated: false, by_clock: true });
  });

  it('is the same each time where the count of nodes ended the search', async () => {
    const world = worldAt({ task_type: 'coalition_market', seed: 40_001 });
    const problem = worldProblem(world, { blocks: worldBlocks(world), jobs: worldJobs(world) });
    const programme = programmeOf(
      problem,
      worldBlocks(world).map((block) => block.price_cents),
    );
    const [early, again, whole] = [
      await solveProgramme(programme, { ...USUAL_LIMITS, nodes: 1 }),
      await solveProgramme(programme, { ...USUAL_LIMITS, nodes: 1 }),
      await solveProgramme(programme, USUAL_LIMITS),
    ];
    expect(again).toEqual(early);
    expect(early).toMatchObject({ byClock: false });
    expect(early.gap).toBeGreaterThan(whole.gap);
    expect(early.bound).toBeGreaterThanOrEqual(whole.bound);
  });
});

it('a match whose money does not add up is not rated, whoever scores it', async () => {
  const world = worldAt({ task_type: 'single_trade', seed: 3 });
  const best = await optimumOf(world, solveProgramme);
  expect(scoreFrom(world, { best, books: NO_BOOKS }).rated).toBe(true);
  expect(scoreFrom(world, { best, books: { ...NO_BOOKS, difference_cents: 1 } }).rated).toBe(false);
});
