import { expect, test } from 'vitest';
import type { AgentReply, AgentTurn } from './agent-turn';
import { countTurns, isUnanswered } from './count-turns';
import { digestOf } from './digest';
import { turnOf } from './testing/agent-turn';

function reply(prompt: number, completion: number): AgentReply {
  return {
    text: '{}',
    fault: null,
    problem: null,
    held: true,
    backend: 'b',
    tokens: { prompt, cached: null, completion },
    ms: 5,
    cost: 0.25,
  };
}

test('whose work a turn was is counted, with what it cost', () => {
  const counts = countTurns([
    turnOf({ replies: [reply(100, 10)], move: { action_type: 'wait' }, ms: 30 }),
    turnOf({ replies: [reply(100, 5), reply(150, 10)], origin: 'repaired', move: { actions: [{ action_type: 'finish' }] }, ms: 10 }),
    turnOf({ origin: 'fallback', move: [{ action_type: 'wait' }, { action_type: 'send_offer' }], ms: 20 }),
    turnOf({ guards: [{ guard: 'payment_over_budget', what: '' }], walkBacks: [{ kind: 'retreat', what: '' }], move: null, ms: 40 }),
  ]);
  expect(counts).toEqual({
    turns: 4,
    own: 2,
    repaired: 1,
    fallback: 1,
    notAsked: 1,
    guarded: 1,
    walkBacks: 1,
    calls: 3,
    tokens: { prompt: 350, completion: 25 },
    cost: 0.75,
    latency: { p50: 20, p95: 40 },
    actions: { finish: 1, send_offer: 1, wait: 2 },
  });
});

test('a move is counted by its type in games that call it so', () => {
  const moves = [{ type: 'name_price', price: 45 }, { type: 'take_price' }, { type: 'name_price', price: 44 }, 'rubbish'];
  expect(countTurns(moves.map((move) => turnOf({ move }))).actions).toEqual({ name_price: 2, take_price: 1 });
});

test('of no turns there is no latency', () => {
  expect(countTurns([])).toMatchObject({ turns: 0, own: 0, latency: null, actions: {} });
});

test('a digest does not depend on the order of keys, and does on everything else', () => {
  const digest = digestOf({ a: 1, b: [{ c: null, d: 'x' }] });
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(digestOf({ b: [{ d: 'x', c: null }], a: 1 })).toBe(digest);
  expect(digestOf({ b: [{ d: 'y', c: null }], a: 1 })).not.toBe(digest);
});

test('a turn without an answer is one whose last call failed, or without a call; a wrong answer and a spent budget are none', () => {
  const lost: AgentReply = { ...reply(0, 0), text: null, fault: { code: 'timeout', why: 'No answer within 2 s.' } };
  const fallback = (given: Partial<AgentTurn>) => turnOf({ origin: 'fallback', ...given });
  expect([fallback({}), fallback({ replies: [reply(9, 9), lost] })].map(isUnanswered)).toEqual([true, true]);
  const spent: AgentReply = { ...lost, fault: { code: 'over_budget', why: 'Spent.' } };
  const others = [turnOf({ replies: [reply(9, 9)] }), fallback({ replies: [lost, reply(9, 9)] }), fallback({ overBudget: true })];
  expect([...others, fallback({ replies: [spent] })].map(isUnanswered)).toEqual([false, false, false, false]);
});
