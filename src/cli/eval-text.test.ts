import { expect, test } from 'vitest';
import { type EvalReport, type EvalRow, makeRow } from '~/eval/report';
import { evalCsv, evalText } from './eval-text';
import { robustnessText } from './robustness-text';

const ROW: EvalRow = { policy: 'p', task: 't', seeds: '0-9', n: 10, mean: 0.25, std: 0.125, ci95: [0.1, 0.4], invalid: 3 };

function report(...rows: EvalRow[]): EvalReport {
  return {
    rows,
    meta: {
      game: 'gpu-market',
      ruleset: 'classic',
      version: 1,
      judge_mode: 'off',
      splits: ['train'],
      episodes: 10,
      controls: { p: 'null' },
      command: 'npx mandi eval …',
      code: 'mandi 1',
      std: 'sample (n - 1)',
      ci95: { method: 'percentile', level: 0.95, resamples: 10_000, seed: 1 },
    },
  };
}

test('four places, and a fifth where the mean is an exact tie', () => {
  const text = evalText(report(ROW, { ...ROW, mean: 0.08255 }, { ...ROW, mean: 0.082549 }));
  const means = [...text.matchAll(/^t {5}p +10 +(\S+)/gm)].map(([, mean]) => mean);
  expect(means).toEqual(['0.2500', '0.08255', '0.0825']);
  expect(text).toContain('controls, no contestants: p (null)');
});

test('what one seed does not have is a dash in the table and nothing in CSV', () => {
  const single = { ...ROW, n: 1, std: null, ci95: null };
  expect(evalText(report(single))).toMatch(/^t {5}p +1 +0\.2500 +- +- +3$/m);
  expect(evalCsv([report(single)])).toBe('policy,task,seeds,n,mean,std,ci95_low,ci95_high,invalid\np,t,0-9,1,0.25,,,,3');
});

test('a gain is called a gain, and a reward a reward', () => {
  const { rows, meta } = report(ROW);
  expect(evalText({ rows, meta })).toContain('mean and std of the cumulative reward;');
  const gains = evalText({ rows, meta: { ...meta, ruleset: 'open' } });
  expect(gains).toContain('mean and std of the gain (0: as good as alone, 1: an equal share of all gains of trade);');
  expect(gains).not.toContain('reward');
});

test('CSV has the rows of all reports, unrounded', () => {
  expect(evalCsv([report(ROW), report({ ...ROW, mean: 0.1 + 0.2 })]).split('\n')).toEqual([
    'policy,task,seeds,n,mean,std,ci95_low,ci95_high,invalid',
    'p,t,0-9,10,0.25,0.125,0.1,0.4,3',
    'p,t,0-9,10,0.30000000000000004,0.125,0.1,0.4,3',
  ]);
});

test('the median stands beside the mean where the run has it; runs by percentile-1 have none', () => {
  expect(evalText(report({ ...ROW, median: 0.2 }))).toMatch(/^t {5}p +10 +0\.2500 +0\.1250 +\[0\.1000, 0\.4000\] +0\.2000 +3$/m);
  expect(evalCsv([report({ ...ROW, median: 0.2 })])).toMatch(/invalid,median\n.*,3,0\.2$/);
  const scores = [0, 0, 9].map((score) => ({ score, invalid: 0, actions: {} }));
  const of = { policy: 'p', task: 't', seeds: '0-2' };
  expect(makeRow(of, scores, { statistics: 'bootstrap-t-2' }).median).toBe(0);
  expect(makeRow(of, scores, { statistics: 'percentile-1' })).not.toHaveProperty('median');
});

test('a score that its fallback played is called that', () => {
  const counts = {
    turns: 5,
    own: 1,
    repaired: 0,
    guarded: 0,
    fallback: 4,
    walkBacks: 0,
    calls: 5,
    tokens: { prompt: 0, completion: 0 },
    cost: 0,
    actions: {},
    latency: null,
  };
  expect(evalText(report({ ...ROW, counts }))).toContain('20.0% (fallback’s score)');
  expect(evalText(report({ ...ROW, counts: { ...counts, own: 5, fallback: 0 } }))).not.toContain('fallback’s score');
});

test('whoever was over budget or not asked is told from who could not answer, and nobody else', () => {
  const counts = { turns: 8, own: 0, repaired: 0, fallback: 8, guarded: 0, walkBacks: 0, calls: 1, tokens: { prompt: 0, completion: 0 } };
  const of = { ...counts, cost: 0, latency: null, actions: {} };
  expect(evalText(report({ ...ROW, counts: { ...of, overBudget: 5, notAsked: 2 } }))).toContain('100.0% (5 over budget, 2 not asked)');
  const silent = evalText(report({ ...ROW, counts: of }));
  expect(silent).toMatch(/ 100\.0% +0\.0% /);
  expect(silent).toContain('Fallbacks: it was asked and could not answer');
  expect(evalText(report({ ...ROW, counts: { ...of, own: 8, fallback: 0 } }))).not.toContain('Fallbacks:');
});

test('under shocks a mean of a model has its own turns beside it, at each strength', () => {
  const point = { policy: 'm@1', task: 't', kind: 'demand_surge', n: 1, mean: 0.5, ci95: null, change: null };
  const points = [
    { ...point, strikes: 0, played: { turns: 4, own: 4, fallback: 0 } },
    { ...point, strikes: 1, played: { turns: 4, own: 1, fallback: 3 } },
    { ...point, policy: 'wait', strikes: 0 },
  ];
  const grid = { kinds: ['demand_surge'], strikes: [1] };
  const text = robustnessText({ ruleset: 'open', version: 1, seeds: '0', splits: ['train'], grid, command: '…', points });
  expect(text).toMatch(/m@1 +0 +0\.5000 +100\.0% /);
  expect(text).toMatch(/m@1 +1 +0\.5000 +25\.0% \(fallback’s score\) /);
  expect(text).toMatch(/wait +0 +0\.5000 +– /);
});
