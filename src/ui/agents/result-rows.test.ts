import { expect, test } from 'vitest';
import type { AgentResult } from '~/api/agent-words';
import { resultRows, scaleOf } from './result-rows';

function result(task: string, version = 1, score: AgentResult['score'] = null): AgentResult {
  return { version, ruleset: 'gpu-market/classic', task, matches: 3, score, counts: null };
}

test('each task ends with what the null agents got there, and is theirs alone', () => {
  const nulls = [{ agent: 'null-random@1', results: [result('single_trade')] }];
  const rows = resultRows('smollm2@2', [result('single_trade', 1), result('market_round', 2), result('single_trade', 2)], nulls);
  expect(rows.map(({ agent, beside, result: { task } }) => `${beside ? 'beside ' : ''}${agent} ${task}`)).toEqual([
    'smollm2@2 market_round',
    'smollm2@2 single_trade',
    'smollm2@1 single_trade',
    'beside null-random@1 single_trade',
  ]);
});

test('a scripted policy has no versions in its name', () => {
  expect(resultRows('planner', [result('market_round')], [])[0]?.agent).toBe('planner');
});

test('intervals of a ruleset share a scale with zero in it', () => {
  const rows = resultRows(
    'a@1',
    [result('x', 1, { mean: 1, low: 0.5, high: 1.4 }), result('y', 1, { mean: -0.1, low: -0.2, high: 0 })],
    [],
  );
  expect(scaleOf(rows, 'gpu-market/classic')).toEqual({ low: -0.2, high: 1.4 });
  expect(scaleOf([], 'gpu-market/open')).toEqual({ low: 0, high: 1 });
});
