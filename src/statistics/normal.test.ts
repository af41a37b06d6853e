import { expect, test } from 'vitest';
import { upperQuantile, upperTail } from './normal';

/** scipy.stats.norm.sf */
test.each([
  [-1, 0.841_344_746_068_542_9],
  [0, 0.5],
  [0.5, 0.308_537_538_725_986_9],
  [1, 0.158_655_253_931_457_05],
  [2.4, 0.008_197_535_924_596_13],
  [2.6, 0.004_661_188_023_718_732],
  [5, 2.866_515_718_791_933e-7],
  [8, 6.220_960_574_271_785e-16],
])('beyond %d', (x, tail) => {
  expect(upperTail(x) / tail).toBeCloseTo(1, 10);
});

/** scipy.stats.norm.isf */
test.each([
  [0.5, 0],
  [0.2, 0.841_621_233_572_914_4],
  [0.025, 1.959_963_984_540_054],
  [1e-6, 4.753_424_308_822_899],
])('the number beyond which %d lies', (p, x) => {
  expect(upperQuantile(p)).toBeCloseTo(x, 9);
});
