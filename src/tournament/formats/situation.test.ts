import { expect, test } from 'vitest';
import { nextStage } from '../draw-schedule';
import { seatsOfPlan } from '../seats-of-plan';
import { planOf, recordOf } from '../testing/play-out';

test('rated, an owner is one however the name is written', () => {
  const entrants = ['Ada  Lovelace', ' ada lovelace', 'ＡＤＡ LOVELACE'].map((owner, i) => ({ name: `e${i}`, agent: `mine-${i}`, owner }));
  const plan = planOf({ kind: 'rated', tableSize: 2, worlds: 1, nulls: [], rotation: 'none', entrants: [...entrants, 'greedy'] });
  const drawn = nextStage(recordOf(plan), [], seatsOfPlan(plan));
  expect(Array.isArray(drawn) && drawn.map(({ meeting }) => meeting)).toEqual(['e0 | greedy', 'e1 | greedy', 'e2 | greedy']);
});
