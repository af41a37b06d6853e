/** The kinds of actions, for catalogs, schemas and tool lists. */
import type { ActionCard } from '~/contract/pack';
import { FIELDS_OF, NEEDED } from './read-move';
import { ACTION_TYPES, type ActionType, LONGEST_MESSAGE, MOST_ACTIONS, SPLITS } from './types';

const SUMMARIES: Record<ActionType, string> = {
  send_offer: 'Offers a price to one seat of the other side, or to everybody. With coalition_id and participants it is a pool’s order.',
  counter_offer: 'Answers an offer with another price for the same quantity.',
  accept_offer: 'Takes a standing offer at its price.',
  reject_offer: 'Turns an offer down, or withdraws your own.',
  form_coalition: 'Invites other buyers to order together, and says the most you would pay for your unit.',
  join_coalition: 'Joins a pool, with the most you would pay for your unit.',
  decline_coalition: 'Turns an invitation down.',
  leave_coalition: 'Always refused: a pledge lasts as long as the pool.',
  commit_to_coalition: 'Raises the most you would pay in your pool.',
  make_pitch: 'Pitches to the customer who comes by, with claims about the listing.',
  send_message: 'Says something to one seat or to everybody. It binds nobody.',
  wait: 'Does nothing in this turn.',
  finish: 'Leaves the market without another deal.',
};

const FIELD_SCHEMAS: Readonly<Record<string, { schema: object; type: string }>> = {
  target_id: { schema: { type: ['string', 'null'] }, type: 'string' },
  offer_id: { schema: { type: 'string' }, type: 'string' },
  coalition_id: { schema: { type: 'string' }, type: 'string' },
  price: { schema: { type: 'number', exclusiveMinimum: 0 }, type: 'number' },
  reserve: { schema: { type: 'number', exclusiveMinimum: 0 }, type: 'number' },
  quantity: { schema: { type: 'integer', minimum: 1 }, type: 'number' },
  expires_in: { schema: { type: 'integer', minimum: 1 }, type: 'number' },
  until_round: { schema: { type: 'integer' }, type: 'number' },
  message: { schema: { type: 'string', maxLength: LONGEST_MESSAGE }, type: 'string' },
  members: { schema: { type: 'array', items: { type: 'string' } }, type: 'string[]' },
  participants: { schema: { type: 'array', items: { type: 'string' } }, type: 'string[]' },
  split: { schema: { enum: SPLITS }, type: 'string' },
  claim: {
    schema: { type: 'object', properties: { kind: { const: 'rival_offer' }, price: { type: 'number' } }, required: ['kind', 'price'] },
    type: 'object',
  },
  claims: {
    schema: { type: 'array', items: { type: 'object', properties: { fact: { type: 'string' }, value: {} }, required: ['fact', 'value'] } },
    type: 'object',
  },
};

export const ACTION_CARDS: readonly ActionCard[] = ACTION_TYPES.map((type) => ({
  type,
  summary: SUMMARIES[type],
  fields: FIELDS_OF[type].map((name) => ({
    name,
    type: FIELD_SCHEMAS[name]?.type ?? 'string',
    required: NEEDED[type]?.includes(name) === true,
  })),
}));

function schemaOf(type: ActionType, named: boolean): object {
  const fields = Object.fromEntries(FIELDS_OF[type].map((name) => [name, FIELD_SCHEMAS[name]?.schema ?? {}]));
  return {
    type: 'object',
    properties: named ? { action_type: { const: type }, ...fields } : fields,
    required: [...(named ? ['action_type'] : []), ...(NEEDED[type] ?? [])],
    additionalProperties: false,
  };
}

const ONE = { oneOf: ACTION_TYPES.map((type) => schemaOf(type, true)) };

export const moveSchema: object = { anyOf: [ONE, { type: 'array', items: ONE, maxItems: MOST_ACTIONS }] };

export const toolSchemas = Object.fromEntries(ACTION_TYPES.map((type) => [type, schemaOf(type, false)])) as Record<string, object>;
