/** The eleven reward columns. Terms are summed unrounded; then each column is rounded to 4 decimals. */
import { clamp, clamp01, round } from '~/lib/numbers';
import type { ActionResult, RewardBreakdown } from '../../types';
import { type ClassicState, CONTROLLED, controlled } from '../state';
import { type Answer, emit, type Turn } from '../turn';

export const NO_REWARD: RewardBreakdown = {
  job_utility_score: 0,
  deal_quality_score: 0,
  coalition_reliability_score: 0,
  judge_argument_score: 0,
  budget_efficiency_score: 0,
  negotiation_efficiency_score: 0,
  market_adaptation_score: 0,
  spam_penalty: 0,
  breach_penalty: 0,
  invalid_action_penalty: 0,
  normalized_reward: 0,
};

export function giveReward(turn: Turn, answer: Answer): void {
  const breakdown = breakdownOf(turn.state, answer);
  const cumulative = round(clamp(turn.state.cumulative + breakdown.normalized_reward, -10, 10), 4);
  emit(turn, { type: 'rewarded', lab_id: CONTROLLED, result: answer.result, breakdown, cumulative });
}

function breakdownOf(state: ClassicState, answer: Answer): RewardBreakdown {
  const { ok, code } = answer.result;
  const job = code === 'job_allocated' ? clamp01(answer.delta) : 0;
  const deal = dealQuality(answer);
  const coalition = COALITION_CODES.has(code) ? coalitionScore(state) : 0;
  const judge = code === 'pitch_judged' ? answer.bonus : 0;
  const budget = code === 'final_settlement' ? clamp01(controlled(state).budget / 120) : 0;
  const negotiation = ok ? 0.08 : 0;
  const adaptation = state.shocks.length > 0 && ADAPTIVE_CODES.has(code) ? 0.08 : 0;
  const spam = state.repeated.times >= 3 ? -0.05 : 0;
  const breach = state.coalitions.some((one) => one.breach_status === 'breached' && one.members.includes(CONTROLLED)) ? -0.2 : 0;
  const invalid = penaltyOf(answer.result);
  const counted = code === 'waited' ? 0 : negotiation;
  const sum = ok
    ? 0.35 * job + 0.2 * deal + 0.15 * coalition + judge + 0.1 * budget + 0.1 * counted + 0.1 * adaptation + spam + breach
    : invalid + spam + breach;
  return {
    job_utility_score: round(job, 4),
    deal_quality_score: round(deal, 4),
    coalition_reliability_score: round(coalition, 4),
    judge_argument_score: round(judge, 4),
    budget_efficiency_score: round(budget, 4),
    negotiation_efficiency_score: negotiation,
    market_adaptation_score: adaptation,
    spam_penalty: spam,
    breach_penalty: breach,
    invalid_action_penalty: invalid,
    normalized_reward: round(clamp(sum, -1, 1), 4),
  };
}

const COALITION_CODES: ReadonlySet<string> = new Set(['coalition_created', 'coalition_committed', 'final_settlement']);
const ADAPTIVE_CODES: ReadonlySet<string> = new Set(['offer_accepted', 'job_allocated', 'capacity_released']);

function dealQuality(answer: Answer): number {
  const { code } = answer.result;
  if (code === 'offer_accepted') return clamp01(0.5 + answer.delta);
  return code === 'offer_created' || code === 'counter_offer_created' ? 0.1 : 0;
}

function penaltyOf(result: ActionResult): number {
  if (result.ok) return 0;
  return result.code === 'malformed_action' ? -0.15 : -0.1;
}

const STANDING = { none: 0.8, excused: 0.5, breached: -0.5 } as const;

function coalitionScore(state: ClassicState): number {
  const own = state.coalitions.filter((coalition) => coalition.members.includes(CONTROLLED));
  if (own.length === 0) return state.difficulty === 'hard' ? 0.2 : 0.4;
  let sum = 0;
  for (const coalition of own) sum += STANDING[coalition.breach_status];
  return clamp01(sum / own.length);
}

/** The reward at the end: completed jobs minus hoarded capacity. */
export function settlementBonus(state: ClassicState): number {
  const lab = controlled(state);
  const completed = lab.jobs.filter((job) => job.completed).length;
  const reserved = state.blocks.filter((block) => block.owner_lab_id === CONTROLLED && block.status === 'reserved').length;
  return clamp((0.3 * completed) / Math.max(1, lab.jobs.length) - 0.03 * reserved, -0.2, 0.4);
}
