import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clamp, round, tickDigits, wholeParts } from './numbers';

/** The exact value of a double as a fraction, rounded half-even in whole numbers: slow, plain and independent. */
function roundByFractions(x: number, digits: number): number {
  const [top, bottom] = fractionOf(Math.abs(x));
  const units = top * 10n ** BigInt(digits);
  let whole = units / bottom;
  const twice = (units % bottom) * 2n;
  if (twice > bottom || (twice === bottom && whole % 2n === 1n)) whole += 1n;
  return Math.sign(x) * Number(`${whole}e-${digits}`) + 0;
}

function fractionOf(x: number): [bigint, bigint] {
  let bottom = 1n;
  let scaled = x;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    bottom *= 2n;
  }
  return [BigInt(scaled), bottom];
}

const digits = fc.integer({ min: 0, max: 4 });
const tie = fc
  .tuple(fc.integer({ min: -(2 ** 30), max: 2 ** 30 }), digits)
  .map(([odd, places]) => ({ x: (2 * odd + 1) / 2 ** (places + 1), places }));
const almostTie = fc
  .tuple(fc.integer({ min: 0, max: 10 ** 6 }), digits)
  .map(([units, places]) => ({ x: (units + 0.5) / 10 ** places, places }));
const anything = fc.record({ x: fc.double({ min: -1e6, max: 1e6, noNaN: true }), places: digits });
const tiny = fc.record({ x: fc.double({ min: -1e-3, max: 1e-3, noNaN: true }), places: digits });

describe('round', () => {
  it.each([
    [3.125, 2, 3.12],
    [2.675, 2, 2.67],
    [0.5, 0, 0],
    [1.5, 0, 2],
    [-3.125, 2, -3.12],
    [1.005, 2, 1],
    [0.00005, 4, 0.0001],
    [-0.00004, 4, 0],
    [1e300, 2, 1e300],
  ])('of %d to %d places is %d', (x, places, expected) => {
    expect(round(x, places)).toBe(expected);
  });

  it.each([
    ['exact ties', tie],
    ['decimals that only look like ties', almostTie],
    ['anything', anything],
    ['tiny numbers', tiny],
  ])('agrees with exact fractions on %s', (_, numbers) => {
    fc.assert(
      fc.property(numbers, ({ x, places }) => {
        expect(round(x, places)).toBe(roundByFractions(x, places));
      }),
      { numRuns: 2000 },
    );
  });

  it('never gives a negative zero, which JSON could not carry', () => {
    expect(Object.is(round(-0.001, 2), 0)).toBe(true);
    expect(Object.is(round(-0, 2), 0)).toBe(true);
  });
});

describe('clamp', () => {
  it('keeps within both ends', () => {
    expect([clamp(-2, -1, 1), clamp(0.5, -1, 1), clamp(2, -1, 1)]).toEqual([-1, 0.5, 1]);
  });
});

it('whole parts add up to the rounded sum', () => {
  expect(wholeParts([7483.5, 6896.5])).toEqual([7484, 6896]);
  expect(wholeParts([0.4, 0.4, 0.4])).toEqual([1, 0, 0]);
  expect(wholeParts([1 / 3, 1 / 3, 1 / 3].map((share) => share * 100))).toEqual([34, 33, 33]);
  expect(wholeParts([-0.5, 1.5])).toEqual([0, 1]);
  expect(wholeParts([])).toEqual([]);
});

describe('the decimals of an axis', () => {
  it.each([
    [[0, 0.05, 0.1], 2],
    [[-0.2, 0, 0.2], 1],
    [[0, 1, 2], 0],
    [[0, 20, 40], 0],
    [[0.001, 0.002], 3],
    [[3], 0],
    [[], 0],
  ])('%j: %i', (ticks, digits) => {
    expect(tickDigits(ticks)).toBe(digits);
  });
});
