/** A played match as one JSON value, for programs. */
import { gameWords, refOf } from '~/contract/game-ref';
import type { ActionTaken, MarketEvent, Rewarded } from '~/games/gpu-market/events';
import type { Action, ActionResult, RewardBreakdown } from '~/games/gpu-market/types';
import type { PlayedMatch } from './play-match';
import { countsBySeat } from './turns-text';

interface Step {
  round_index: number;
  action: Action | null;
  result: ActionResult;
  reward: number;
  cumulative_reward: number;
  reward_breakdown: RewardBreakdown;
}

/** `id`: null for a match that nobody keeps. */
export function transcriptJson({ match, stored, turns }: PlayedMatch, id: string | null): string {
  const { task, seed, judgeMode, seats, scores } = match;
  const events = stored.map(({ event }) => event as MarketEvent);
  const { steps, settlement } = stepsOf(events);
  const card = { id, ...gameWords(refOf(match)), task, seed, judge_mode: judgeMode, seats };
  const agents = turns.length === 0 ? {} : { agents: { counts: countsBySeat(turns), turns } };
  return JSON.stringify({ match: card, score: scores, steps, settlement, events, ...agents });
}

function stepsOf(events: readonly MarketEvent[]): { steps: Step[]; settlement: Step | null } {
  const steps: Step[] = [];
  let settlement: Step | null = null;
  let round = 0;
  let action: ActionTaken['action'] = null;
  for (const event of events) {
    if (event.type === 'action_taken') action = event.action;
    if (event.type === 'round_started') round = event.round_index;
    if (event.type !== 'rewarded') continue;
    if (event.result.code === 'final_settlement') settlement = stepOf(event, { round, action: null });
    else steps.push(stepOf(event, { round, action }));
  }
  return { steps, settlement };
}

function stepOf({ result, breakdown, cumulative }: Rewarded, { round, action }: { round: number; action: Action | null }): Step {
  const reward = breakdown.normalized_reward;
  return { round_index: round, action, result, reward, cumulative_reward: cumulative, reward_breakdown: breakdown };
}
