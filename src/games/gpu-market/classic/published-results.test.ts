import { describe, expect, test } from 'vitest';
import { isEqual } from '~/lib/text/printed-mean';
import { publishedMean } from './published-results';

describe('the published figures', () => {
  test('are found by policy, task and split', () => {
    expect(publishedMean('rule_based_expert', 'coalition_market', 'train')).toBe('0.8149');
    expect(publishedMean('greedy_hoarder', 'coalition_market', 'holdout')).toBe('0.08255');
  });

  test('are absent where nothing was published', () => {
    expect(publishedMean('wait', 'coalition_market', 'train')).toBeNull();
    expect(publishedMean('rule_based_expert', 'grand_market', 'train')).toBeNull();
  });
});

describe('equal', () => {
  test.each([
    [0.81485, '0.8149', true],
    [0.81494, '0.8149', true],
    [0.81496, '0.8149', false],
    [0.08255, '0.08255', true],
    [0.0826, '0.08255', false],
    [-0.03555, '-0.03555', true],
    [0.526, '0.5260', true],
    [0.5261, '0.5260', false],
  ])('%d against %s: %s', (mean, printed, equal) => {
    expect(isEqual(mean, printed)).toBe(equal);
  });
});
