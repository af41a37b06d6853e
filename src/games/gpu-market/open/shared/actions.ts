/** A seat's turn of actions, parsed at the endpoint. */

import { z } from 'zod';
import type { Reading } from '~/contract/game';
import { strangeField } from '../../strange-field';
import { CLAIM_FIELDS, type NewActionType, OPEN_ACTION_TYPES, type OpenActionType } from './types';

/** Far more than any amount in this market; larger values are invalid. */
export const MAX_MONEY = 1_000_000;
const MAX_LIST = 256;
const MESSAGE_CODE_POINTS = 500;

/** Excludes property names of all objects. */
export const idField = z
  .string()
  .max(64)
  .refine((text) => !(text in Object.prototype));
const ids = z.array(idField).max(MAX_LIST);
const amount = z.preprocess(asNumber, z.number());
const message = z.string().refine((text) => text.length <= MESSAGE_CODE_POINTS || Array.from(text).length <= MESSAGE_CODE_POINTS);

const planItem = z.object({ job_id: idField, block_ids: ids });
const claimItem = z.object({ job_id: idField, field: z.enum(CLAIM_FIELDS), value: z.number() });

const shape = {
  action_type: z.enum(OPEN_ACTION_TYPES),
  target_lab_id: idField.optional(),
  offer_id: idField.optional(),
  coalition_id: idField.optional(),
  job_id: idField.optional(),
  message: message.optional(),
  block_ids: ids.optional(),
  requested_block_ids: ids.optional(),
  payment: amount.optional(),
  requested_payment: z.preprocess(asNumber, z.number().max(MAX_MONEY)).optional(),
  conditions: z.record(z.string().max(64), z.unknown()).optional(),
  expires_in: z.int().min(1).max(4).optional(),
  members: ids.optional(),
  split: z.string().max(64).optional(),
  owner_share: z.number().optional(),
  bond: z.preprocess(asNumber, z.number().min(0).max(50)).optional(),
  job_ids: ids.optional(),
  reserve: z.preprocess(asNumber, z.number().max(MAX_MONEY)).optional(),
  until_round: z.int().optional(),
  plan: z.array(planItem).max(MAX_LIST).optional(),
  claims: z.array(claimItem).max(32).optional(),
};
const schema = z.object(shape);

/** The fields of an action and of its list items. */
export const ACTION_FIELDS: readonly string[] = Object.keys(shape);
export const PLAN_ITEM_FIELDS: readonly string[] = Object.keys(planItem.shape);
export const CLAIM_ITEM_FIELDS: readonly string[] = Object.keys(claimItem.shape);

/** A parsed action with only the fields it uses. */
export type OpenAction = z.infer<typeof schema>;

/** The fields of an action except its type. */
export type ActionFields = Omit<OpenAction, 'action_type'>;

/** An action of any version; newer fields are absent in an older one. */
export interface TakenAction extends ActionFields {
  action_type: OpenActionType | NewActionType;
  want_id?: string | undefined;
  promise_id?: string | undefined;
  plan_id?: string | undefined;
  /** The window of a want, both rounds included. */
  from_round?: number | undefined;
  to_round?: number | undefined;
  hours?: number | undefined;
  min_reliability?: number | undefined;
  /** For a pledge: plans may use it in the round in which they are proposed. */
  at_once?: boolean | undefined;
}

/** A turn's parsed actions; null stands for an invalid one. */
export interface ReadTurn {
  actions: { action: TakenAction | null; why: string | null }[];
  /** Number of actions over the limit of a turn. */
  left_out: number;
}

/** A seat's complete submission; a bare action or list is a turn too. */
export interface OpenTurn {
  actions: unknown[];
  round_index: number | null;
  key: string | null;
}

/** A turn created by the game itself, whose actions need no parsing. */
export class MadeTurn {
  readonly actions: readonly TakenAction[];

  constructor(actions: readonly TakenAction[]) {
    this.actions = actions;
  }
}

/** Parses actions of these types with these additional fields. null counts as missing; unknown fields are dropped. */
export function actionReader<Action>(types: readonly string[], more: z.ZodRawShape = {}): (raw: unknown) => Reading<Action> {
  const fields = { ...shape, ...more, action_type: z.enum(types) };
  const reader = z.object(fields);
  return (raw) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
      return { ok: false, why: 'An action is an object with an action_type.' };
    const given: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(raw)) if (value !== null && Object.hasOwn(fields, name)) given[name] = value;
    const read = reader.safeParse(given);
    if (read.success) return { ok: true, value: read.data as Action };
    const issue = read.error.issues[0];
    const path = issue?.path.join('.') ?? '';
    return { ok: false, why: path === '' ? 'This is no action.' : `${path}: ${issue?.message ?? 'not valid'}`, path };
  };
}

