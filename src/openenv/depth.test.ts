import { expect, test } from 'vitest';
import { isTooDeep, MOST_LEVELS } from './depth';

/** So many lists around a number, an object around every second. */
function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: 1, value };
  return value;
}

test('what nests deeper than anything of the game is too deep, however deep it is', () => {
  expect(isTooDeep('text')).toBe(false);
  expect(isTooDeep(nested(MOST_LEVELS + 1))).toBe(false);
  expect(isTooDeep(nested(MOST_LEVELS + 2))).toBe(true);
  expect(isTooDeep(nested(500_000))).toBe(true);
  expect(isTooDeep([[], {}, [null, { shallow: nested(3) }]])).toBe(false);
});
