/** Descriptions of the market without a match: actions and reward columns for catalogs, schemas and tools for programs. */
import type { EnvTold, EnvTool } from '~/contract/env';
import type { ActionCard, ActionField, RewardColumn } from '~/contract/pack';
import { ACTION_CARDS, REWARD_CARDS } from './catalog';
import { OPEN_ACTION_TYPES } from './open/shared/types';
import { ACTION_TYPES, type Action } from './types';

type FieldName = Exclude<keyof Action, 'action_type'>;

/** As in JSON. */
const TYPES: Record<FieldName, string> = {
  target_lab_id: 'string',
  offer_id: 'string',
  coalition_id: 'string',
  job_id: 'string',
  message: 'string',
  block_ids: 'string[]',
  requested_block_ids: 'string[]',
  payment: 'number',
  conditions: 'object',
};

const actions: readonly ActionCard[] = ACTION_CARDS.map(({ action_type, summary, needs, takes }) => ({
  type: action_type,
  summary,
  fields: [...needs.map((name) => field(name, true)), ...takes.map((name) => field(name, false))],
}));

const rewardColumns: readonly RewardColumn[] = REWARD_CARDS.map(({ column, weight, summary }) => ({
  name: column,
  weight,
  summary,
}));

export const guide = { actions, rewardColumns };

const TEXT = { type: 'string' } as const;
const LIST = { type: 'array', items: TEXT, maxItems: 256 } as const;

/** Schemas of the fields of an action, by name. */
const FIELDS: Readonly<Record<string, object>> = {
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
const METADATA = { type: ['object', 'null'] };

/** Additions of a later version of the rules. */
export interface MoreTold {
  types: readonly string[];
  fields: Readonly<Record<string, object>>;
  observed: Readonly<Record<string, object>>;
  /** By action: additional fields. */
  takes: Readonly<Record<string, readonly string[]>>;
  tools: readonly { name: string; summary: string; fields: readonly string[]; required: readonly string[] }[];
}

const NO_MORE: MoreTold = { types: [], fields: {}, observed: {}, takes: {}, tools: [] };

/** One action. */
function actionOf({ types, fields }: MoreTold) {
  return { action_type: { type: 'string', enum: [...ACTION_NAMES, ...types] }, ...FIELDS, ...fields };
}

/** The rules' limit for turns of several actions; each match states its own in `actions_per_round`. */
const MOST_ACTIONS = 16;

/** A step's input: one action or, in ruleset open, a turn of several. */
function stepOf(properties: object, action: object) {
  return {
    type: 'object',
    description: 'One action, or under ruleset open a turn of several: {"actions":[…]}, as many as the observation\'s actions_per_round.',
    properties: {
      ...properties,
      actions: { type: 'array', items: action, maxItems: MOST_ACTIONS },
      round_index: {
        type: 'integer',
        minimum: 0,
        description: 'With actions: the round that the turn is for. The turn is refused in any other round.',
      },
      key: { ...TEXT, minLength: 1, maxLength: 128, description: 'With actions: a name for the turn. It has no effect here.' },
      metadata: METADATA,
    },
    // Strict validators want a required property to be defined where it is required.
    anyOf: [
      { properties: { action_type: {} }, required: ['action_type'] },
      { properties: { actions: {} }, required: ['actions'] },
    ],
  };
}

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

function observationOf({ observed }: MoreTold) {
  return {
    type: 'object',
    properties: {
      ...OBSERVED,
      ...observed,
      reward: { type: ['number', 'null'] },
      done: { type: 'boolean' },
      metadata: METADATA,
    },
    required: ['task_id', 'round_index', 'max_rounds', 'controlled_lab_id', 'controlled_lab_budget', 'done'],
  };
}

const COMMITS = ['block_ids', 'job_ids', 'reserve', 'until_round'];

function takeTurn(action: object): EnvTool {
  return {
    name: 'take_turn',
    description: 'Ruleset open: several actions in one turn. (A tool for a single action also plays a whole turn.)',
    schema: {
      type: 'object',
      properties: { actions: { type: 'array', items: action, maxItems: MOST_ACTIONS } },
      required: ['actions'],
      additionalProperties: false,
    },
    moveOf: (args) => args,
  };
}

const COALITION_CARDS = [
  { action_type: 'join_coalition', summary: 'Ruleset open: joins a coalition that invited you. You can add the fields of a commitment.' },
  { action_type: 'decline_coalition', summary: 'Ruleset open: declines an invitation.' },
  { action_type: 'leave_coalition', summary: 'Ruleset open: leaves a coalition. If you have a pledge in it, that is a breach.' },
];

/** Additional fields in ruleset open. */
const OPEN_TAKES: Readonly<Record<string, readonly string[]>> = {
  send_offer: ['requested_payment', 'expires_in'],
  counter_offer: ['requested_payment', 'expires_in'],
  form_coalition: ['members', 'split', 'owner_share', 'bond'],
  commit_to_coalition: ['job_ids', 'reserve', 'until_round'],
  allocate_to_job: ['coalition_id', 'plan'],
  send_message: ['coalition_id'],
  make_pitch: ['claims'],
  counter_pitch: ['claims'],
};

/** Fields optional in ruleset open: a public offer has no target, a coalition lists members, a joint plan has neither job nor blocks. */
const OPEN_SPARES: Readonly<Record<string, readonly string[]>> = {
  send_offer: ['target_lab_id'],
  form_coalition: ['target_lab_id'],
  commit_to_coalition: ['block_ids'],
  allocate_to_job: ['job_id', 'block_ids'],
};

export function toldWith(more: MoreTold): EnvTold {
  const properties = actionOf(more);
  const action = { type: 'object', properties: { ...properties, metadata: METADATA }, required: ['action_type'] };
  const fields = { ...FIELDS, ...more.fields };
  return {
    about: 'A market of AI labs that are short of GPU time: one lab is yours. Offers, coalitions, pitches, allocations, under shocks.',
    move: stepOf(properties, action),
    action,
    actions: {
      type: 'array',
      items: action,
      maxItems: MOST_ACTIONS,
      description: "Ruleset open: several actions in one turn, as many as the observation's actions_per_round.",
    },
    observation: observationOf(more),
    tools: [
      takeTurn(action),
      ...ACTION_CARDS.map(({ action_type, summary, needs, takes }) =>
        toolOf(fields, {
          name: action_type,
          summary,
          fields: [...needs, ...takes, ...(OPEN_TAKES[action_type] ?? []), ...(more.takes[action_type] ?? [])],
          required: needs.filter((field) => !OPEN_SPARES[action_type]?.includes(field)),
        }),
      ),
      ...COALITION_CARDS.map(({ action_type, summary }) =>
        toolOf(fields, {
          name: action_type,
          summary,
          fields: ['coalition_id', ...(action_type === 'join_coalition' ? COMMITS : []), ...(more.takes[action_type] ?? [])],
          required: ['coalition_id'],
        }),
      ),
      ...more.tools.map((tool) => toolOf(fields, tool)),
    ],
  };
}

/** One description for classic and the first version of open. */
export const marketTold: EnvTold = toldWith(NO_MORE);

function toolOf(known: Readonly<Record<string, object>>, { name, summary, fields, required }: MoreTold['tools'][number]): EnvTool {
  const properties = Object.fromEntries(fields.map((field) => [field, known[field]]));
  const schema = { type: 'object', properties, required: [...required], additionalProperties: false };
  return { name, description: summary, schema, moveOf: (args) => ({ ...args, action_type: name }) };
}

function field(name: FieldName, required: boolean): ActionField {
  return { name, type: TYPES[name], required };
}
