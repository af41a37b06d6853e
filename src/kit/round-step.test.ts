import { expect, test } from 'vitest';
import { roundStep } from './round-step';

test.each([
  [4, 1],
  [20, 1],
  [64, 5],
  [200, 20],
])('of %i rounds every %i-th is named, at most twenty-five of them', (rounds, step) => {
  expect(roundStep(rounds)).toBe(step);
  expect(rounds / roundStep(rounds)).toBeLessThanOrEqual(25);
});
