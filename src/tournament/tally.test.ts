import { expect, test } from 'vitest';
import { worstFault } from './tally';

test('sentences of one fault that differ in seconds or in how many turns are counted together, in whatever order matches ended', () => {
  const told: [string, number][] = [
    ['It answered with status 401.', 4],
    ['It answered with status 500.', 3],
    ['mandi did not answer in 0.2 s.', 2],
    ['mandi did not answer in 12 s.', 3],
  ];
  const faultOf = (faults: [string, number][]) => worstFault({ faults: new Map(faults), matches: 11, failed: 1 });
  expect(faultOf(told)).toBe('mandi did not answer in 12 s. (5 of 12 matches)');
  expect(faultOf(told.toReversed())).toBe(faultOf(told));
  expect(
    faultOf([
      ['Other weights answered 3 of 3 turns: sha256:f.', 2],
      ['Other weights answered 1 of 6 turns: sha256:f.', 2],
      ['Too late.', 3],
    ]),
  ).toBe('Other weights answered 1 of 6 turns: sha256:f. (4 of 12 matches)');
  expect(faultOf([])).toBeNull();
});
