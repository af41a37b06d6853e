import { describe, expect, test } from 'vitest';
import { rangeOf, readSeed } from './read-seed';

const RANGES = [
  { name: 'train', first: 0, last: 39_999 },
  { name: 'validation', first: 40_000, last: 49_999 },
  { name: 'test', first: 50_000, last: 59_999 },
];

describe('a seed as it is typed', () => {
  test.each([
    ['0', 0],
    [' 5 ', 5],
    ['+7', 7],
    ['00012', 12],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('%j is taken', (text, seed) => {
    expect(readSeed(text)).toEqual({ ok: true, value: seed });
  });

  test.each([
    ['', /^Type a seed/],
    ['   ', /^Type a seed/],
    ['five', /digits only/],
    ['0x10', /digits only/],
    ['5 6', /digits only/],
    ['-1', /cannot be negative/],
    ['−3', /cannot be negative/],
    ['-1.5', /cannot be negative/],
    ['1.5', /leave the fraction out/],
    ['.5', /leave the fraction out/],
    ['9007199254740992', /too large/],
    ['1e20', /too large/],
    ['1e3', /without a point or an exponent/],
    ['5.', /without a point or an exponent/],
  ])('%j is refused with a sentence', (text, why) => {
    const reading = readSeed(text);
    expect(reading.ok).toBe(false);
    expect(reading.ok ? '' : reading.why).toMatch(why);
  });
});

describe('the range of a seed', () => {
  test.each([
    [0, 'train'],
    [39_999, 'train'],
    [40_000, 'validation'],
    [49_999, 'validation'],
    [50_000, 'test'],
    [59_999, 'test'],
    [60_000, undefined],
  ])('%i lies in %s', (seed, name) => {
    expect(rangeOf(seed, RANGES)?.name).toBe(name);
  });
});
