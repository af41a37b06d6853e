import { expect, test } from 'vitest';
import { hasOwnerTwice, isOneOwner } from './owner';

test.each([
  ['Ada Lovelace', ' ada  lovelace'],
  ['Ada', 'Аda'], // Cyrillic А
  ['ALI', 'ALl'],
  ['Lina', 'Lına'],
])('owners who look alike are one: %j and %j', (one, other) => {
  expect(isOneOwner(one, other)).toBe(true);
  expect(hasOwnerTwice([one, null, 'Charles', other])).toBe(true);
});

test('owners who can be told apart are two, and nobody is no owner', () => {
  expect(hasOwnerTwice(['Ada', 'Charles', null, null])).toBe(false);
});
