import { describe, expect, test } from 'vitest';
import { readPlace } from './read-place';

describe('a ruleset and a task, as options name them', () => {
  test("a task of any ruleset can be asked for, one of another ruleset's not", () => {
    expect(readPlace({ task: 'grand_market' })).toEqual({ ruleset: undefined, task: 'grand_market' });
    expect(readPlace({ ruleset: 'open', task: 'grand_market' })).toEqual({ ruleset: 'gpu-market/open', task: 'grand_market' });
    expect(() => readPlace({ ruleset: 'classic', task: 'grand_market' })).toThrow(
      'unknown task "grand_market"; allowed: single_trade, market_round, coalition_market',
    );
  });

  test('what there is is listed once, and "all" is no task', () => {
    expect(() => readPlace({ task: 'all' })).toThrow(
      /^unknown task "all".*; allowed: single_trade, market_round, coalition_market, grand_market/,
    );
  });

  test('a ruleset is named short or whole', () => {
    expect(readPlace({ ruleset: 'gpu-market/classic' }).ruleset).toBe('gpu-market/classic');
    expect(readPlace({})).toEqual({ ruleset: undefined, task: undefined });
    expect(() => readPlace({ ruleset: 'tennis' })).toThrow('unknown ruleset "tennis"; allowed: classic, open');
  });
});
