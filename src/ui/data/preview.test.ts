import { expect, test } from 'vitest';
import { passedOverLabel } from './preview';

test('what passed all matches over is said by filter', () => {
  expect(passedOverLabel({ looked: 24, more: false, by: { other_ruleset: 20, other_split: 4 }, players: [] })).toBe(
    'of 24: 20 of another ruleset, 4 of another range of seeds',
  );
  expect(passedOverLabel({ looked: 0, more: false, by: {}, players: [] })).toBe('none exist yet');
});
