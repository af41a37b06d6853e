import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { agreementText, planPreset, publishedFigures } from './presets';
import { runEvalBySplit } from './run-eval';

interface Results {
  columns: string[];
  'train 0-9': Record<string, string[]>;
  'holdout 50000-50007': Record<string, string[]>;
}

test('preset published gives every printed figure digit for digit, with the farmer and the null policies as extra rows', async () => {
  const plan = planPreset('published');
  if (!plan.ok) throw new Error(plan.why);
  const reports = await runEvalBySplit(plan.value, { workers: 0 });
  const figures = publishedFigures(reports);
  const text = readFileSync(new URL('../../tests/fixtures/arena-v1/results.json', import.meta.url), 'utf8');
  const { columns, ...ranges } = JSON.parse(text) as Results;
  for (const [range, split] of [
    ['train 0-9', 'train'],
    ['holdout 50000-50007', 'holdout'],
  ] as const) {
    const ours = (policy: string) =>
      columns.map((task) => figures.find((one) => one.policy === policy && one.task === task && one.split === split)?.ours);
    const printed = Object.entries(ranges[range]);
    expect(Object.fromEntries(printed.map(([policy]) => [policy, ours(policy)]))).toEqual(Object.fromEntries(printed));
  }
  expect(agreementText(figures)).toBe('All 30 published means match in every printed digit.');
  const extra = reports[1]?.rows.filter(({ policy }) => ['wait', 'constant', 'random_legal', 'coalition_former'].includes(policy)) ?? [];
  expect(extra).toHaveLength(4 * 3);
  const farmed = extra.find(({ policy, task }) => policy === 'coalition_former' && task === 'coalition_market');
  expect(farmed?.mean).toBeCloseTo(1.3655, 4);
  expect(farmed?.actions).toEqual({ form_coalition: 8 * 9 });
  expect(reports[1]?.meta.controls).toMatchObject({ wait: 'null', constant: 'null', random_legal: 'null', coalition_former: 'farmer' });
});

test('figures of other seeds or with a judge are not held against the published ones', async () => {
  const plan = planPreset('published');
  if (!plan.ok) throw new Error(plan.why);
  const small = { ...plan.value, policies: ['rule_based_expert'], tasks: ['single_trade'] };
  const other = await runEvalBySplit({ ...small, seeds: [0, 1] }, { workers: 0 });
  expect(agreementText(publishedFigures(other))).toBeNull();
  const judged = await runEvalBySplit({ ...small, judgeMode: 'rule', seeds: plan.value.seeds.slice(0, 10) }, { workers: 0 });
  expect(publishedFigures(judged)).toEqual([]);
});

test('an unknown preset is refused with a hint, and agents may be named besides', () => {
  expect(planPreset('publishd')).toEqual({ ok: false, why: 'unknown preset "publishd" (did you mean published?); allowed: published' });
  expect(planPreset('published', { policies: 'coalition_former, wait' })).toEqual({
    ok: false,
    why: 'policies: preset published plays coalition_former, wait anyway; name only others to add',
  });
  const agents = [{ name: 'tuned', ref: 'tuned@2', plays: ['gpu-market/classic'] }];
  const plan = planPreset('published', { policies: 'tuned', agents });
  expect(plan.ok && plan.value.policies.slice(6, 8)).toEqual(['tuned@2', 'wait']);
});
