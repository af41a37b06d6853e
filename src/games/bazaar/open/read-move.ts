/** Parses a seat's input: a turn of actions, a list, or a single action. */
import type { Reading } from '~/contract/game';
import { type RefusalCode, refuse } from './refusal';
import { readCents } from './rules/money';
import { whyNotText } from './rules/words';
import { ACTION_TYPES, type Action, type ActionType, type Claim, type FactClaim, MOST_ACTIONS, type ReadTurn, SPLITS } from './types';

/** A turn whose actions are parsed later, by the rules. */
export interface TurnOutline {
  actions: unknown[];
  round_index: number | null;
  key: string | null;
}

const MOST_LISTED = 256;
const LONGEST_ID = 64;
const LONGEST_KEY = 128;
const TURN_WORDS = 'A turn is an action, a list of actions, or an object with actions, and may name its round_index and a key.';

export function readTurn(raw: unknown): Reading<TurnOutline> {
  const waits = { actions: [], round_index: null, key: null };
  if (Array.isArray(raw)) return { ok: true, value: { ...waits, actions: raw.slice(0, MOST_LISTED) } };
  if (typeof raw !== 'object' || raw === null) return { ok: false, why: TURN_WORDS };
  if (!('actions' in raw)) return 'action_type' in raw ? { ok: true, value: { ...waits, actions: [raw] } } : { ok: false, why: TURN_WORDS };
  const { actions, round_index = null, key = null } = raw as { actions: unknown; round_index?: unknown; key?: unknown };
  const isRound = round_index === null || Number.isInteger(round_index);
  const isKey = key === null || (typeof key === 'string' && key.length > 0 && key.length <= LONGEST_KEY);
  if (!Array.isArray(actions) || actions.length > MOST_LISTED || !isRound || !isKey) return { ok: false, why: TURN_WORDS };
  return { ok: true, value: { actions, round_index: round_index as number | null, key } };
}

/** For endpoints that refuse invalid moves: requires that all actions are valid. */
export function readMove(raw: unknown): Reading<TurnOutline> {
  const turn = readTurn(raw);
  if (!turn.ok) return turn;
  for (const [at, one] of turn.value.actions.entries()) {
    const read = readAction(one);
    if (!read.ok) return { ok: false, why: read.why, path: `actions.${at}` };
  }
  return turn;
}

export function readActions(actions: readonly unknown[]): ReadTurn {
  const read = actions.slice(0, MOST_ACTIONS).map((raw): ReadTurn['actions'][number] => {
    const one = readAction(raw);
    return one.ok ? { action: one.value } : { action: null, code: one.code, why: one.why };
  });
  return { actions: read, left_out: Math.max(0, actions.length - MOST_ACTIONS) };
}

type ActionReading = { ok: true; value: Action } | { ok: false; code: RefusalCode; why: string };

/** Fields that are null count as missing; unknown fields are dropped. */
export function readAction(raw: unknown): ActionReading {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return no('malformed_action', 'An action is an object with an action_type.');
  const given = raw as Record<string, unknown>;
  const action_type = ACTION_TYPES.find((type) => type === given.action_type);
  if (action_type === undefined)
    return no('malformed_action', `action_type: ${shown(given.action_type)} is not one of ${ACTION_TYPES.join(', ')}.`);
  const action: Action = { action_type };
  for (const field of FIELDS_OF[action_type]) {
    const value = Object.hasOwn(given, field) ? given[field] : undefined;
    if (value === undefined || value === null) continue;
    const why = READERS[field](action, value);
    if (why !== null) return why;
  }
  const missing = NEEDED[action_type]?.find((field) => !Object.hasOwn(given, field) || given[field] === null || given[field] === undefined);
  if (missing === 'price' || missing === 'reserve') return no('bad_price', `${missing}: the action needs one.`);
  return missing === undefined ? { ok: true, value: action } : no('malformed_action', `${missing}: the action needs one.`);
}

type Field =
  | 'target_id'
  | 'offer_id'
  | 'coalition_id'
  | 'price'
  | 'quantity'
  | 'expires_in'
  | 'message'
  | 'members'
  | 'participants'
  | 'split'
  | 'reserve'
  | 'until_round'
  | 'claim'
  | 'claims';

export const FIELDS_OF: Readonly<Record<ActionType, readonly Field[]>> = {
  send_offer: ['target_id', 'price', 'quantity', 'expires_in', 'message', 'coalition_id', 'participants'],
  counter_offer: ['offer_id', 'price', 'expires_in', 'message'],
  accept_offer: ['offer_id', 'coalition_id', 'participants'],
  reject_offer: ['offer_id'],
  form_coalition: ['members', 'split', 'reserve', 'until_round', 'message'],
  join_coalition: ['coalition_id', 'reserve'],
  decline_coalition: ['coalition_id'],
  leave_coalition: ['coalition_id'],
  commit_to_coalition: ['coalition_id', 'reserve'],
  make_pitch: ['message', 'claims'],
  send_message: ['target_id', 'message', 'claim'],
  wait: [],
  finish: [],
};

