/** The GPU market's actions and reward columns explained, for catalogues and forms. The rules themselves are in `games/gpu-market`. */
import { ACTION_TYPES, type ActionType, type RewardBreakdown } from '~/games/gpu-market/types';
import type { ActionCard, ActionField, RewardColumn } from './catalog-words';

const lab: ActionField = { name: 'target_lab_id', type: 'string', required: true };
const anyLab: ActionField = { ...lab, required: false };
const offer: ActionField = { name: 'offer_id', type: 'string', required: true };
const blocks: ActionField = { name: 'block_ids', type: 'string[]', required: true };
const message: ActionField = { name: 'message', type: 'string', required: false };
const terms: ActionField[] = [
  { name: 'block_ids', type: 'string[]', required: false },
  { name: 'requested_block_ids', type: 'string[]', required: false },
  { name: 'payment', type: 'number', required: false },
  message,
  { name: 'conditions', type: 'object', required: false },
];

const ACTIONS: Record<ActionType, Omit<ActionCard, 'type'>> = {
  send_offer: { summary: 'Offer blocks and a payment to another lab, for blocks of its own.', fields: [lab, ...terms] },
  accept_offer: { summary: 'Take an offer made to you: payment and blocks change hands at once.', fields: [offer] },
  reject_offer: { summary: 'Turn an offer down.', fields: [offer] },
  counter_offer: { summary: 'Turn an offer down and make its sender another.', fields: [offer, ...terms] },
  make_pitch: {
    summary: 'Argue why the blocks should be yours; with a judge, the best pitch of the round earns a bonus.',
    fields: [{ ...message, required: true }, anyLab],
  },
  counter_pitch: { summary: "Answer another lab's pitch with your own.", fields: [{ ...message, required: true }, anyLab] },
  reserve_capacity: {
    summary: 'Mark blocks of yours as reserved, for a job if you name one.',
    fields: [blocks, { name: 'job_id', type: 'string', required: false }],
  },
  release_capacity: { summary: 'Take the reservation off again.', fields: [blocks] },
  form_coalition: { summary: 'Found a coalition with another lab.', fields: [lab, message] },
  commit_to_coalition: {
    summary: 'Pledge blocks of yours to a coalition you are in.',
    fields: [{ name: 'coalition_id', type: 'string', required: true }, blocks],
  },
  allocate_to_job: {
    summary: 'Run a job of yours on blocks of yours: this is where value is made.',
    fields: [{ name: 'job_id', type: 'string', required: true }, blocks],
  },
  send_message: { summary: 'Say something to one lab, or to all.', fields: [{ ...message, required: true }, anyLab] },
  wait: { summary: 'Do nothing this round.', fields: [] },
  finish: { summary: 'End the match now and settle.', fields: [] },
};

export const ACTION_CARDS: readonly ActionCard[] = ACTION_TYPES.map((type) => ({ type, ...ACTIONS[type] }));

/** In the order of the published table. */
const COLUMNS: Record<keyof RewardBreakdown, string> = {
  job_utility_score: 'The value of the job just allocated, less its energy; weighs 0.35.',
  deal_quality_score: 'How much an accepted offer improved your prospects, or 0.1 for making one; weighs 0.20.',
  coalition_reliability_score: 'How well your coalitions stand: kept, excused or breached; weighs 0.15.',
  judge_argument_score: "The judge's bonus for this round's pitch, between -0.08 and 0.18.",
  budget_efficiency_score: 'What is left of the budget at the final settlement; weighs 0.10.',
  negotiation_efficiency_score: '0.08 for an action the rules allowed; weighs 0.10, and nothing for waiting.',
  market_adaptation_score: '0.08 for a deal, an allocation or a release after a shock; weighs 0.10.',
  spam_penalty: '-0.05 when the last three actions were the same.',
  breach_penalty: '-0.2 while one of your coalitions is breached.',
  invalid_action_penalty: '-0.10 for an action the rules refused, -0.15 for one that was none.',
  normalized_reward: 'The sum of the above, between -1 and 1: the reward of the step.',
};

export const REWARD_COLUMNS: readonly RewardColumn[] = Object.entries(COLUMNS).map(([name, summary]) => ({ name, summary }));
