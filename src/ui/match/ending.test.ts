import { expect, test } from 'vitest';
import { resultCaption } from '../share/picture-of';
import { gainsLabel } from './ending';
import { resultWords } from './result-words';
import { byGain, type Place } from './standing';

const places = [
  { seat: 'lab_0', rank: 1, value: 20 },
  { seat: 'lab_1', rank: 2, value: 5 },
] as unknown as Place[];
const told = { meaning: '0 is alone', isComing: false };
const name = (seat: string) => (seat === 'lab_0' ? 'Ann' : 'Lab B');
const words = (gains: Record<string, number>) => resultWords({ places: byGain(places, gains), unit: 'cr', gains, profit: 'profit' }, name);

test('the winner is who gained most, not who made the most profit, and the order goes by the gain', () => {
  expect(words({ lab_0: -0.46, lab_1: 0.84 })).toBe('Lab B wins with a gain of 0.84, 1.30 ahead of the next');
  expect(byGain(places, { lab_0: -0.46, lab_1: 0.84 }).map(({ seat, rank }) => [seat, rank])).toEqual([
    ['lab_1', 1],
    ['lab_0', 2],
  ]);
});

test('gains that read the same share the first place', () => {
  expect(words({ lab_0: 0.501, lab_1: 0.502 })).toBe('Ann and Lab B share first place with a gain of 0.50');
  expect(byGain(places, { lab_0: 0.501, lab_1: 0.502 }).map(({ rank }) => rank)).toEqual([1, 1]);
});

test('without gains the profit is called profit, and where it is the score it wins', () => {
  expect(resultWords({ places, unit: 'cr', gains: null, profit: 'profit' }, name)).toBe(
    'Ann made the most profit: 15 cr more than the next',
  );
  expect(resultWords({ places, unit: 'cr', gains: null, profit: null }, name)).toBe('Ann wins by 15 cr');
});

test('until the gain is known, a result says so, and it says when nobody will know', () => {
  expect(gainsLabel({ ...told, gains: null, isComing: true })).toContain('It is being computed.');
  expect(gainsLabel({ ...told, gains: null })).toContain('It could not be computed for this match, so the order is by profit.');
});

test('the picture of a result calls nobody a winner by a figure that rankings do not use', () => {
  expect(resultCaption(['Ann'], 'profit')).toBe('Ann made the most profit.');
  expect(resultCaption(['Ann', 'Lab B'], 'profit')).toBe('Ann and Lab B made the same profit, the most.');
  expect(resultCaption(['Ann'], null)).toBe('Ann wins.');
});
