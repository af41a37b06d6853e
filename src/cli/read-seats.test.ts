import { expect, test } from 'vitest';
import { readSeats } from './read-seats';

test('a player for each seat; a seat that is named twice is refused', () => {
  expect(readSeats(['lab_0=planner', 'lab_1=house'])).toEqual({ lab_0: 'planner', lab_1: 'house' });
  expect(() => readSeats(['lab_0=planner', 'lab_0=house'])).toThrow('--seat: seat lab_0 is named twice');
  expect(() => readSeats(['lab_0'])).toThrow('"lab_0" must have the form lab_0=planner');
});
