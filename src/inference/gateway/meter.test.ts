import { expect, test } from 'vitest';
import { Meter } from './meter';

const END = { ms: 800, fault: null, tokens: { prompt: 100, cached: 60, completion: 20 }, cost: 0.5 } as const;

function opened(): { meter: Meter; pass(ms: number): void } {
  let now = Date.UTC(2026, 0, 1);
  return {
    meter: new Meter(
      () => now,
      () => 0,
    ),
    pass: (ms) => {
      now += ms;
    },
  };
}

test('sums calls, tokens, cost and faults', () => {
  const { meter } = opened();
  meter.began();
  meter.ended(END);
  meter.began();
  meter.ended({ ...END, ms: 5_000, fault: 'timeout', tokens: null, cost: 0 });
  meter.refused('over_budget');
  expect(meter.reading()).toMatchObject({ calls: 3, cost: 0.5, tokens: { prompt: 100, cached: 60, completion: 20 } });
  expect(meter.reading().failed).toMatchObject({ timeout: 1, over_budget: 1, bad_reply: 0 });
});

test('has a point for every five seconds of ten minutes, those included in which nothing began or ended', () => {
  const { meter, pass } = opened();
  meter.began();
  pass(12_000);
  meter.ended(END);
  pass(5_000);
  const { series } = meter.reading();
  expect(series).toHaveLength(120);
  expect(series.slice(-4).map(({ running, tokensPerSecond }) => [running, tokensPerSecond])).toEqual([
    [1, 0],
    [1, 0],
    [1, 4],
    [0, 0],
  ]);
  expect(series.at(-1)?.at).toBe('2026-01-01T00:00:15.000Z');
});

test('after an hour of silence the series is empty, the sums are not', () => {
  const { meter, pass } = opened();
  meter.began();
  meter.ended(END);
  pass(3_600_000);
  expect(meter.reading().series.every(({ tokensPerSecond }) => tokensPerSecond === 0)).toBe(true);
  expect(meter.reading().series).toHaveLength(120);
  expect(meter.reading().calls).toBe(1);
});

test('latency is that of the last thousand calls', () => {
  const { meter } = opened();
  expect(meter.reading().latency).toBeNull();
  for (let call = 0; call < 500; call += 1) one(meter, 9_999);
  for (let call = 1; call <= 1_000; call += 1) one(meter, call);
  expect(meter.reading().latency).toEqual({ p50: 501, p95: 951 });
});

function one(meter: Meter, ms: number): void {
  meter.began();
  meter.ended({ ...END, ms });
}
