import { describe, expect, test } from 'vitest';
import type { AgentReply, AgentTurn, TurnCounts } from '~/api/agent/types';
import {
  countsParts,
  formatDuration,
  originSentence,
  prettyJson,
  replyFacts,
  sameMove,
  shortDigest,
  tokenSums,
  turnAt,
  turnLabel,
} from './turn-labels';

const reply: AgentReply = {
  text: '{"action_type":"wait"}',
  fault: null,
  problem: null,
  held: true,
  backend: 'workers',
  tokens: { prompt: 812, cached: 640, completion: 41 },
  ms: 1234,
  cost: 0,
};
const turn: AgentTurn = {
  agent: 'smollm2@1',
  digest: 'sha256:0',
  turn: 3,
  round: 3,
  seat: 'lab_0',
  requests: {},
  replies: [reply],
  pin: null,
  seed: 7,
  wished: { action_type: 'wait' },
  move: { action_type: 'wait' },
  origin: 'own',
  guards: [],
  walkBacks: [],
  ms: 1250,
  fallbackWhy: null,
};
const counts: TurnCounts = {
  turns: 12,
  own: 10,
  repaired: 1,
  fallback: 1,
  guarded: 2,
  walkBacks: 0,
  calls: 14,
  tokens: { prompt: 9000, completion: 500 },
  cost: 0,
  latency: { p50: 900, p95: 2400 },
  actions: { wait: 12 },
};

describe('a turn', () => {
  test('says how its move came about', () => {
    expect(originSentence(turn)).toBe('The first reply was played.');
    expect(originSentence({ ...turn, origin: 'fallback', fallbackWhy: 'no backend answered in 10 s.' })).toBe(
      'The declared fallback played: no backend answered in 10 s.',
    );
  });

  test('is one label in a row of turns', () => {
    const bent = {
      ...turn,
      guards: [{ guard: 'payment_over_budget', what: 'It has 4 cr.' }],
      walkBacks: [{ kind: 'retreat' as const, what: '' }],
    };
    expect([turnLabel(turn), turnLabel(bent)]).toEqual(['Round 3: own, 1.3 s', 'Round 3: own, overridden, reverted, 1.3 s']);
  });

  test('sums its calls and shows one move where wish and move are the same', () => {
    expect(tokenSums({ ...turn, replies: [reply, reply, { ...reply, tokens: null }] })).toEqual({ prompt: 1624, completion: 82 });
    expect([sameMove(turn), sameMove({ ...turn, move: { action_type: 'finish' } })]).toEqual([true, false]);
  });

  test('is found by its round', () => {
    expect([turnAt([turn], 3)?.round, turnAt([turn], 4)]).toEqual([3, null]);
  });
});

test('a call says where it was answered, how long it took and what was read and written', () => {
  expect(replyFacts(reply)).toEqual(['workers', '1.2 s', '812 tokens read (640 cached), 41 written', 'constrained by the grammar']);
  expect(replyFacts({ ...reply, text: null, tokens: null, backend: null, ms: 40, cost: 0.0021 })).toEqual(['40 ms', '$0.0021']);
});

test('counts name each kind of turn; tokens, times and money only where there are any', () => {
  expect(countsParts(counts).map(({ name, value }) => `${value} ${name}`)).toEqual([
    '12 turns',
    '10 own',
    '1 retried',
    '1 fallback',
    '2 overridden',
    '0 reverted',
    '9,500 tokens',
    '900 ms median',
  ]);
  const remote = { ...counts, turns: 1, tokens: { prompt: 0, completion: 0 }, latency: null };
  expect(countsParts(remote).map(({ name }) => name)).toEqual(['turn', 'own', 'retried', 'fallback', 'overridden', 'reverted']);
});

test('times, digests and JSON are written for people', () => {
  expect([formatDuration(0.4), formatDuration(999), formatDuration(61_000)]).toEqual(['0 ms', '999 ms', '61 s']);
  expect(shortDigest(`sha256:${'a'.repeat(64)}`)).toBe('sha256:aaaaaaaa…');
  expect([prettyJson({ a: 1 }), prettyJson(undefined)]).toEqual(['{"a":1}', 'nothing']);
  expect(prettyJson({ long: 'x'.repeat(60) })).toContain('\n');
});
