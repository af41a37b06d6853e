import { expect, test } from 'vitest';
import { plainColor } from './plain-colors';

test('in a picture seats have the colors that their game gives them: those with names of their own differ as on the screens', () => {
  expect(['var(--lab-0)', 'var(--lab-1)'].map(plainColor)).toEqual(['#00728c', '#7c33b8']);
  expect(plainColor('color-mix(in oklch, var(--lab-3) 68%, var(--ink-3))')).toBe('#ba2078');
  expect(plainColor('red')).toBe('#484d56');
});
