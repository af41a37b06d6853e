import { expect, test } from 'vitest';
import type { PairRow } from '~/store/tournaments/tournament';
import { comparedPairs } from './pairs-table';

const NULLS = new Set(['wait']);

function pair(a: string, b: string, part: Partial<PairRow> = {}): PairRow {
  return { a, b, worlds: 4, difference: 0.1, interval: [0, 0.2], p: 0.5, holm: 1, more: null, moreMatches: null, ...part };
}

function names(pairs: readonly PairRow[]): string[] {
  return comparedPairs(pairs, NULLS).map(({ a, b }) => `${a} over ${b}`);
}

test('two that never played the same world were shown as one over the other by 0.000', () => {
  expect(names([pair('greedy', 'selfish', { worlds: 0, difference: 0, interval: null, p: null, holm: null })])).toEqual([]);
});

test('who leads comes first, with interval, median and effect turned round', () => {
  const [row] = comparedPairs([pair('greedy', 'selfish', { difference: -0.3, interval: [-0.5, -0.1], median: -0.2, effect: -0.8 })], NULLS);
  expect(row).toMatchObject({ a: 'selfish', b: 'greedy', difference: 0.3, interval: [0.1, 0.5], median: 0.2, effect: 0.8 });
});

test('contestants come before null policies, then the surest lead, then the largest', () => {
  const pairs = [
    pair('a', 'wait', { p: 0.01 }),
    pair('a', 'b', { p: 0.5, difference: 0.2 }),
    pair('a', 'c', { p: 0.5, difference: 0.4 }),
    pair('b', 'c', { p: 0.1 }),
  ];
  expect(names(pairs)).toEqual(['b over c', 'a over c', 'a over b', 'a over wait']);
});
