/** A match as steps for programs: each action with its answer and reward, and the settlement. */
import type { ActionTaken, MarketEvent, Rewarded } from '../events';
import type { Action, ActionResult, RewardBreakdown } from '../types';

interface Step {
  round_index: number;
  action: Action | null;
  result: ActionResult;
  reward: number;
  cumulative_reward: number;
  reward_breakdown: RewardBreakdown;
}

export function stepsOf(events: readonly MarketEvent[]): { steps: Step[]; settlement: Step | null } {
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
