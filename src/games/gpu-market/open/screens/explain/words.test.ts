import { expect, it } from 'vitest';
import { waterfallDomain, waterfallSteps } from './waterfall-steps';
import { gainWords, gapWords } from './words';

const PARTS = [
  { id: 'jobs', label: 'jobs', value: 50 },
  { id: 'trades', label: 'trades', value: -20 },
  { id: 'grants', label: 'grants', value: 0 },
];

it('a waterfall’s parts begin where the one before ended; what is nothing is left out', () => {
  const steps = waterfallSteps(PARTS, { label: 'profit', value: 30 });
  expect(steps.map(({ id, from, to }) => [id, from, to])).toEqual([
    ['jobs', 0, 50],
    ['trades', 50, 30],
    ['total', 0, 30],
  ]);
  expect(waterfallDomain(steps)[0]).toBe(0);
});

it('a waterfall shows the lowest point that is passed on the way', () => {
  const steps = waterfallSteps(
    [
      { id: 'energy', label: 'energy', value: -10 },
      { id: 'jobs', label: 'jobs', value: 4 },
    ],
    { label: 'profit', value: -6 },
  );
  const [low, high] = waterfallDomain(steps);
  expect(low).toBeLessThan(-10);
  expect(high).toBe(0);
});

it.each([
  [0, 'as good as alone'],
  [-0.4, 'less than alone'],
  [1, 'an equal share of the gains from trade'],
  [0.5, '50% of an equal share of the gains from trade'],
  [1.5, '1.50 times an equal share of the gains from trade'],
])('a gain of %d is %s', (gain, words) => {
  expect(gainWords(gain)).toBe(words);
});

it('says why a match is not rated', () => {
  const figures = { optimum_cents: 1, profit_cents: 1, autarky_cents: 1, efficiency: 1 };
  expect(gapWords({ ...figures, gap: 0.02, unrated: 'gap' })).toBe(
    "Unrated: The solver's gap is 2%. A gap above 1% is too large for a rating.",
  );
  expect(gapWords({ ...figures, gap: 0.005, unrated: 'clock' })).toBe(
    "Unrated: the search for the optimum ran out of time, so another machine may find a different one. The solver's gap is 0.5%.",
  );
  expect(gapWords({ ...figures, gap: 0, unrated: 'live_shock' })).toBe('Unrated: the host fired a shock.');
  expect(gapWords({ ...figures, gap: 0, unrated: null })).toBe('The optimum is exact to a ten-thousandth.');
});
