import { expect, test } from 'vitest';
import { intervalText, trueMinus } from './figure-text';

test('intervals have one form, and a figure one minus sign, in the output of all commands', () => {
  expect(intervalText([-0.2865, 0.7066])).toBe('[−0.2865, 0.7066]');
  expect(intervalText([-1.25, 2], (end) => trueMinus(end.toFixed(1)))).toBe('[−1.3, 2.0]');
  expect(intervalText(null)).toBe('');
  expect([trueMinus('-25.33'), trueMinus('0.5'), trueMinus('-')]).toEqual(['−25.33', '0.5', '−']);
});
