import { expect, it } from 'vitest';
import { noProfitLabel } from './live-board';

it('an open match in its first round does not put its profits off to the end', () => {
  expect(noProfitLabel({ visibility: 'open' })).toBe('No round is over yet.');
  expect(noProfitLabel({ visibility: 'public' })).toBe('Profits are shown at the end.');
});
