import { describe, expect, test } from 'vitest';
import { bootstrapFor, bootstrapMean, mean, quantile, sampleStd, sfc32 } from './basics';

const EIGHT = [2, 4, 4, 4, 5, 5, 7, 9];

describe('mean and standard deviation', () => {
  test('known figures (Python 3.11: statistics.fmean, statistics.stdev)', () => {
    expect(mean(EIGHT)).toBe(5);
    expect(sampleStd(EIGHT)).toBeCloseTo(2.138089935299395, 14);
    expect(mean(Array.from({ length: 10 }, () => 0.1))).toBe(0.1);
  });

  test('the sum does not lose small values beside large ones, whatever their order', () => {
    expect(mean([1e16, 1, -1e16, 1])).toBe(0.5);
    expect(mean([1, 1, 1e16, -1e16])).toBe(0.5);
  });

  test('closed form: 1..n has mean (n+1)/2 and sample variance n(n+1)/12', () => {
    for (const n of [2, 3, 10, 101]) {
      const values = Array.from({ length: n }, (_, index) => index + 1);
      expect(mean(values)).toBe((n + 1) / 2);
      expect(sampleStd(values)).toBeCloseTo(Math.sqrt((n * (n + 1)) / 12), 10);
    }
  });

  test('one value has no spread; no value has no mean', () => {
    expect(sampleStd([3])).toBeNull();
    expect(bootstrapMean([3])).toBeNull();
    expect(() => mean([])).toThrow('no values');
  });
});

describe('quantiles', () => {
  test('type 7, as NumPy and Python (statistics.quantiles, inclusive) have it', () => {
    expect(quantile([1, 2, 3, 4, 10], 0.025)).toBeCloseTo(1.1, 12);
    expect(quantile([1, 2, 3, 4, 10], 0.975)).toBeCloseTo(9.4, 12);
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
    expect(quantile([7], 0.3)).toBe(7);
    expect(quantile([1, 9], 1)).toBe(9);
  });
});

describe('bootstrap interval of the mean', () => {
  test('the generator and the interval equal an independent version in Python', () => {
    const next = sfc32(20_260);
    expect(Array.from({ length: 4 }, () => next() * 2 ** 32)).toEqual([3214515321, 3856049667, 2922077428, 2045880077]);
    expect(bootstrapMean(EIGHT)).toEqual([3.75, 6.375]);
  });

  test('closed form: for coin flips the resampled mean is binomial, and its quantiles are known', () => {
    // 16 flips, half of them heads: the mean of a resample is Binomial(16, 1/2)/16; P(X <= 3) = .0106, P(X <= 4) = .0384.
    const flips = Array.from({ length: 16 }, (_, index) => index % 2);
    expect(bootstrapMean(flips)).toEqual([4 / 16, 12 / 16]);
  });

  test('close to the normal interval for many values', () => {
    const values = Array.from({ length: 400 }, (_, index) => (index * 37) % 400);
    const [low, high] = bootstrapMean(values) ?? [0, 0];
    const half = 1.96 * (Number(sampleStd(values)) / Math.sqrt(values.length));
    expect(Math.abs(low - (mean(values) - half))).toBeLessThan(0.6);
    expect(Math.abs(high - (mean(values) + half))).toBeLessThan(0.6);
  });

  test('the same values give the same interval; equal values give a point', () => {
    expect(bootstrapMean(EIGHT)).toEqual(bootstrapMean([...EIGHT]));
    expect(bootstrapMean([0.25, 0.25, 0.25])).toEqual([0.25, 0.25]);
    expect(bootstrapFor(18)).toEqual({ method: 'percentile', level: 0.95, resamples: 10_000, seed: 20_260 });
    expect(bootstrapFor(5000).resamples).toBe(2_000);
  });
});
