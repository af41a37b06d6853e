import { expect, test } from 'vitest';
import { passedOverWords } from './passed-over-words';

test('what passed all matches over is said by filter', () => {
  expect(passedOverWords({ looked: 24, more: false, by: { other_ruleset: 20, other_split: 4 }, players: [] })).toBe(
    'of 24: 20 of another ruleset, 4 of another range of seeds',
  );
  expect(passedOverWords({ looked: 0, more: false, by: {}, players: [] })).toBe('none is there yet');
});
