import { expect, it } from 'vitest';
import { roundsAfter, roundText } from './screens';

it('a game that counts from 0 names its last round, not a round that never comes', () => {
  expect([`Round 0${roundsAfter('gpu-market/open', 12)}`, roundText('gpu-market/open', 0, 12)]).toEqual([
    'Round 0 (last: 11)',
    'round 0 (last: 11)',
  ]);
  expect([`Round 1${roundsAfter('bazaar/open', 16)}`, roundText('bazaar/open', 0, 16)]).toEqual(['Round 1 of 16', 'round 1 of 16']);
});
