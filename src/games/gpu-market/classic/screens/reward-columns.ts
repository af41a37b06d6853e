import type { RewardBreakdown } from '../../types';
import type { StepView } from '../../view';

type Column = keyof RewardBreakdown;

interface RewardColumn {
  column: Column;
  name: string;
  what: string;
  /** Its weight in the sum of an accepted step. */
  weight: (step: StepView) => number;
}

const always = (factor: number) => () => factor;
const accepted = (factor: number) => (step: StepView) => (step.result.ok ? factor : 0);
const refused = (factor: number) => (step: StepView) => (step.result.ok ? 0 : factor);

/** The columns of a step's reward in the rules' order, without their sum. */
export const REWARD_COLUMNS: readonly RewardColumn[] = [
  { column: 'job_utility_score', name: 'job utility', what: 'capacity used for a job', weight: accepted(0.35) },
  { column: 'deal_quality_score', name: 'deal quality', what: 'what a deal did for the lab', weight: accepted(0.2) },
  { column: 'coalition_reliability_score', name: 'coalition', what: 'coalitions kept or broken', weight: accepted(0.15) },
  { column: 'judge_argument_score', name: 'judge', what: "the judge's bonus for a pitch", weight: accepted(1) },
  { column: 'budget_efficiency_score', name: 'budget', what: 'credits left at the settlement', weight: accepted(0.1) },
  {
    column: 'negotiation_efficiency_score',
    name: 'negotiation',
    what: 'a move that the rules accept; none for waiting',
    weight: (step) => (step.result.ok && step.result.code !== 'waited' ? 0.1 : 0),
  },
  { column: 'market_adaptation_score', name: 'adaptation', what: 'acting on a shock', weight: accepted(0.1) },
  { column: 'spam_penalty', name: 'spam', what: 'the same move three times running', weight: always(1) },
  { column: 'breach_penalty', name: 'breach', what: 'a coalition broken', weight: always(1) },
  { column: 'invalid_action_penalty', name: 'refusal', what: 'a move that the rules refuse', weight: refused(1) },
];

export interface ColumnShare {
  column: Column;
  name: string;
  what: string;
  value: number;
  weight: number;
  /** value × weight: the column's contribution to the reward. */
  share: number;
}

export function sharesOf(step: StepView): ColumnShare[] {
  return REWARD_COLUMNS.map(({ column, name, what, weight }) => {
    const factor = weight(step);
    const value = step.breakdown[column];
    return { column, name, what, value, weight: factor, share: value * factor };
  });
}
