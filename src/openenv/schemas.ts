/** JSON Schemas of what crosses the door, for `/schema`, tools and code generators. */
import { OPEN_ACTION_TYPES } from '~/games/gpu-market/open/types';
import { ACTION_TYPES } from '~/games/gpu-market/types';

const TEXT = { type: 'string' } as const;
const LIST = { type: 'array', items: TEXT } as const;

/** By name: what each field of an action holds. */
export const ACTION_FIELDS: Readonly<Record<string, object>> = {
  target_lab_id: TEXT,
  offer_id: TEXT,
  coalition_id: TEXT,
  job_id: TEXT,
  message: { ...TEXT, maxLength: 500 },
  block_ids: LIST,
  requested_block_ids: LIST,
  payment: { type: 'number', minimum: 0 },
  conditions: { type: 'object' },
  requested_payment: { type: 'number', minimum: 0 },
  expires_in: { type: 'integer', minimum: 1, maximum: 4 },
  members: LIST,
  split: { type: 'string', enum: ['equal', 'contribution', 'shapley'] },
  owner_share: { type: 'number', minimum: 0, maximum: 1 },
  bond: { type: 'number', minimum: 0, maximum: 50 },
  job_ids: LIST,
  reserve: { type: 'number', minimum: 0 },
  until_round: { type: 'integer', minimum: 0 },
  plan: {
    type: 'array',
    items: { type: 'object', properties: { job_id: TEXT, block_ids: LIST }, required: ['job_id', 'block_ids'] },
  },
  claims: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        job_id: TEXT,
        field: { type: 'string', enum: ['hours', 'deadline', 'value', 'reliability'] },
        value: { type: 'number' },
      },
      required: ['job_id', 'field', 'value'],
    },
  },
};

const ACTION_NAMES = [...new Set<string>([...ACTION_TYPES, ...OPEN_ACTION_TYPES])];
const ACTION = {
  type: 'object',
  properties: { action_type: { type: 'string', enum: ACTION_NAMES }, ...ACTION_FIELDS, metadata: { type: ['object', 'null'] } },
  required: ['action_type'],
};

const NUMBER_OR_NULL = { type: ['number', 'null'] } as const;

const OBSERVED = {
  task_id: TEXT,
  round_index: { type: 'integer', minimum: 0 },
  max_rounds: { type: 'integer', minimum: 1 },
  controlled_lab_id: TEXT,
  controlled_lab_budget: { type: 'number' },
  controlled_lab_reputation: { type: 'number' },
  private_jobs: { type: 'array', items: { type: 'object' } },
  owned_blocks: { type: 'array', items: { type: 'object' } },
  public_market: { type: 'object' },
  visible_labs: { type: 'array', items: { type: 'object' } },
  active_offers: { type: 'array', items: { type: 'object' } },
  active_coalitions: { type: 'array', items: { type: 'object' } },
  message_history: { type: 'array', items: { type: 'object' } },
  reward_breakdown: { type: ['object', 'null'] },
} as const;

function observation(reward: object): object {
  return {
    type: 'object',
    properties: { ...OBSERVED, reward, done: { type: 'boolean' }, metadata: { type: ['object', 'null'] } },
    required: ['task_id', 'round_index', 'max_rounds', 'controlled_lab_id', 'controlled_lab_budget', 'done'],
  };
}

export const SCHEMAS = {
  action: ACTION,
  observation: observation(NUMBER_OR_NULL),
  reset_observation: observation(NUMBER_OR_NULL),
  state: {
    type: 'object',
    properties: {
      episode_id: { type: ['string', 'null'] },
      step_count: { type: 'integer', minimum: 0 },
      ruleset: TEXT,
      task_type: TEXT,
      seed: { type: ['integer', 'null'], minimum: 0 },
      seat: TEXT,
      reward: TEXT,
      opponents: { type: 'object' },
      record: { type: 'object' },
      round_index: { type: 'integer', minimum: 0 },
      max_rounds: { type: 'integer', minimum: 1 },
      done: { type: 'boolean' },
      cumulative_reward: { type: 'number' },
      invalid_actions: { type: 'integer', minimum: 0 },
    },
    required: ['episode_id', 'step_count'],
  },
};
