import { afterAll, expect, test } from 'vitest';
import { closeThreads } from '~/engine/threads';
import { comparePairs } from '~/statistics/paired';
import { planEval } from './eval-plan';
import type { EvalReport } from './report';
import { runEvalBySplit } from './run-eval';
import { makeStudy } from './study';
import { studyTables } from './study-figures';
import { studyFile } from './study-files';
import { PAIR_HEADS, pairLines, studyPairs } from './study-pairs';

afterAll(closeThreads);

const PLAN = { policies: 'rule_based_expert,greedy_hoarder,random_validish,wait', tasks: 'market_round', seeds: '0-11,50000-50003' };

function plan() {
  const read = planEval(PLAN);
  if (!read.ok) throw new Error(read.why);
  return read.value;
}

async function reports(): Promise<EvalReport[]> {
  return runEvalBySplit(plan(), { workers: 0 });
}

test('policies are compared seed by seed, with n, a fixed p and one for any time; below 8 seeds there is no interval', async () => {
  const [train, holdout] = studyPairs(await reports());
  expect(train).toMatchObject({ range: 'train', n: 12 });
  expect(holdout).toMatchObject({ range: 'test', n: 4 });
  expect(train?.pairs.map(({ a, b }) => [a, b].sort().join(' '))).not.toContain('wait'); // a null policy is no contestant
  expect(train?.pairs).toHaveLength(3);
  const [first] = await reports();
  for (const pair of train?.pairs ?? []) {
    const scores = [pair.a, pair.b].map((name) => first?.rows.find(({ policy }) => policy === name)?.scores ?? []);
    const values = (scores[0] ?? []).map((score, i) => score - (scores[1]?.[i] ?? 0));
    const [fixedP] = comparePairs([{ a: pair.a, b: pair.b, values }]);
    expect(pair.difference).toBeCloseTo(fixedP?.difference ?? Number.NaN, 12);
    expect(pair.p).toBe(fixedP?.p);
    expect(pair.worlds).toBe(12);
    expect(pair.holm).toBeGreaterThanOrEqual(pair.p ?? 1);
    expect(pair.anytime?.p).toBeGreaterThan(0);
    expect(pair.interval?.[0]).toBeLessThanOrEqual(pair.difference);
  }
  expect(holdout?.pairs.every(({ interval }) => interval === null)).toBe(true);
});

test('a policy that is the same as another has no lead, and a range without scores by seed has no pairs', async () => {
  const [first] = await reports();
  if (!first) throw new Error('no report');
  const [row] = first.rows;
  if (!row) throw new Error('no row');
  const twin = { ...first, rows: [row, { ...row, policy: 'its_twin' }] };
  const [same] = studyPairs([twin]);
  expect(same?.pairs).toMatchObject([{ difference: 0, p: 1, holm: 1 }]);
  const { scores: _scores, ...bare } = row;
  expect(studyPairs([{ ...twin, rows: [row, { ...bare, policy: 'its_twin' }] }])).toEqual([]);
});

test('whose fallback played most turns is compared with nobody, stands below the contestants, and every form says so', async () => {
  const study = await makeStudy({ asked: plan(), whole: plan() }, {}, { workers: 0 });
  const [, best = ''] =
    studyTables(study.reports)[0]
      ?.rows.map(({ policy }) => policy)
      .slice(0, 2) ?? [];
  const counts = { turns: 10, own: 4, repaired: 0, fallback: 6, guarded: 0, walkBacks: 0, calls: 10, tokens: { prompt: 0, completion: 0 } };
  const of = { ...counts, cost: 0, latency: null, actions: {} };
  const mostly = {
    ...study,
    reports: study.reports.map((one) => ({ ...one, rows: one.rows.map((row) => (row.policy === best ? { ...row, counts: of } : row)) })),
  };
  const [before] = studyPairs(study.reports);
  const [after] = studyPairs(mostly.reports);
  expect(before?.pairs.some(({ a, b }) => a === best || b === best)).toBe(true);
  expect(after?.pairs.some(({ a, b }) => a === best || b === best)).toBe(false);
  expect([before?.leftOut, after?.leftOut]).toEqual([[], [best]]);
  const [table] = studyTables(mostly.reports);
  const contestants = table?.rows.filter(({ role }) => role === 'contestant').map(({ policy }) => policy);
  expect(contestants?.at(-1)).toBe(best);
  for (const kind of ['html', 'md'] as const)
    expect(studyFile(mostly, kind)).toContain(`Left out, because its fallback played most of its turns: ${best}.`);
  expect(studyFile(mostly, 'html')).toContain('its fallback’s score: 6 of 10 turns');
  expect(studyFile(mostly, 'html').match(/class="hollow"/g)?.length).toBeGreaterThan(
    studyFile(study, 'html').match(/class="hollow"/g)?.length ?? 0,
  );
  expect(
    studyFile(mostly, 'csv')
      .split('\n')
      .filter((line) => line.startsWith('paired,')),
  ).toHaveLength(2);
});

test('every form of a report states the leads with their method, n and both p-values', async () => {
  const study = await makeStudy({ asked: plan(), whole: plan() }, {}, { workers: 0 });
  const [table] = studyPairs(study.reports);
  const [line = []] = table ? pairLines(table) : [];
  expect(line).toHaveLength(PAIR_HEADS.length);
  expect(studyFile(study, 'md')).toContain(`Made on ${study.madeAt} (UTC)`);
  expect(studyFile({ ...study, madeAt: undefined }, 'html')).not.toContain('Made on');
  const [html, md, csv] = (['html', 'md', 'csv'] as const).map((kind) => studyFile(study, kind));
  for (const text of [html, md]) {
    expect(text).toContain('Leads: market_round, train');
    expect(text).toContain('bootstrap-t-2');
    for (const cell of line) expect(text).toContain(cell.replaceAll('<', text === html ? '&lt;' : '<'));
  }
  expect(csv?.split('\n').filter((one) => one.startsWith('paired,'))).toHaveLength(2 * 3);
  expect(csv).toMatch(/^paired,.*,bootstrap-t-2,,-?\d+(\.\d+)?,,,$/m);
});
