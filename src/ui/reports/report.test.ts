import { expect, test } from 'vitest';
import { rangeOf, reportTitle, reportWords, seedsIn } from './report';

test('a seed list is its numbers, in their order', () => {
  expect(seedsIn('0-2,7,50000-50001')).toEqual([0, 1, 2, 7, 50_000, 50_001]);
});

test('ranges have their marks, and seeds of several ranges one of their own', () => {
  expect(['train', 'validation', 'test', 'mixed', 'none'].map((range) => rangeOf({ range }))).toEqual([
    'train',
    'validation',
    'holdout',
    'mixed',
    'mixed',
  ]);
});

test('a tab names the policies of its report, not what every report has', () => {
  const rows = (...policies: string[]) => ({ rows: policies.map((policy) => ({ policy, role: 'contestant' as const })) });
  expect(reportTitle({ tables: [rows('planner', 'greedy'), rows('planner', 'greedy')] })).toBe('Report: planner, greedy');
  expect(reportTitle({ tables: [rows('planner', 'greedy', 'house', 'wait')] })).toBe('Report: planner, greedy and 2 more');
  expect(reportTitle({ tables: [{ rows: [{ policy: 'random', role: 'null' }] }] })).toBe('Report');
});

test('a stored report is named by who it compares and where, not by its command', () => {
  const command =
    'npx mandi eval --ruleset open --rules 2 --policies planner_with_coalitions,smollm2@1 --tasks single_trade --seeds 40000-40003 --populations';
  expect(reportWords({ command, game: 'gpu-market/open' })).toEqual({
    who: 'Planner with coalitions, smollm2@1',
    where: 'Single trade, seeds 40000–40003, populations',
  });
  expect(
    reportWords({ command: 'npx mandi eval --ruleset classic --policies all --seeds 0-9,50000-50007', game: 'gpu-market/classic' }),
  ).toEqual({
    who: 'All scripted policies',
    where: 'All tasks, seeds 0–9, 50000–50007',
  });
});
