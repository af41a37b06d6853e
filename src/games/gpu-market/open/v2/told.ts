/** Additional text for programs of version 2 in schemas and tool lists. */
import { toldWith } from '../../guide';
import { NEW_ACTION_TYPES, type NewActionType } from '../shared/types';

const TEXT = { type: 'string' } as const;
const ROUND = { type: 'integer', minimum: 0 } as const;
const PLEDGE = ['block_ids', 'job_ids', 'reserve', 'until_round'];

const TOOLS: Readonly<Record<NewActionType, { summary: string; fields: readonly string[]; required: readonly string[] }>> = {
  post_want: {
    summary: 'Tells all labs which hours you want and what you pay for them. You pay the first lab to fill it.',
    fields: ['hours', 'payment', 'from_round', 'to_round', 'min_reliability', 'expires_in', 'message'],
    required: ['hours'],
  },
  fill_want: {
    summary: 'Sells blocks to a lab that wants hours, at the payment it named.',
    fields: ['want_id', 'block_ids', 'message'],
    required: ['want_id', 'block_ids'],
  },
  withdraw_want: { summary: 'Withdraws one of your wants.', fields: ['want_id'], required: ['want_id'] },
  make_promise: {
    summary: 'Holds blocks for one lab at a price until a round; a bond goes to that lab if you break your word.',
    fields: ['target_lab_id', 'block_ids', 'requested_payment', 'bond', 'until_round', 'message'],
    required: ['target_lab_id', 'block_ids'],
  },
  take_promise: { summary: 'Buys what was promised to you, at the promised price.', fields: ['promise_id'], required: ['promise_id'] },
  decline_promise: { summary: 'Turns down a promise made to you.', fields: ['promise_id'], required: ['promise_id'] },
  propose_plan: {
    summary: 'Proposes a joint plan, or a counter-plan with a larger surplus, to one of your coalitions.',
    fields: ['coalition_id', 'plan', 'message'],
    required: ['coalition_id', 'plan'],
  },
  veto_plan: {
    summary: 'Vetoes a plan that uses something of yours.',
    fields: ['coalition_id', 'plan_id'],
    required: ['coalition_id', 'plan_id'],
  },
  withdraw_pledge: {
    summary: 'Takes back pledged items that no open plan uses. Name none to take back all of them.',
    fields: ['coalition_id', 'block_ids', 'job_ids'],
    required: ['coalition_id'],
  },
};

export const marketTold2 = toldWith({
  types: NEW_ACTION_TYPES,
  fields: {
    want_id: TEXT,
    promise_id: TEXT,
    plan_id: TEXT,
    from_round: ROUND,
    to_round: ROUND,
    hours: { type: 'integer', minimum: 1, maximum: 10_000 },
    min_reliability: { type: 'number', minimum: 0, maximum: 1 },
    at_once: { type: 'boolean' },
  },
  observed: { wants: { type: 'array', items: { type: 'object' } }, promises: { type: 'array', items: { type: 'object' } } },
  takes: {
    form_coalition: [...PLEDGE, 'at_once', 'plan'],
    join_coalition: ['at_once'],
    commit_to_coalition: ['at_once'],
  },
  tools: NEW_ACTION_TYPES.map((name) => ({ name, ...TOOLS[name], summary: `Ruleset open, version 2: ${TOOLS[name].summary}` })),
});
