import { expect, test } from 'vitest';
import type { AnyGame } from '~/contract/game';
import { verdictsIn } from './verdicts';

test('verdicts are what the game tells, whatever its events are called', () => {
  const verdict = { judge: 'rule/1', round: 3, winner: null, words: [] };
  const told: AnyGame['told'] = (event) => (event.type === 'appraised' ? { verdict } : null);
  expect(verdictsIn({ told }, [{ type: 'pitches_judged' }, { type: 'appraised' }])).toEqual([verdict]);
});
