import { expect, it } from 'vitest';
import { comebackOf } from './highlights';

it('a comeback is the winner’s largest deficit, set against how far apart the seats end', () => {
  expect(comebackOf({ a: [-10, -20, 30], b: [5, 20, 10] })).toEqual({ behind: 40, comeback: 2 });
  expect(comebackOf({ a: [1, 2], b: [0, 1] })).toEqual({ behind: 0, comeback: 0 });
  expect(comebackOf({ a: [0, 5], b: [4, 5] })).toEqual({ behind: 0, comeback: 0 }); // nobody won
  expect(comebackOf({})).toEqual({ behind: 0, comeback: 0 });
});
