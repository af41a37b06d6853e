import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { benchmarkOf, type EvalRequest, planEval } from './eval-plan';
import type { EvalReport, EvalReports } from './report';
import { runEval, runEvalBySplit } from './run-eval';

function plan(request: EvalRequest) {
  const reading = planEval(request);
  if (!reading.ok) throw new Error(reading.why);
  return reading.value;
}

function meanOf(report: EvalReport, policy: string, task: string): number | undefined {
  return report.rows.find((row) => row.policy === policy && row.task === task)?.mean;
}

/** Threads start slowly on a machine that is busy with other tests. */
const PATIENCE = { timeout: 900_000 };

describe('an evaluation', PATIENCE, () => {
  test('has one row for each policy and task, over all seeds', async () => {
    const report = await runEval(
      plan({ policies: 'wait,greedy_hoarder', tasks: 'single_trade,coalition_market', seeds: '0-9,50000-50007' }),
    );
    expect(report.rows.map(({ policy, task, seeds, n }) => `${task} ${policy} ${seeds} ${n}`)).toEqual([
      'single_trade wait 0-9,50000-50007 18',
      'single_trade greedy_hoarder 0-9,50000-50007 18',
      'coalition_market wait 0-9,50000-50007 18',
      'coalition_market greedy_hoarder 0-9,50000-50007 18',
    ]);
    expect(report.meta).toMatchObject({
      ruleset: 'classic',
      version: 1,
      splits: ['train', 'test'],
      episodes: 72,
      controls: { wait: 'null' },
    });
    for (const row of report.rows) {
      expect(row.ci95?.[0]).toBeLessThanOrEqual(row.mean);
      expect(row.ci95?.[1]).toBeGreaterThanOrEqual(row.mean);
    }
    // Waiting is never refused; hoarding is, where its blocks are too few for the job.
    expect(report.rows.map((row) => row.invalid > 0)).toEqual([false, true, false, true]);
  });

  test('the coalition former farms the score: published figures of section 11, and far over the expert', async () => {
    const report = await runEval(plan({ policies: 'coalition_former,rule_based_expert', seeds: '50000-50007' }));
    expect(meanOf(report, 'coalition_former', 'market_round')?.toFixed(4)).toBe('0.8535');
    expect(meanOf(report, 'coalition_former', 'coalition_market')?.toFixed(4)).toBe('1.3655');
    expect(meanOf(report, 'rule_based_expert', 'coalition_market')?.toFixed(4)).toBe('0.6238');
  });

  test('one seed has a mean and no spread', async () => {
    const { rows } = await runEval(plan({ policies: 'rule_based_expert', tasks: 'coalition_market', seeds: '5' }));
    expect(rows).toMatchObject([
      { policy: 'rule_based_expert', task: 'coalition_market', seeds: '5', n: 1, mean: 1.3412, std: null, ci95: null, invalid: 0 },
    ]);
  });

  test('threads change nothing but the time, and progress counts up to all episodes', async () => {
    const asked = plan({ policies: 'rule_based_expert,wait', tasks: 'coalition_market', seeds: '0-249' });
    const heard: number[] = [];
    const threaded = await runEval(asked, { workers: 2, onProgress: (done) => heard.push(done) });
    expect(threaded).toEqual(await runEval(asked, { workers: 0 }));
    expect(heard).toEqual([...heard].sort((a, b) => a - b));
    expect(heard.at(-1)).toBe(500);
  });

  test.each([0, 2])('can be stopped (%i threads)', async (workers) => {
    const stop = new AbortController();
    const running = runEval(plan({ seeds: '0-9999' }), { workers, signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) });
    await expect(running).rejects.toThrow('enough');
    await expect(runEval(plan({}), { workers, signal: stop.signal })).rejects.toThrow('enough');
  });

  test('public/benchmark/classic.json is what its command gives today, by the method that it states', async () => {
    const text = readFileSync(new URL('../../public/benchmark/classic.json', import.meta.url), 'utf8');
    const stored = JSON.parse(text) as EvalReports;
    const progress: number[] = [];
    const reports = await runEvalBySplit(plan(benchmarkOf({ key: 'gpu-market/classic', version: 1 })), {
      onProgress: (done, of) => progress.push(done / of),
    });
    expect(progress.at(-1)).toBe(1);
    expect(stored.reports.map((report) => report.meta.splits)).toEqual([['train'], ['test']]);
    expect(stored.reports.map(({ meta }) => meta.ci95.method)).toEqual(['percentile', 'percentile']);
    // Since reports use bootstrap-t-2, the command names the older method.
    const older = (command: string) => command.replace(' --statistics percentile-1', '');
    const withoutCode = ({ rows, meta }: EvalReport) => ({ rows, meta: { ...meta, code: '', command: older(meta.command) } });
    expect(reports.every(({ meta }) => meta.command.endsWith(' --statistics percentile-1'))).toBe(true);
    expect(stored.reports.map(withoutCode)).toEqual(reports.map(withoutCode));
    expect(stored.command).toContain('npx mandi eval --ruleset classic --policies all,wait,coalition_former');
  });
});
