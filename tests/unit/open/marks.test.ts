import { expect, test } from 'vitest';
import { Tally } from './marks';

test('play that never came to a rare thing is told of a thousand matches, not of a hundred', () => {
  const tally = new Tally();
  expect(tally.seldom(1_000)).toMatchObject({ 'grant won': 0, coalition_only: 0, 'plan split shapley': 0, offer_accepted: 0 });
  expect(Object.keys(tally.seldom(100))).toContain('offer_accepted');
  expect(Object.keys(tally.seldom(100))).not.toContain('grant won');
  for (let n = 0; n < 5; n += 1) tally.add(['grant won']);
  expect(Object.keys(tally.seldom(1_000))).not.toContain('grant won');
});
