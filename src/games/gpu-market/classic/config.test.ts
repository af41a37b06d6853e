import { describe, expect, it } from 'vitest';
import { parseConfig } from './config';

describe('a configuration', () => {
  it('is filled in: single_trade, its usual difficulty, seed 42, no judge', () => {
    expect(parseConfig({})).toEqual({ ok: true, value: { task_type: 'single_trade', difficulty: 'easy', seed: 42, judge_mode: 'off' } });
    expect(parseConfig({ task: 'coalition_market', difficulty: null, seed: 0 })).toEqual({
      ok: true,
      value: { task_type: 'coalition_market', difficulty: 'hard', seed: 0, judge_mode: 'off' },
    });
    expect(parseConfig({ ruleset: 'classic', version: 1, task_type: 'market_round' }).ok).toBe(true);
  });

  it('reads what it gave', () => {
    const once = parseConfig({ task_type: 'market_round', difficulty: 'hard', judge_mode: 'rule', seed: 2 ** 53 - 1 });
    if (!once.ok) throw new Error(once.why);
    expect(parseConfig(once.value)).toEqual(once);
  });

  it.each([
    ['task_type', { task_type: 'steal' }],
    ['task_type', { task: 5 }],
    ['difficulty', { difficulty: 'harder' }],
    ['judge_mode', { judge_mode: 'llm' }],
    ['seed', { seed: -1 }],
    ['seed', { seed: 0.5 }],
    ['seed', { seed: 2 ** 53 }],
    ['seed', { seed: '5' }],
    ['seed', { seed: Number.NaN }],
    ['dificulty', { dificulty: 'hard' }],
    [undefined, null],
    [undefined, []],
    [undefined, 'single_trade'],
  ])('is refused with a sentence: %s', (path, raw) => {
    const read = parseConfig(raw);
    expect(read).toMatchObject({ ok: false, ...(path === undefined ? {} : { path }) });
    expect(read.ok ? '' : read.why).toMatch(/\.$/);
  });
});
