import { describe, expect, test } from 'vitest';
import { parseSeedList, seedListText, splitOf, splitsOf } from './seeds';

function seedsOf(text: string): number[] {
  const reading = parseSeedList(text);
  if (!reading.ok) throw new Error(reading.why);
  return reading.value;
}

describe('seed lists', () => {
  test('numbers and ranges, in the order given', () => {
    expect(seedsOf('7')).toEqual([7]);
    expect(seedsOf('50000-50002, 0-2 ,9')).toEqual([50000, 50001, 50002, 0, 1, 2, 9]);
    expect(seedsOf('9007199254740991')).toEqual([9007199254740991]);
  });

  test.each([
    ['', 'an empty entry'],
    ['1,,2', 'an empty entry'],
    ['x', '"x" is neither'],
    ['-1', '"-1" is neither'],
    ['1.5', '"1.5" is neither'],
    ['1e3', '"1e3" is neither'],
    ['9-0', 'runs backwards'],
    ['0-9,5', '5 is listed twice'],
    ['9007199254740992', 'over 9007199254740991'],
    ['0-1000000', 'more than 1,000,000'],
  ])('%j is refused: %s', (text, why) => {
    const reading = parseSeedList(text);
    expect(reading.ok).toBe(false);
    expect(reading.ok ? '' : reading.why).toContain(why);
  });

  test('a list is written in its shortest form, and reads back', () => {
    expect(seedListText([0, 1, 2, 5, 7, 8])).toBe('0-2,5,7-8');
    expect(seedListText([3, 2, 1])).toBe('3,2,1');
    expect(seedsOf(seedListText([50000, 50001, 0, 9]))).toEqual([50000, 50001, 0, 9]);
  });

  test('the published ranges', () => {
    expect([0, 39_999, 40_000, 49_999, 50_000, 59_999, 60_000].map(splitOf)).toEqual([
      'train',
      'train',
      'validation',
      'validation',
      'test',
      'test',
      'none',
    ]);
    expect(splitsOf([70_000, 50_000, 3])).toEqual(['train', 'test', 'none']);
  });
});
