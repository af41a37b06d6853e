import { expect, test } from 'vitest';
import { editDistance, nearest, unknownName } from './unknown-name';

const TASKS = ['single_trade', 'market_round', 'coalition_market'];

test('what was nearly right is offered', () => {
  expect(nearest('singel_trade', TASKS)).toBe('single_trade');
  expect(nearest('market', TASKS)).toBe('market_round');
  expect(nearest('COALITION_MARKET', TASKS)).toBe('coalition_market');
  expect(nearest('tennis', TASKS)).toBeNull();
});

test('the sentence names what is allowed', () => {
  expect(unknownName('task', 'single-trade', TASKS)).toBe(
    'unknown task "single-trade" (did you mean single_trade?); allowed: single_trade, market_round, coalition_market',
  );
  expect(unknownName('task', 'zzz', ['a'])).toBe('unknown task "zzz"; allowed: a');
});

test('known distances', () => {
  expect(editDistance('kitten', 'sitting')).toBe(3);
  expect(editDistance('eval', 'evla')).toBe(1);
  expect(editDistance('', 'abc')).toBe(3);
  expect(editDistance('same', 'same')).toBe(0);
});

test('a name whose beginning was mistyped is meant all the same', () => {
  expect(nearest('singel', ['single_trade', 'market_round'])).toBe('single_trade');
  expect(nearest('helo', ['play', 'help'])).toBe('help');
  expect(nearest('xyz', ['single_trade', 'market_round'])).toBeNull();
});
