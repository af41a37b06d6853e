import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bootstrapMean, quantile } from './basics';
import { BOOTSTRAP_OF_TABLE, intervalsOf, quantileOf } from './bootstrap';

const values = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 12 });

test('many intervals at once are those of one list after the other', () => {
  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 5 }), (lists) => {
      for (const [i, found] of intervalsOf(lists).entries()) {
        const list = lists[i] ?? [];
        const wanted = bootstrapMean(list, BOOTSTRAP_OF_TABLE);
        expect(found === null).toBe(wanted === null);
        for (const end of [0, 1]) expect(found?.[end] ?? 0).toBeCloseTo(wanted?.[end] ?? 0, 8);
      }
    }),
    { numRuns: 10 },
  );
  const long = Array.from({ length: 300 }, (_, i) => Math.sin(i));
  const wanted = bootstrapMean(long, BOOTSTRAP_OF_TABLE);
  expect(intervalsOf([long])[0]?.[0]).toBeCloseTo(wanted?.[0] ?? 0, 9);
});

test('lists too long for their draws to be kept get the same', () => {
  const long = Array.from({ length: 8_001 }, (_, i) => i % 7);
  const [low = 0, high = 0] = intervalsOf([long])[0] ?? [];
  const [lowWanted = 1, highWanted = 1] = bootstrapMean(long, BOOTSTRAP_OF_TABLE) ?? [];
  expect(low).toBeCloseTo(lowWanted, 9);
  expect(high).toBeCloseTo(highWanted, 9);
});

test('a selected quantile is that of the sorted values', () => {
  fc.assert(
    fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (list, q) => {
      const sorted = Float64Array.from(list).sort();
      expect(quantileOf(Float64Array.from(list), q)).toBeCloseTo(quantile(sorted, q), 9);
    }),
  );
});
