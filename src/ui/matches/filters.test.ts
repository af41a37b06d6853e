import { describe, expect, test } from 'vitest';
import { filterAddress, listInput, NO_FILTERS, readFilters } from './filters';

describe('the filters of the list of matches', () => {
  test.each([
    '/watch',
    '/watch?status=finished',
    '/watch?task=single_trade&policy=greedy_hoarder',
    '/watch?among=people',
    '/watch?game=gpu-market%2Fopen&version=1&status=finished',
  ])('%s is read and written back', (address) => {
    expect(filterAddress(readFilters(new URL(address, 'http://mandi').searchParams))).toBe(address);
  });

  test('an old address names the ruleset alone, and a version says something of a game only', () => {
    expect(listInput(readFilters(new URLSearchParams('ruleset=open')))).toEqual({ ruleset: 'open' });
    expect(listInput(readFilters(new URLSearchParams('game=gpu-market/open&version=1')))).toEqual({
      ruleset: 'gpu-market/open',
      version: '1',
    });
    expect(readFilters(new URLSearchParams('version=1'))).toEqual(NO_FILTERS);
  });

  test('an unknown status is any, and so is an unknown place', () => {
    expect(readFilters(new URLSearchParams('status=asleep&among=ghosts'))).toEqual(NO_FILTERS);
  });

  test('what is not chosen is not asked for', () => {
    expect(listInput(NO_FILTERS)).toEqual({});
    expect(listInput({ ...NO_FILTERS, status: 'paused', task: null, policy: 'greedy_hoarder', among: 'others' })).toEqual({
      status: ['paused'],
      policy: 'greedy_hoarder',
      among: 'others',
    });
  });
});
