import { describe, expect, test } from 'vitest';
import { filterAddress, listInput, NO_FILTERS, readFilters } from './filters';

describe('the filters of the list of matches', () => {
  test.each(['/matches', '/matches?status=finished', '/matches?task=single_trade&policy=greedy_hoarder'])(
    '%s is read and written back',
    (address) => {
      expect(filterAddress(readFilters(new URL(address, 'http://mandi').searchParams))).toBe(address);
    },
  );

  test('an unknown status is any', () => {
    expect(readFilters(new URLSearchParams('status=asleep'))).toEqual(NO_FILTERS);
  });

  test('what is not chosen is not asked for', () => {
    expect(listInput(NO_FILTERS)).toEqual({});
    expect(listInput({ status: 'paused', task: null, policy: 'greedy_hoarder' })).toEqual({ status: ['paused'], policy: 'greedy_hoarder' });
  });
});
