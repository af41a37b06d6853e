import { describe, expect, test } from 'vitest';
import { readPlace } from './read-place';

describe('a game and a task, as options name them', () => {
  test("a task of any game can be asked for, one of another game's not", () => {
    expect(readPlace({ task: 'grand_market' })).toEqual({ task: 'grand_market' });
    expect(readPlace({ ruleset: 'open', task: 'grand_market' })).toEqual({ game: 'gpu-market/open', task: 'grand_market' });
    expect(() => readPlace({ ruleset: 'classic', task: 'grand_market' })).toThrow(
      'unknown task "grand_market"; allowed: single_trade, market_round, coalition_market',
    );
  });

  test('what there is is listed once, and "all" is no task', () => {
    expect(() => readPlace({ task: 'all' })).toThrow(
      /^unknown task "all".*; allowed: single_trade, market_round, coalition_market, grand_market/,
    );
  });

  test('a game is named short or whole, with or without a version', () => {
    expect(readPlace({ ruleset: 'gpu-market/classic' })).toEqual({ game: 'gpu-market/classic' });
    expect(readPlace({ game: 'gpu-market/classic', rules: '1' })).toEqual({ game: 'gpu-market/classic', version: 1 });
    expect(readPlace({})).toEqual({});
    expect(() => readPlace({ ruleset: 'tennis' })).toThrow('unknown ruleset "tennis"; allowed: classic, open');
    expect(() => readPlace({ ruleset: 'open', rules: '7' })).toThrow('there is no version 7 of gpu-market/open; there is 1');
    expect(() => readPlace({ rules: '1' })).toThrow('version: say of which game');
  });
});
