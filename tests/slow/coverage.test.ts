import { expect, test } from 'vitest';
import { coverageOf, populationsOf, powerOf, varied, wrongRates } from '../../bench/coverage-study';

/** A smaller run of the table in docs/statistics.md, on scores of `classic`. */
test('intervals and p-values do on real scores what docs/statistics.md says', { timeout: 1_800_000 }, async () => {
  const policies = ['wait', 'greedy_hoarder', 'always_accept', 'no_negotiation_allocator', 'rule_based_expert', 'random_validish'];
  const tasks = ['single_trade', 'market_round', 'coalition_market'];
  const populations = varied(await populationsOf({ ruleset: 'classic', version: 1, tasks, policies, from: 40_000, worlds: 300 }));
  const held = new Map(coverageOf(populations, { sizes: [8, 20], samples: 200 }).map((row) => [`${row.method} ${row.n}`, row.held]));
  expect(held.get('bootstrap-t-2 8')).toBeGreaterThan((held.get('percentile-1 8') ?? 1) + 0.04);
  expect(held.get('bootstrap-t-2 20')).toBeGreaterThan(0.925);
  const leads = populations.filter(({ name }) => name.includes(' less '));
  const { looking, anytime } = wrongRates(leads, { runs: 200, first: 20, last: 104 });
  expect(anytime).toBeLessThan(0.08); // 5%, and three deviations of 200 runs
  expect(looking).toBeGreaterThan(anytime);
  expect(powerOf(0.5, { runs: 200, first: 20, most: 2_000 }).power).toBeGreaterThan(0.85);
});
