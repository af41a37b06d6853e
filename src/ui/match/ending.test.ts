import { expect, test } from 'vitest';
import { resultCaption } from '../share/picture-of';
import { gainsLabel } from './ending';
import type { Place } from './standing';

const places = [
  { seat: 'lab_0', rank: 1, value: 20 },
  { seat: 'lab_1', rank: 2, value: 5 },
] as unknown as Place[];
const told = { places, meaning: '0 is alone', isComing: false };
const name = (seat: string) => (seat === 'lab_0' ? 'Ann' : 'Lab B');

test('a result says who gained most where that is another seat than the one with the most profit', () => {
  expect(gainsLabel({ ...told, gains: { lab_0: -0.46, lab_1: 0.84 } }, name)).toBe(
    'Lab B gained most: 0.84. The score in rankings is the gain (0 is alone).',
  );
  expect(gainsLabel({ ...told, gains: { lab_0: 0.84, lab_1: 0.1 } }, name)).toBe('The score in rankings is the gain (0 is alone).');
});

test('gains that read the same are no difference', () => {
  expect(gainsLabel({ ...told, gains: { lab_0: 0.501, lab_1: 0.502 } }, name)).not.toContain('gained most');
});

test('until the gain is known, a result says so, and it says when nobody will know', () => {
  expect(gainsLabel({ ...told, gains: null, isComing: true }, name)).toContain('It is being computed.');
  expect(gainsLabel({ ...told, gains: null }, name)).toContain('It could not be computed for this match.');
});

test('the picture of a result calls nobody a winner by a figure that rankings do not use', () => {
  expect(resultCaption(['Ann'], 'profit')).toBe('Ann made the most profit.');
  expect(resultCaption(['Ann', 'Lab B'], 'profit')).toBe('Ann and Lab B made the same profit, the most.');
  expect(resultCaption(['Ann'], null)).toBe('Ann wins.');
});
