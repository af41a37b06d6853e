import { describe, expect, it } from 'vitest';
import type { RewardBreakdown } from '../../types';
import { sharesOf } from './reward-columns';

const NOTHING: RewardBreakdown = {
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

function sumOf(code: string, ok: boolean, columns: Partial<RewardBreakdown>): number {
  const step = { lab_id: 'lab_0', action: null, result: { ok, code, message: '' }, breakdown: { ...NOTHING, ...columns } };
  return sharesOf(step).reduce((sum, one) => sum + one.share, 0);
}

describe('what the columns add to a reward', () => {
  it('adds up to the rules’ weighted sum for an accepted move', () => {
    const sum = sumOf('job_allocated', true, { job_utility_score: 0.5, negotiation_efficiency_score: 0.08, market_adaptation_score: 0.08 });
    expect(sum).toBeCloseTo(0.35 * 0.5 + 0.1 * 0.08 + 0.1 * 0.08);
  });

  it('counts no negotiation for waiting, though the column shows it', () => {
    expect(sumOf('waited', true, { negotiation_efficiency_score: 0.08 })).toBe(0);
  });

  it('counts only the penalties of a refused move', () => {
    expect(
      sumOf('unknown_offer', false, { invalid_action_penalty: -0.1, spam_penalty: -0.05, coalition_reliability_score: 0.8 }),
    ).toBeCloseTo(-0.15);
  });
});
