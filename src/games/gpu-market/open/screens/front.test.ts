import { expect, test } from 'vitest';
import { OPEN_SHOCK_KINDS } from '../shared/types';
import { front } from './front';

test('an organizer can fire every kind of shock that the rules know', () => {
  expect(front.shocks?.map(({ kind }) => kind)).toEqual([...OPEN_SHOCK_KINDS]);
});
