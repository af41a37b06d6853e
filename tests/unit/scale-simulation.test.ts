import { expect, it } from 'vitest';
import { MEASURED, simulate } from '../../bench/scale-simulation';

it('a queue of random arrivals and equal services waits as long as theory says', () => {
  // 10 messages of 1 ms, 50 frames a second: half of the core; the mean wait is half a service (Pollaczek and Khinchine).
  const world = { matches: 50, watchers: 500, processes: 1, framesPerSecond: 1, seconds: 20_000, seed: 3 };
  const { load, meanWait } = simulate(world, { frameMs: 0, messageMs: 1 });
  expect(load).toBeCloseTo(0.5, 10);
  expect(meanWait).toBeGreaterThan(4.8);
  expect(meanWait).toBeLessThan(5.2);
});

it('the error against the measured cases is what docs/scale.md says', () => {
  const at = (watchers: number) => simulate({ matches: 1, watchers, processes: 1, framesPerSecond: 1, seconds: 20_000, seed: 1 }, MEASURED);
  expect([at(100).p50 / 4.98, at(100).p95 / 9.68, at(1_000).p95 / 180].map((ratio) => ratio.toFixed(1))).toEqual(['1.4', '1.2', '0.7']);
});
