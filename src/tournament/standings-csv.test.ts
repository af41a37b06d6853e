import { expect, test } from 'vitest';
import { rounded } from './standings-csv';

test.each([
  [-7.7e-10, '0'],
  [4.0e-14, '0'],
  [-0, '0'],
  [0.1 + 0.2, '0.3'],
  [2.999999999999999, '3'],
  [-16.249999999999996, '-16.25'],
  [1 / 3, '0.333333'],
  [1530.25, '1530.25'],
  [1_234_567, '1234567'],
  [0.000004, '0.000004'],
])('%d is written as %s', (figure, text) => {
  expect(Object.is(rounded(figure), Number(text))).toBe(true);
  expect(String(rounded(figure))).toBe(text);
});

test('names and what is missing stay as they are', () => {
  expect([rounded('1.0000000001'), rounded(null)]).toEqual(['1.0000000001', null]);
});
