/**
 * Parses an action as leniently as classic: null counts as missing, unknown fields are ignored, and a payment may be a numeric string or a
 * boolean.
 */
import type { Reading } from '~/contract/game';
import { codePoints, trimUnicode } from '~/lib/text/trim';
import { ACTION_TYPES, type Action, type ActionType } from '../types';

export const MESSAGE_LIMIT = 500;

/** The fields of an action. */
export const ACTION_FIELDS: readonly (keyof Action)[] = [
  'action_type',
  'target_lab_id',
  'offer_id',
  'coalition_id',
  'job_id',
  'message',
  'block_ids',
  'requested_block_ids',
  'payment',
  'conditions',
];

const TYPES: ReadonlySet<unknown> = new Set(ACTION_TYPES);

/** The action with only the fields that were set, or why it is invalid. */
export function readAction(raw: unknown): Reading<Action> {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw))
    return { ok: false, why: 'An action is an object with an action_type.' };
  const given = raw as Record<string, unknown>;
  const type = Object.hasOwn(given, 'action_type') ? given.action_type : undefined;
  if (!isActionType(type)) return { ok: false, path: 'action_type', why: `action_type must be one of ${ACTION_TYPES.join(', ')}.` };
  const action: Action = { action_type: type };
  for (const field of Object.keys(given)) {
    const value = given[field];
    const why = value === null || value === undefined ? null : readField(action, field, value);
    if (why !== null) return { ok: false, path: field, why };
  }
  return { ok: true, value: action };
}

/** Sets one field; returns why it is invalid, or null. */
function readField(action: Action, field: string, value: unknown): string | null {
  switch (field) {
    case 'target_lab_id':
    case 'offer_id':
    case 'coalition_id':
    case 'job_id':
      if (typeof value !== 'string') return `${field} must be a text.`;
      action[field] = value;
      return null;
    case 'message':
      if (typeof value !== 'string') return 'message must be a text.';
      action.message = value;
      return whyNoMessage(value);
    case 'block_ids':
    case 'requested_block_ids':
      if (!isListOfStrings(value)) return `${field} must be a list of block ids.`;
      action[field] = value.slice();
      return null;
    case 'payment': {
      const payment = toPayment(value);
      if (payment === null) return 'payment must be a number.';
      action.payment = payment;
      return null;
    }
    case 'conditions': {
      const conditions = toConditions(value);
      if (conditions === null) return 'conditions must be an object.';
      action.conditions = conditions;
      return null;
    }
    default:
      return null;
  }
}

function isActionType(value: unknown): value is ActionType {
  return TYPES.has(value);
}

function isListOfStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

/** The limit is in code points; a lone surrogate is invalid. */
function whyNoMessage(message: string): string | null {
  if (message.length > MESSAGE_LIMIT && codePoints(message) > MESSAGE_LIMIT) return `message is longer than ${MESSAGE_LIMIT} characters.`;
  return /\p{Surrogate}/u.test(message) ? 'message holds half a surrogate pair.' : null;
}

const NUMERIC = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const INFINITE = /^[+-]?inf(?:inity)?$/i;
/** Infinity exceeds any budget, so the largest double replaces it, which JSON can represent; NaN is invalid. */
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

/** A copy of the JSON parts. */
function toConditions(value: unknown): Record<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  if (Object.keys(value).length === 0) return {};
  try {
    return JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
  } catch {
    return null;
  }
}
