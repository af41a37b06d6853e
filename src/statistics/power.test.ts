import { expect, test } from 'vitest';
import { sfc32 } from './basics';
import { signFlipP } from './paired';
import { detectable, worldsFor } from './power';

test('the textbook: half a standard deviation needs 34 pairs at 5% and 80%', () => {
  expect(worldsFor(0.5, 1)).toBe(34);
  expect(worldsFor(0.5, 1, { power: 0.9 })).toBe(44);
  expect(detectable(34, 1)).toBeCloseTo(0.4946, 3);
  expect(worldsFor(0.2, 0.4, { level: 0.05 / 3 })).toBeGreaterThan(worldsFor(0.2, 0.4) ?? 0);
});

test('so many worlds find the difference in about 80% of runs, by the test that reports use', () => {
  const next = sfc32(7);
  const normal = () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
  const worlds = worldsFor(1, 1.1) ?? 0;
  expect(worlds).toBeLessThanOrEqual(16); // the exact test
  const runs = 400;
  let found = 0;
  for (let run = 0; run < runs; run += 1) {
    const p = signFlipP(Array.from({ length: worlds }, () => 1 + 0.8 * normal()));
    if (p !== null && p < 0.05) found += 1;
  }
  expect(found / runs).toBeGreaterThan(0.7);
});

test('nothing is found in too few worlds, and nothing can be said of no effect', () => {
  expect(detectable(5, 1)).toBeNull();
  expect(worldsFor(0, 1)).toBeNull();
  expect(worldsFor(10, 0.001)).toBe(6);
});
