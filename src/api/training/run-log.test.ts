import { describe, expect, test } from 'vitest';
import { GrowingCurve, MOST_POINTS, RunLog } from './run-log';

function logOf(...rows: object[]): RunLog {
  const log = new RunLog();
  for (const [place, row] of rows.entries()) log.takeLine(JSON.stringify(row), place + 1);
  return log;
}

describe('a curve', () => {
  test('keeps each point until there are too many, then means of neighbors, and none is lost', () => {
    const curve = new GrowingCurve();
    for (let step = 1; step <= MOST_POINTS; step += 1) curve.add(step, step);
    expect(curve.whole.every).toBe(1);
    expect(curve.whole.points).toHaveLength(MOST_POINTS);
    for (let step = MOST_POINTS + 1; step <= 10 * MOST_POINTS; step += 1) curve.add(step, step);
    const { every, points } = curve.whole;
    expect(every).toBe(16);
    expect(points.length).toBeLessThanOrEqual(MOST_POINTS);
    expect(points[0]).toEqual([16, 8.5]);
    expect(points.at(-1)?.[0]).toBe(10 * MOST_POINTS);
    expect(new Set(points.map(([step]) => step)).size).toBe(points.length);
  });

  test('steps that come again after a resume replace the earlier ones', () => {
    const curve = new GrowingCurve();
    for (const [step, value] of [
      [1, 5],
      [2, 4],
      [3, 9],
      [4, 9],
      [3, 3],
      [4, 2],
    ] as const)
      curve.add(step, value);
    expect(curve.whole.points).toEqual([
      [1, 5],
      [2, 4],
      [3, 3],
      [4, 2],
    ]);
  });
});

test('a log tells where it stands, what it cost, how it ended, and that a new start goes on', () => {
  const log = logOf(
    { event: 'begin', resumed: false, lr: 0.1 },
    { event: 'step', kind: 'dpo', step: 1, loss: 0.7, tokens: 10, seconds: 2 },
    { event: 'checkpoint', step: 1, path: 'last', digest: 'sha256:aa' },
    { event: 'failed', reason: 'The loss is not finite.' },
  );
  expect(log).toMatchObject({ step: 1, kind: 'dpo', end: 'failed', reason: 'The loss is not finite.', counts: { tokens: 10, seconds: 2 } });
  expect([...log.checkpoints]).toEqual([['last', { step: 1, digest: 'sha256:aa' }]]);
  log.takeLine(JSON.stringify({ event: 'begin', resumed: true, from: 1 }), 5);
  expect(log).toMatchObject({ end: null, reason: null });
});

test('gains stand at their steps, a repeated one once, with null models next to them', () => {
  const validation = (step: number, gain: number) => ({
    event: 'validation',
    step,
    gain,
    nulls: { random: 0.1 },
    baselines: { greedy: 0.5 },
  });
  const log = logOf(validation(10, 0.2), validation(20, 0.3), validation(20, 0.4));
  expect(log.gains).toEqual([
    { step: 10, gain: 0.2, interval: null },
    { step: 20, gain: 0.4, interval: null },
  ]);
  expect([...log.references.values()].map(({ name, kind, curve }) => [name, kind, curve.last])).toEqual([
    ['random', 'null', 0.1],
    ['greedy', 'baseline', 0.5],
  ]);
});

test('seconds of steps are added up where no row says the sum', () => {
  expect(logOf({ step: 1, loss: 1, step_time: 2.5 }, { step: 2, loss: 1, step_time: 2 }).counts.seconds).toBe(4.5);
});

test('lines that cannot be read are counted, and the first is told by its number', () => {
  const log = new RunLog();
  const lines = ['{"step": 1, "loss": 1}', '', 'half a li', '{"step": 2, "loss": "x"}'];
  for (const [place, line] of lines.entries()) log.takeLine(line, place + 1);
  expect(log.unread).toEqual({ lines: 2, first: 'line 3: not JSON (it begins "half a li")' });
  expect(log.step).toBe(1);
});
