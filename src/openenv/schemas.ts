/** JSON Schemas of what crosses the door, for `/schema`, tools and code generators. */
import { envGames } from '~/engine/env-games';
import { OPEN_ACTION_TYPES } from '~/games/gpu-market/open/types';
import { ACTION_TYPES } from '~/games/gpu-market/types';
import { resetSchema } from './reset-schema';

const TEXT = { type: 'string' } as const;
const LIST = { type: 'array', items: TEXT, maxItems: 256 } as const;

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
    maxItems: 256,
    items: { type: 'object', properties: { job_id: TEXT, block_ids: LIST }, required: ['job_id', 'block_ids'] },
  },
  claims: {
    type: 'array',
    maxItems: 32,
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
const ACTION_PROPERTIES = { action_type: { type: 'string', enum: ACTION_NAMES }, ...ACTION_FIELDS };
const METADATA = { type: ['object', 'null'] };

/** One action. */
export const ACTION = {
  type: 'object',
  properties: { ...ACTION_PROPERTIES, metadata: METADATA },
  required: ['action_type'],
};

/** Of what a turn of several may consist, as the rules have it; each match says how many it takes in `actions_per_round`. */
export const MOST_ACTIONS = 16;

/** What a step takes: one action or, under ruleset open, a turn of several. */
const STEP = {
  type: 'object',
  description: 'One action, or under ruleset open a turn of several: {"actions":[…]}, as many as the observation\'s actions_per_round.',
  properties: {
    ...ACTION_PROPERTIES,
    actions: { type: 'array', items: ACTION, maxItems: MOST_ACTIONS },
    round_index: {
      type: 'integer',
      minimum: 0,
      description: 'Beside actions: the round that the turn is for. Refused when it is another.',
    },
    key: { ...TEXT, minLength: 1, maxLength: 128, description: 'Beside actions: a name for the turn, of no effect here.' },
    metadata: METADATA,
  },
  // Strict validators want a required property named where it is required.
  anyOf: [
    { properties: { action_type: {} }, required: ['action_type'] },
    { properties: { actions: {} }, required: ['actions'] },
  ],
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

/** Games that the engine resets have moves and observations of their own: what is asked of the market's is not asked of them. */
function orAny(schema: object): object {
  return envGames().some(({ isPlain }) => isPlain) ? { anyOf: [schema, { type: 'object' }] } : schema;
}

const STATE = {
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
};

export function schemas() {
  return {
    action: orAny(STEP),
    reset: resetSchema(),
    observation: orAny(observation(NUMBER_OR_NULL)),
    reset_observation: orAny(observation(NUMBER_OR_NULL)),
    state: STATE,
  };
}
