import { ACTION_CARDS, REWARD_CARDS } from '~/games/gpu-market/catalog';
import type { Action } from '~/games/gpu-market/types';
import type { ActionCard, ActionField, RewardColumn } from './catalog-words';

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

export const MARKET_ACTIONS: readonly ActionCard[] = ACTION_CARDS.map(({ action_type, summary, needs, takes }) => ({
  type: action_type,
  summary,
  fields: [...needs.map((name) => field(name, true)), ...takes.map((name) => field(name, false))],
}));

export const MARKET_COLUMNS: readonly RewardColumn[] = REWARD_CARDS.map(({ column, weight, summary }) => ({
  name: column,
  weight,
  summary,
}));

function field(name: FieldName, required: boolean): ActionField {
  return { name, type: TYPES[name], required };
}
