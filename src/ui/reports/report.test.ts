import { expect, test } from 'vitest';
import { rangeOf, seedsIn } from './report';

test('a seed list is its numbers, in their order', () => {
  expect(seedsIn('0-2,7,50000-50001')).toEqual([0, 1, 2, 7, 50_000, 50_001]);
});

test('ranges have their marks, and seeds of several ranges one of their own', () => {
  expect(['train', 'validation', 'test', 'mixed', 'none'].map((range) => rangeOf({ range }))).toEqual([
    'train',
    'validation',
    'holdout',
    'mixed',
    'mixed',
  ]);
});
