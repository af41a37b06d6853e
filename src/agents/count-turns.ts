/** Sums over an agent's turns: how much of a result was the model's own. */
import { actionsOfMove, typeOfAction } from '~/contract/actions-of-move';
import type { AgentTurn, TurnCounts } from './agent-turn';

export function countTurns(turns: readonly AgentTurn[]): TurnCounts {
  const replies = turns.flatMap((turn) => turn.replies);
  const of = (origin: AgentTurn['origin']) => turns.filter((turn) => turn.origin === origin).length;
  return {
    turns: turns.length,
    own: of('own'),
    repaired: of('repaired'),
    fallback: of('fallback'),
    ...partsOfFallback(turns),
    ...wordlessOf(turns),
    guarded: turns.filter((turn) => turn.guards.length > 0).length,
    walkBacks: sumOf(turns, (turn) => turn.walkBacks.length),
    calls: replies.length,
    tokens: {
      prompt: sumOf(replies, (reply) => reply.tokens?.prompt ?? 0),
      completion: sumOf(replies, (reply) => reply.tokens?.completion ?? 0),
    },
    cost: sumOf(replies, (reply) => reply.cost),
    latency: latencyOf(turns.map((turn) => turn.ms)),
    actions: actionsOf(turns),
  };
}

function partsOfFallback(turns: readonly AgentTurn[]): Pick<TurnCounts, 'overBudget' | 'notAsked'> {
  const overBudget = turns.filter(isOverBudget).length;
  const notAsked = turns.filter((turn) => turn.origin === 'fallback' && turn.replies.length === 0 && !isOverBudget(turn)).length;
  return { ...(overBudget > 0 && { overBudget }), ...(notAsked > 0 && { notAsked }) };
}

function wordlessOf(turns: readonly AgentTurn[]): Pick<TurnCounts, 'wordless'> {
  const wordless = turns.filter((turn) => turn.wordless !== undefined).length;
  return wordless > 0 ? { wordless } : {};
}

function isOverBudget({ origin, replies, overBudget }: AgentTurn): boolean {
  return origin === 'fallback' && (overBudget === true || replies.at(-1)?.fault?.code === 'over_budget');
}

/** It was asked, or should have been, and nothing came back: no call of it, or the last one, was answered. Budgets do not count. */
export function isUnanswered(turn: AgentTurn): boolean {
  return turn.origin === 'fallback' && !isOverBudget(turn) && turn.replies.at(-1)?.fault !== null;
}

function actionsOf(turns: readonly AgentTurn[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const action of turns.flatMap((turn) => actionsOfMove(turn.move))) {
    const type = typeOfAction(action) ?? 'none';
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Nearest rank, so that each figure was actually measured. */
function latencyOf(times: readonly number[]): TurnCounts['latency'] {
  const ordered = [...times].sort((a, b) => a - b);
  const at = (part: number) => ordered[Math.max(0, Math.ceil(part * ordered.length) - 1)] ?? 0;
  return ordered.length === 0 ? null : { p50: at(0.5), p95: at(0.95) };
}

function sumOf<T>(list: readonly T[], amount: (one: T) => number): number {
  return list.reduce((sum, one) => sum + amount(one), 0);
}
