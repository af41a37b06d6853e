/** Is it an action? Classic's lax reading: null is left out, unknown fields are ignored, a payment may be a numeric string or a boolean. */
import type { Reading } from '../../game';
import { codePoints, trimUnicode } from '../../text';
import { ACTION_TYPES, type Action, type ActionType } from '../types';

export const MESSAGE_LIMIT = 500;

const STRINGS = ['target_lab_id', 'offer_id', 'coalition_id', 'job_id', 'message'] as const;
const LISTS = ['block_ids', 'requested_block_ids'] as const;
const TYPES: ReadonlySet<unknown> = new Set(ACTION_TYPES);

/** Either the action, holding only the fields that were set, or why it is none. */
export function readAction(raw: unknown): Reading<Action> {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw))
    return { ok: false, why: 'An action is an object with an action_type.' };
  const given = raw as Record<string, unknown>;
  const type = own(given, 'action_type');
  if (!isActionType(type)) {
    return { ok: false, path: 'action_type', why: `action_type must be one of ${ACTION_TYPES.join(', ')}.` };
  }
  const action: Action = { action_type: type };
  for (const field of STRINGS) {
    const value = own(given, field);
    if (value === undefined) continue;
    if (typeof value !== 'string') return { ok: false, path: field, why: `${field} must be a text.` };
    action[field] = value;
  }
  if (action.message !== undefined) {
    const why = whyNoMessage(action.message);
    if (why !== null) return { ok: false, path: 'message', why };
  }
  for (const field of LISTS) {
    const value = own(given, field);
    if (value === undefined) continue;
    if (!isListOfStrings(value)) return { ok: false, path: field, why: `${field} must be a list of block ids.` };
    action[field] = value.slice();
  }
  return readPayment(action, given);
}

function readPayment(action: Action, given: Record<string, unknown>): Reading<Action> {
  const payment = own(given, 'payment');
  if (payment !== undefined) {
    const read = toPayment(payment);
    if (read === null) return { ok: false, path: 'payment', why: 'payment must be a number.' };
    action.payment = read;
  }
  const conditions = own(given, 'conditions');
  if (conditions !== undefined) {
    const read = toConditions(conditions);
    if (read === null) return { ok: false, path: 'conditions', why: 'conditions must be an object.' };
    action.conditions = read;
  }
  return { ok: true, value: action };
}

/** The field, if it is set at all: null is left out. */
function own(given: Record<string, unknown>, field: string): unknown {
  if (!Object.hasOwn(given, field)) return undefined;
  const value = given[field];
  return value === null ? undefined : value;
}

function isActionType(value: unknown): value is ActionType {
  return TYPES.has(value);
}

function isListOfStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

/** The limit counts code points; half a surrogate pair is no text. */
function whyNoMessage(message: string): string | null {
  if (message.length > MESSAGE_LIMIT && codePoints(message) > MESSAGE_LIMIT) return `message is longer than ${MESSAGE_LIMIT} characters.`;
  return /\p{Surrogate}/u.test(message) ? 'message holds half a surrogate pair.' : null;
}

const NUMERIC = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const INFINITE = /^[+-]?inf(?:inity)?$/i;
/** Infinity is more than any budget, so the largest double serves for it and JSON can carry it; NaN is no number. */
function toPayment(value: unknown): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return textToPayment(trimUnicode(value));
  if (typeof value !== 'number' || Number.isNaN(value)) return null;
  return finite(value);
}

function textToPayment(text: string): number | null {
  if (INFINITE.test(text)) return text.startsWith('-') ? -Number.MAX_VALUE : Number.MAX_VALUE;
  if (text.startsWith('_') || text.endsWith('_') || text.includes('__')) return null;
  const plain = text.replaceAll('_', '');
  return NUMERIC.test(plain) ? finite(Number(plain)) : null;
}

function finite(value: number): number {
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE) + 0;
}

/** A copy of its own, of what JSON can carry. */
function toConditions(value: unknown): Record<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  if (Object.keys(value).length === 0) return {};
  try {
    return JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/**
 * What the repetition rule compares: everything set but the message; a default spelt out is the same as one left out. Texts stand
 * with their lengths, so that two actions never share a fingerprint.
 */
export function fingerprintOf(action: Action): string {
  return (
    action.action_type +
    text(action.target_lab_id) +
    text(action.offer_id) +
    text(action.coalition_id) +
    text(action.job_id) +
    texts(action.block_ids) +
    texts(action.requested_block_ids) +
    (action.payment === undefined || action.payment === 0 ? '' : ` ${action.payment}`) +
    (action.conditions === undefined ? '' : sorted(action.conditions))
  );
}

function text(value: string | undefined): string {
  return value === undefined ? '|' : `|${value.length}:${value}`;
}

function texts(list: readonly string[] | undefined): string {
  if (list === undefined) return '|0';
  let all = `|${list.length}`;
  for (const entry of list) all += text(entry);
  return all;
}

/** Conditions are the same whatever the order of their keys. */
function sorted(conditions: Record<string, unknown>): string {
  if (Object.keys(conditions).length === 0) return '';
  const inOrder = (_: string, value: unknown): unknown =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return ` ${JSON.stringify(conditions, inOrder)}`;
}
