import { describe, expect, it, test } from 'vitest';
import type { AgentResult, NullsBeside, TurnCounts } from '~/api/agent/types';
import { nullGaps, resultRows, scaleOf } from './result-rows';

function result(task: string, version = 1, more: Partial<AgentResult> = {}): AgentResult {
  return { version, ruleset: 'gpu-market/classic', task, matches: 3, score: null, counts: null, beside: null, gameVersion: 1, ...more };
}

function beside(part: Partial<NullsBeside> = {}): NullsBeside {
  return { worlds: 3, toPlay: 0, results: [{ agent: 'null-random@1', matches: 3, score: null, counts: {} as TurnCounts }], ...part };
}

test('under each result of a model stands what the null models got in the same worlds', () => {
  const results = [result('single_trade', 1, { beside: beside() }), result('market_round', 2), result('single_trade', 2)];
  expect(resultRows('smollm2@2', results).map((row) => `${row.beside ? 'beside ' : ''}${row.agent} ${row.task}`)).toEqual([
    'smollm2@2 market_round',
    'smollm2@2 single_trade',
    'smollm2@1 single_trade',
    'beside null-random@1 single_trade',
  ]);
});

test('a scripted policy has no versions in its name', () => {
  expect(resultRows('planner', [result('market_round')])[0]?.agent).toBe('planner');
});

describe('a model’s result without the null models’ says so', () => {
  it('and offers the matches that are missing', () => {
    const [gap] = nullGaps('mine@2', [result('single_trade', 2, { beside: beside({ toPlay: 6, results: [] }) })]);
    expect(gap).toMatchObject({ agent: 'mine@2', task: 'single_trade', toPlay: 6 });
    expect(gap?.words).toContain('No baseline has played this task under the same conditions');
  });

  it('also where only some are missing, or where none can be played', () => {
    expect(nullGaps('mine@1', [result('x', 1, { beside: beside({ toPlay: 1 }) })])[0]?.words).toContain('one match is missing');
    const [none] = nullGaps('mine@1', [result('x', 1, { beside: beside({ worlds: 0, results: [] }) })]);
    expect(none?.words).toContain('No baseline can repeat its 3 matches');
    expect(none?.toPlay).toBe(0);
  });

  it('and one that stands beside them, or is no model, says nothing', () => {
    expect(nullGaps('mine@1', [result('x', 1, { beside: beside() }), result('y')])).toEqual([]);
  });
});

test('intervals of a ruleset share a scale with zero in it', () => {
  const rows = resultRows('a@1', [
    result('x', 1, { score: { mean: 1, low: 0.5, high: 1.4, worlds: 8 } }),
    result('y', 1, { score: { mean: -0.1, low: -0.2, high: 0, worlds: 8 } }),
  ]);
  expect(scaleOf(rows, 'gpu-market/classic')).toEqual({ low: -0.2, high: 1.4 });
  expect(scaleOf([], 'gpu-market/open')).toEqual({ low: 0, high: 1 });
});
