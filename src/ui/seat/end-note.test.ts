import { expect, test } from 'vitest';
import { placeLabel } from './end-note';

test.each([
  [0, [0, 0], 'the same as the other'],
  [0, [0, 0, 0], 'the same as all others'],
  [5, [5, 3], 'the most of 2 labs'],
  [5, [5, 5, 3], 'the most of 3 labs, shared by 2'],
  [3, [5, 3], 'number 2 of 2 labs'],
] as const)('a profit of %d among %j is %s', (mine, all, words) => {
  expect(placeLabel(mine, all, 'labs')).toBe(words);
});
