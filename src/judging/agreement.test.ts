import { describe, expect, it } from 'vitest';
import { correlation, estimate, intervalAlpha, meanPairwise, type Unit } from './agreement';

/** Krippendorff 2011, section C: four observers, twelve units, missing values. He gives alpha = 0.849 for interval data. */
const X = null;

const alpha = (units: Unit[]) => estimate(intervalAlpha(units)).value;
const spearman = (x: (number | null)[], y: (number | null)[]) =>
  estimate(
    meanPairwise(
      x.map((one, i) => [one, y[i] ?? null]),
      'spearman',
    ),
  ).value;
const kendall = (x: number[], y: number[]) =>
  estimate(
    meanPairwise(
      x.map((one, i) => [one, y[i] ?? null]),
      'kendall',
    ),
  ).value;
const direct = (x: number[], y: number[]) => estimate(correlation(x.map((one, i) => [one, y[i] ?? 0]))).value;

const OBSERVERS = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, X, X, X],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, X, 3],
  [X, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, X],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, X],
];
const PUBLISHED: Unit[] = Array.from({ length: 12 }, (_, unit) => OBSERVERS.map((observer) => observer[unit] ?? null));

/** Computed with SciPy 1.17.1: stats.spearmanr and stats.kendalltau (tau-b). */
const BY_SCIPY = [
  { x: [1, 2, 3, 4, 5], y: [5, 6, 7, 8, 7], spearman: 0.8207826816681233, kendall: 0.7378647873726218 },
  { x: [3, 1, 4, 1, 5, 9, 2, 6, 5, 3], y: [2, 7, 1, 8, 2, 8, 1, 8, 2, 8], spearman: 0.13471506281091267, kendall: 0.13041013273932525 },
  { x: [5, 4, 4, 3, 2, 5, 1, 3], y: [4, 4, 5, 3, 1, 5, 2, 2], spearman: 0.845679012345679, kendall: 0.72 },
  { x: [1, 1, 2, 2, 3, 3], y: [1, 2, 1, 2, 1, 2], spearman: 0, kendall: 0 },
];

describe('Krippendorff’s alpha', () => {
  it('is the published figure for the published data', () => {
    expect(alpha(PUBLISHED)).toBeCloseTo(0.849, 3);
  });

  it('is 1 where all agree, about 0 by chance, below 0 where they oppose each other', () => {
    expect(alpha([1, 2, 3, 4].map((value) => [value, value]))).toBe(1);
    expect(alpha([1, 2, 3, 4, 5].map((value) => [value, 6 - value]))).toBeLessThan(-0.5);
  });

  it('has no value with one judge, no pair, or no variation', () => {
    expect([alpha([]), alpha([[1], [2]]), alpha([[1, null]]), alpha([[3, 3]])]).toEqual([null, null, null, null]);
  });
});

describe('rank correlations', () => {
  it.each(BY_SCIPY)('are what SciPy computes: $spearman, $kendall', (one) => {
    expect(spearman(one.x, one.y)).toBeCloseTo(one.spearman, 12);
    expect(direct(one.x, one.y)).toBeCloseTo(one.spearman, 12);
    expect(kendall(one.x, one.y)).toBeCloseTo(one.kendall, 12);
  });

  it('are not defined for two pitches, or where one judge gave all the same', () => {
    expect([spearman([1, 2], [1, 2]), kendall([1, 2], [1, 2])]).toEqual([null, null]);
    expect([spearman([1, 1, 1], [1, 2, 3]), kendall([1, 1, 1], [1, 2, 3])]).toEqual([null, null]);
  });

  it('are averaged over pairs of judges, each over what both have scored', () => {
    const units: Unit[] = [
      [1, 2, 3],
      [2, 3, 2],
      [3, 4, 1],
      [null, 1, 5],
    ];
    const pairs = [spearman([1, 2, 3], [2, 3, 4]), spearman([1, 2, 3], [3, 2, 1]), spearman([2, 3, 4, 1], [3, 2, 1, 5])];
    expect(estimate(meanPairwise(units, 'spearman')).value).toBeCloseTo(pairs.reduce<number>((sum, one) => sum + (one ?? 0), 0) / 3, 12);
  });
});

describe('an interval', () => {
  it('holds its value, is the same every time, and narrows with more pitches', () => {
    const once = estimate(intervalAlpha(PUBLISHED));
    expect(estimate(intervalAlpha(PUBLISHED))).toEqual(once);
    const [low, high] = once.interval ?? [1, 0];
    expect(low).toBeLessThan(once.value ?? 0);
    expect(high).toBeGreaterThan(once.value ?? 1);
    const [lower, higher] = estimate(intervalAlpha(Array.from({ length: 8 }, () => PUBLISHED).flat())).interval ?? [0, 9];
    expect(higher - lower).toBeLessThan(high - low);
  });

  it('is left out where there is too little', () => {
    expect(estimate(intervalAlpha([[1, 2]])).interval).toBeNull();
    expect(estimate(intervalAlpha([]))).toEqual({ value: null, interval: null });
  });
});
