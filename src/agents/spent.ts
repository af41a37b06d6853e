/** How much of its budget for a match an agent has used. */
import type { ModelSpec } from './agent';
import type { AgentReply } from './agent-turn';

type Budget = ModelSpec['budget'];

/** Why no further call is allowed; null if it is. */
export function whyOverBudget(budget: Budget, replies: readonly AgentReply[]): string | null {
  const { calls, seconds, dollars } = budget;
  const tokens = tokensLeft(budget, replies);
  if (tokens !== null && tokens <= 0) return `The budget of ${budget.tokens} tokens for this match is used up.`;
  if (calls !== null && replies.length >= calls) return `The budget of ${calls} calls for this match is used up.`;
  if (seconds !== null && secondsOf(replies) >= seconds) return `The budget of ${seconds} seconds for this match is used up.`;
  if (dollars !== null && replies.reduce((sum, reply) => sum + reply.cost, 0) >= dollars)
    return `The budget of $${dollars} for this match is used up.`;
  return null;
}

/** null: no limit. */
export function tokensLeft(budget: Budget, replies: readonly AgentReply[]): number | null {
  if (budget.tokens === null) return null;
  return budget.tokens - replies.reduce((sum, { tokens }) => sum + (tokens === null ? 0 : tokens.prompt + tokens.completion), 0);
}

/** Milliseconds; null: no limit. */
export function timeLeft(budget: Budget, replies: readonly AgentReply[]): number | null {
  return budget.seconds === null ? null : (budget.seconds - secondsOf(replies)) * 1000;
}

function secondsOf(replies: readonly AgentReply[]): number {
  return replies.reduce((sum, reply) => sum + reply.ms, 0) / 1000;
}