/** An action of version 1. */
export const readAction = actionReader<OpenAction>(OPEN_ACTION_TYPES);

const turnSchema = z.object({
  actions: z.array(z.unknown()).max(MAX_LIST),
  round_index: z.int().optional(),
  key: z.string().min(1).max(128).optional(),
});

/** Parses a turn's outline; an invalid one becomes a turn that waits. */
export function readTurn(raw: unknown): Reading<OpenTurn> {
  const waits = { actions: [], round_index: null, key: null };
  if (Array.isArray(raw)) return { ok: true, value: { ...waits, actions: raw.slice(0, MAX_LIST) } };
  if (typeof raw !== 'object' || raw === null) return { ok: false, why: 'A turn is an action, or a list of actions.' };
  if (!('actions' in raw)) {
    return 'action_type' in raw
      ? { ok: true, value: { ...waits, actions: [raw] } }
      : { ok: false, why: 'A turn is an action, or a list of actions.' };
  }
  const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null));
  const read = turnSchema.safeParse(given);
  if (!read.success) return { ok: false, why: 'A turn holds a list of actions, and may name its round_index and a key.' };
  return { ok: true, value: { actions: read.data.actions, round_index: read.data.round_index ?? null, key: read.data.key ?? null } };
}

/** The phase of the round in which an action is carried out. */
export function phaseOf(action: OpenAction): number {
  return action.action_type === 'allocate_to_job' && isJointPlan(action) ? 5 : PHASES[action.action_type];
}

/** An allocation for a coalition, rather than a seat's own. */
export function isJointPlan(action: Pick<TakenAction, 'coalition_id' | 'plan'>): boolean {
  return action.coalition_id !== undefined || action.plan !== undefined;
}

const PHASES: Record<OpenActionType, number> = {
  reject_offer: 1,
  release_capacity: 1,
  decline_coalition: 1,
  leave_coalition: 1,
  wait: 1,
  finish: 1,
  accept_offer: 2,
  join_coalition: 2,
  send_offer: 3,
  counter_offer: 3,
  form_coalition: 3,
  make_pitch: 3,
  counter_pitch: 3,
  send_message: 3,
  reserve_capacity: 4,
  commit_to_coalition: 4,
  allocate_to_job: 6,
};

/** As lenient as classic: numeric strings and booleans are numbers. */
export function asNumber(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  return value;
}

const TURN_FIELDS = ['actions', 'round_index', 'key'];

/** How a version parses an action, and its fields. */
export interface ActionRules {
  read: (raw: unknown) => Reading<unknown>;
  fields: readonly string[];
}

const RULES_1: ActionRules = { read: readAction, fields: ACTION_FIELDS };

/**
 * Parses a program's input for a round of ruleset `open`: one or more actions, all of which must be valid, while the rules would let each
 * fail separately. Unknown fields are refused by name, while the rules would drop them.
 */
export function readOpenTurn(raw: unknown, round: number, { read, fields }: ActionRules = RULES_1): Reading<OpenTurn> {
  const turn = readTurn(raw);
  if (!turn.ok) return turn;
  const { round_index, actions } = turn.value;
  if (round_index !== null && round_index !== round) return { ok: false, why: `round_index: this is round ${round}, not ${round_index}` };
  const isList = typeof raw === 'object' && raw !== null && 'actions' in raw;
  const outline = isList ? strangeField('turn', raw, TURN_FIELDS) : null;
  if (outline !== null) return { ok: false, why: outline };
  for (const action of actions) {
    const reading = read(action);
    if (!reading.ok) return reading;
    const strange = strangeInAction(action, fields);
    if (strange !== null) return { ok: false, why: strange };
  }
  return turn;
}

function strangeInAction(action: unknown, fields: readonly string[]): string | null {
  const { plan, claims } = action as { plan?: unknown; claims?: unknown };
  const parts: [string, unknown, readonly string[]][] = [
    ['action', action, fields],
    ...listed(plan).map((part): [string, unknown, readonly string[]] => ['plan', part, PLAN_ITEM_FIELDS]),
    ...listed(claims).map((part): [string, unknown, readonly string[]] => ['claims', part, CLAIM_ITEM_FIELDS]),
  ];
  for (const [what, part, known] of parts) {
    const strange = strangeField(what, part, known);
    if (strange !== null) return strange;
  }
  return null;
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
