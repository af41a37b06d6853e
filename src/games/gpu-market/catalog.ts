/** A one-sentence description of each action type and reward column, for pages, catalogs and help texts. */
import type { Action, ActionType, RewardBreakdown } from './types';

export interface ActionCard {
  action_type: ActionType;
  /** What it does. */
  summary: string;
  /** The fields it uses, required ones first. */
  needs: readonly Field[];
  takes: readonly Field[];
}

type Field = Exclude<keyof Action, 'action_type'>;

export const ACTION_CARDS: readonly ActionCard[] = [
  {
    action_type: 'send_offer',
    summary: 'Offers a lab your blocks and a payment for its blocks.',
    needs: ['target_lab_id'],
    takes: ['block_ids', 'requested_block_ids', 'payment', 'message', 'conditions'],
  },
  {
    action_type: 'accept_offer',
    summary: 'Accepts an offer made to you. Payment and blocks change hands immediately.',
    needs: ['offer_id'],
    takes: [],
  },
  { action_type: 'reject_offer', summary: 'Rejects an active offer.', needs: ['offer_id'], takes: [] },
  {
    action_type: 'counter_offer',
    summary: 'Rejects an active offer and makes its sender a new one.',
    needs: ['offer_id'],
    takes: ['block_ids', 'requested_block_ids', 'payment', 'message', 'conditions'],
  },
  {
    action_type: 'make_pitch',
    summary: 'Argues for capacity to everybody or to one lab. With a judge, every lab’s pitch is scored.',
    needs: ['message'],
    takes: ['target_lab_id'],
  },
  {
    action_type: 'counter_pitch',
    summary: 'Replies to another pitch. It is judged like a pitch.',
    needs: ['message'],
    takes: ['target_lab_id'],
  },
  {
    action_type: 'reserve_capacity',
    summary: 'Marks your blocks as reserved, for a job or in general.',
    needs: ['block_ids'],
    takes: ['job_id'],
  },
  { action_type: 'release_capacity', summary: 'Makes reserved blocks available again.', needs: ['block_ids'], takes: [] },
  { action_type: 'form_coalition', summary: 'Forms a coalition with another lab.', needs: ['target_lab_id'], takes: ['message'] },
  {
    action_type: 'commit_to_coalition',
    summary: 'Commits your blocks to a coalition. If one changes hands later, that is a breach.',
    needs: ['coalition_id', 'block_ids'],
    takes: [],
  },
  {
    action_type: 'allocate_to_job',
    summary: 'Puts your blocks to work on your job, which earns its value minus energy.',
    needs: ['job_id', 'block_ids'],
    takes: [],
  },
  { action_type: 'send_message', summary: 'Speaks to a lab or to everybody.', needs: ['message'], takes: ['target_lab_id'] },
  { action_type: 'wait', summary: 'Lets the round pass.', needs: [], takes: [] },
  { action_type: 'finish', summary: 'Ends the match immediately, without the final settlement’s reward.', needs: [], takes: [] },
];

export interface RewardCard {
  column: keyof RewardBreakdown;
  /** The column's weight in a classic reward; null for the reward itself. */
  weight: number | null;
  summary: string;
}

export const REWARD_CARDS: readonly RewardCard[] = [
  { column: 'job_utility_score', weight: 0.35, summary: 'What an allocation earned: value minus energy, divided by 150, at most .5.' },
  { column: 'deal_quality_score', weight: 0.2, summary: 'What an accepted deal did to your prospects, around .5; .1 for making an offer.' },
  { column: 'coalition_reliability_score', weight: 0.15, summary: 'State of your coalitions: kept .8, excused .5, breached −.5.' },
  { column: 'judge_argument_score', weight: 1, summary: 'The judge’s bonus: a fifth of your lead over the best other pitch.' },
  { column: 'budget_efficiency_score', weight: 0.1, summary: 'At the final settlement: your budget divided by 120.' },
  {
    column: 'negotiation_efficiency_score',
    weight: 0.1,
    summary: '.08 for every accepted action. A wait shows it but does not earn it.',
  },
  { column: 'market_adaptation_score', weight: 0.1, summary: '.08 for a deal, an allocation or a release once a shock has struck.' },
  { column: 'spam_penalty', weight: 1, summary: '−.05 while your last three actions were the same.' },
  { column: 'breach_penalty', weight: 1, summary: '−.2 in every step while a coalition of yours is breached.' },
  {
    column: 'invalid_action_penalty',
    weight: 1,
    summary: '−.1 for a refused action, −.15 for an invalid one. Then only penalties count.',
  },
  { column: 'normalized_reward', weight: null, summary: 'The step’s reward: the weighted sum, between −1 and 1, to four places.' },
];
