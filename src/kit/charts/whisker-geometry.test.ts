import { describe, expect, test } from 'vitest';
import { placeOf, whiskerPlace, whiskerScale } from './whisker-geometry';

const EXPERT = { mean: 0.8149, ci95: [0.6, 1.05] as const };
const NAIVE = { mean: -0.0356, ci95: [-0.1, 0.02] as const };

describe('the scale of a whisker chart', () => {
  test('holds both ends of every interval, every reference mark, and zero', () => {
    const scale = whiskerScale([EXPERT, NAIVE], [1.3655]);
    expect(scale.domain[0]).toBeLessThan(-0.1);
    expect(scale.domain[1]).toBeGreaterThan(1.3655);
    expect(scale.ticks).toContain(0);
  });

  test('begins at zero when nothing is negative', () => {
    expect(whiskerScale([EXPERT]).domain[0]).toBe(0);
  });

  test('stands up to figures that are all zero', () => {
    const scale = whiskerScale([{ mean: 0, ci95: [0, 0] }]);
    expect(placeOf(scale, 0)).toBe(0);
    expect(scale.domain[1]).toBe(1); // its ticks were all called 0.0
  });

  test('has a place for nothing at all', () => {
    expect(Number.isFinite(placeOf(whiskerScale([]), 0))).toBe(true);
  });
});

describe('the place of a whisker', () => {
  const scale = { domain: [-1, 1] as const, ticks: [] };

  test('is in percent of the width', () => {
    expect(whiskerPlace(scale, { mean: 0, ci95: [-0.5, 0.5] })).toEqual({ mean: 50, low: 25, high: 75 });
  });

  test('has its mean between its ends', () => {
    const place = whiskerPlace(whiskerScale([EXPERT, NAIVE]), EXPERT);
    expect(place.low).toBeLessThan(place.mean);
    expect(place.mean).toBeLessThan(place.high);
  });
});
