import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runMandi } from './support/run-mandi';

test('--csv of populations is the whole report, as its file is: payoffs and Nash average too', async () => {
  const play = ['--ruleset', 'open', '--policies', 'greedy,wait', '--tasks', 'single_trade', '--seeds', '40000', '--workers', '0'];
  const { out, errors, code } = await runMandi(['eval', ...play, '--populations', '--csv']);
  const faults = errors.replaceAll(/^\d+ of \d+ episodes\n/gm, ''); // a busy machine takes long enough to be told how far it is
  expect({ faults, code }).toEqual({ faults: '', code: 0 });
  const [names = '', ...lines] = out.trim().split('\n');
  expect(names).toMatch(/^section,policy,.*,mixture,nash_average,/);
  const sections = lines.map((line) => line.split(',')[0]);
  expect([...new Set(sections)]).toEqual(['eval', 'populations', 'nash', 'paired']);
  expect(sections.filter((one) => one === 'populations')).toHaveLength(4); // greedy and wait, each among each
});

test('scores by seed that --json leaves out of a long run are told, and kept with --scores', async () => {
  const long = ['eval', '--policies', 'wait', '--tasks', 'single_trade', '--seeds', '0-200', '--workers', '0', '--json'];
  const short = await runMandi(long);
  expect(short.out).not.toContain('"scores"');
  expect(short.errors).toContain('scores by seed are left out of rows of more than 200 seeds; --scores FILE keeps them');
  const kept = await runMandi([...long, '--scores', join(tmpdir(), `mandi-scores-${process.pid}.csv`)]);
  expect((JSON.parse(kept.out) as { rows: { scores: number[] }[] }).rows[0]?.scores).toHaveLength(201);
  expect(kept.errors).not.toContain('left out');
});
