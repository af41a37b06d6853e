import { expect, test } from 'vitest';
import { gainWords, placeLabel } from './end-note';

test.each([
  [0, [0, 0], 'the same as the other'],
  [0, [0, 0, 0], 'the same as all others'],
  [5, [5, 3], 'the most of 2 labs'],
  [5, [5, 5, 3], 'the most of 3 labs, shared by 2'],
  [3, [5, 3], 'number 2 of 2 labs'],
] as const)('a profit of %d among %j is %s', (mine, all, words) => {
  expect(placeLabel(mine, all, 'labs')).toBe(words);
});

test('a player is told the score, which is the gain, with its place', () => {
  expect(gainWords('a', { a: 0.844, b: 0.1 }, 'labs')).toBe('Your score is a gain of 0.84: the most of 2 labs.');
  expect(gainWords('b', { a: 0.501, b: 0.502, c: 0 }, 'labs')).toBe('Your score is a gain of 0.50: the most of 3 labs, shared by 2.');
});
