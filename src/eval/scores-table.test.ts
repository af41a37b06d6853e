import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planEval } from './eval-plan';
import { MOST_SCORES } from './report';
import { runEval } from './run-eval';
import { SCORE_COLUMNS, scoreRows } from './scores-table';

const LAST = MOST_SCORES + 4;

async function reportOf(withScores: boolean) {
  const plan = planEval({ policies: 'wait,rule_based_expert', tasks: 'single_trade', seeds: `0-${LAST},50000` });
  if (!plan.ok) throw new Error(plan.why);
  return runEval(plan.value, { workers: 0, withScores });
}

test('every seed of a long run is there, with its range and its score in full', async () => {
  const report = await reportOf(true);
  const rows = scoreRows([report]) ?? [];
  expect(rows).toHaveLength(2 * (LAST + 2));
  for (const { policy, mean, n } of report.rows) {
    const own = rows.filter((row) => row.policy === policy);
    expect(own.map(({ seed }) => seed)).toEqual([...Array.from({ length: LAST + 1 }, (_, seed) => seed), 50_000]);
    expect(own.reduce((sum, { score }) => sum + Number(score), 0) / n).toBeCloseTo(mean, 9);
  }
  expect(rows.at(-1)).toMatchObject({ range: 'test', seed: 50_000, task: 'single_trade' });
  const names = SCORE_COLUMNS.map(({ name }) => name);
  for (const row of rows) expect(Object.keys(row)).toEqual(names);
});

test('each score says whose play it is', async () => {
  const report = await reportOf(true);
  const counts = { turns: 8, own: 2, repaired: 0, fallback: 6, guarded: 0, walkBacks: 0, calls: 8, tokens: { prompt: 0, completion: 0 } };
  const of = { ...counts, cost: 0, latency: null, actions: {} };
  const rows = report.rows.map((row) => (row.policy === 'wait' ? { ...row, counts: of } : row));
  const said = new Set(
    (scoreRows([{ ...report, rows }]) ?? []).map(({ policy, own_turns, score_of }) => `${policy} ${own_turns} ${score_of}`),
  );
  expect([...said].sort()).toEqual(['rule_based_expert null own', 'wait 0.25 fallback']);
});

test('a long run that was kept without them says so', async () => {
  expect(scoreRows([await reportOf(false)])).toBeNull();
});

test('the docs list every column of the file, in its order', () => {
  const docs = readFileSync(new URL('../../docs/evaluation.md', import.meta.url), 'utf8');
  const listed = docs.slice(docs.indexOf('## Scores by seed as a file')).matchAll(/^\| `(\w+)` \|/gm);
  expect([...listed].map(([, name]) => name).slice(0, SCORE_COLUMNS.length)).toEqual(SCORE_COLUMNS.map(({ name }) => name));
});
