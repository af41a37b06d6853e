import { expect, it } from 'vitest';
import { placeLabels } from './line-chart';

it('leaves labels alone that have room', () => {
  expect(placeLabels([10, 60, 30], 12)).toEqual([10, 60, 30]);
});

it('parts labels that would overlap, keeping their order', () => {
  const [first = 0, second = 0] = placeLabels([20, 21], 12);
  expect(second - first).toBeGreaterThanOrEqual(11.9);
  expect((first + second) / 2).toBeCloseTo(20.5);
});

it('puts no label below the lowest height', () => {
  expect(
    placeLabels([100, 100, 100, 20], 13, 95)
      .map(Math.round)
      .sort((a, b) => a - b),
  ).toEqual([20, 69, 82, 95]);
});

it('puts no label above the top while there is room for all', () => {
  expect(placeLabels([0, 0, 1, 90], 13, 95).map(Math.round)).toEqual([0, 13, 26, 90]);
  expect(Math.min(...placeLabels([0, 0, 0], 13, 20))).toBeLessThan(0); // there is none
});
