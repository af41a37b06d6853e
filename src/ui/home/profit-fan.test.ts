import { expect, it } from 'vitest';
import { noProfitWords } from './profit-fan';

it('an open match in its first round does not put its profits off to the end', () => {
  expect(noProfitWords({ visibility: 'open' })).toBe('No round is over yet.');
  expect(noProfitWords({ visibility: 'public' })).toBe('Profits are shown at the end.');
});