export const NEEDED: Partial<Record<ActionType, readonly Field[]>> = {
  send_offer: ['price'],
  counter_offer: ['offer_id', 'price'],
  accept_offer: ['offer_id'],
  reject_offer: ['offer_id'],
  form_coalition: ['members', 'reserve'],
  join_coalition: ['coalition_id', 'reserve'],
  decline_coalition: ['coalition_id'],
  leave_coalition: ['coalition_id'],
  commit_to_coalition: ['coalition_id', 'reserve'],
  make_pitch: ['message'],
  send_message: ['message'],
};

type Fault = Extract<ActionReading, { ok: false }>;

const READERS: Readonly<Record<Field, (action: Action, value: unknown) => Fault | null>> = {
  target_id: (action, value) => withId(value, 'target_id', (id) => (action.target_id = id)),
  offer_id: (action, value) => withId(value, 'offer_id', (id) => (action.offer_id = id)),
  coalition_id: (action, value) => withId(value, 'coalition_id', (id) => (action.coalition_id = id)),
  price: (action, value) => withPrice(value, 'price', (cents) => (action.price_cents = cents)),
  reserve: (action, value) => withPrice(value, 'reserve', (cents) => (action.reserve_cents = cents)),
  quantity(action, value) {
    if (!isWhole(value)) return no('bad_quantity', `quantity: ${shown(value)} is not a whole number from 1.`);
    action.quantity = value;
    return null;
  },
  expires_in(action, value) {
    if (!isWhole(value)) return no('malformed_action', `expires_in: ${shown(value)} is not a whole number of rounds from 1.`);
    action.expires_in = value;
    return null;
  },
  until_round(action, value) {
    if (!Number.isSafeInteger(value)) return no('bad_round', `until_round: ${shown(value)} is not a round.`);
    action.until_round = value as number;
    return null;
  },
  message(action, value) {
    if (typeof value !== 'string') return no('malformed_action', 'message: a message is text.');
    const why = value === '' && action.action_type !== 'send_message' ? null : whyNotText(value);
    if (why !== null) return no(why, refuse(why).message);
    action.message = value;
    return null;
  },
  members: (action, value) => withIds(value, 'members', (ids) => (action.members = ids)),
  participants: (action, value) => withIds(value, 'participants', (ids) => (action.participants = ids)),
  split(action, value) {
    const split = SPLITS.find((one) => one === value);
    if (split === undefined) return no('bad_split', `split: ${shown(value)} is not one of ${SPLITS.join(', ')}.`);
    action.split = split;
    return null;
  },
  claim(action, value) {
    const claim = readClaim(value);
    if (claim === null) return no('malformed_action', 'claim: an object with kind "rival_offer" and a price.');
    action.claim = claim;
    return null;
  },
  claims(action, value) {
    const claims = Array.isArray(value) && value.length <= MOST_CLAIMS ? value.map(readFactClaim) : [null];
    if (claims.some((claim) => claim === null))
      return no('malformed_action', `claims: up to ${MOST_CLAIMS} objects, each with a fact and a value.`);
    action.claims = claims.filter((claim) => claim !== null);
    return null;
  },
};

const MOST_CLAIMS = 16;

function withId(value: unknown, field: string, keep: (id: string) => void): Fault | null {
  if (!isId(value)) return no('malformed_action', `${field}: ${shown(value)} is not an id.`);
  keep(value);
  return null;
}

function withIds(value: unknown, field: string, keep: (ids: string[]) => void): Fault | null {
  if (!Array.isArray(value) || value.length > MOST_LISTED || !value.every(isId))
    return no('malformed_action', `${field}: a list of seats.`);
  keep([...new Set(value)]);
  return null;
}

function withPrice(value: unknown, field: string, keep: (cents: number) => void): Fault | null {
  const cents = readCents(value);
  if (cents === null) return no('bad_price', `${field}: ${shown(value)} is not a number in whole hundredths.`);
  if (cents <= 0) return no('bad_price', `${field}: ${shown(value)} is not above 0.`);
  keep(cents);
  return null;
}

function readClaim(value: unknown): Claim | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kind, price } = value as { kind?: unknown; price?: unknown };
  const cents = readCents(price);
  return kind === 'rival_offer' && cents !== null && cents > 0 ? { kind, price_cents: cents } : null;
}

function readFactClaim(raw: unknown): FactClaim | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const { fact, value } = raw as { fact?: unknown; value?: unknown };
  const isValue = typeof value === 'boolean' || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
  return isId(fact) && isValue && String(value).length <= LONGEST_ID ? { fact, value } : null;
}

/** Excludes property names of all objects. */
function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= LONGEST_ID && !(value in Object.prototype);
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}

/** As quoted in a refusal. */
function shown(value: unknown): string {
  if (typeof value === 'string') return `"${value.slice(0, 40).replace(/[{}]/g, '')}"`;
  return typeof value === 'boolean' || Number.isFinite(value) ? String(value) : 'what was given';
}

function no(code: RefusalCode, why: string): Fault {
  return { ok: false, code, why };
}
