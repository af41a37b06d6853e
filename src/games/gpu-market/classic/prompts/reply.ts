/** Replies in the classic market as schema, as text, and parsed. All three accept the same. */
import type { Reading } from '~/contract/game';
import type { JsonSchema } from '~/contract/prompt-format';
import { codePoints } from '~/lib/text/trim';
import type { Action, Observation } from '../../types';
import { isSameAction } from '../same-action';
import { type Phrase, phrasesOf, type Said } from './phrases';

/** No white space at either end, because the trimmed text must still be long enough. */
const TEXT_PATTERN = '^\\S([\\s\\S]*\\S)?$';

export function schemaOf(observation: Observation): JsonSchema {
  return { oneOf: phrasesOf(observation).map(phraseSchema) };
}

function phraseSchema(phrase: Phrase): JsonSchema {
  const properties: Record<string, JsonSchema> = { action_type: { const: phrase.action_type } };
  if (phrase.id !== null) properties[phrase.id.field] = { enum: phrase.id.from };
  if (phrase.payments !== null) properties.payment = { enum: phrase.payments };
  if (phrase.message !== null) {
    properties.message = { type: 'string', minLength: phrase.message.min, maxLength: phrase.message.max, pattern: TEXT_PATTERN };
  }
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** The reply for this action; null: none (a message's words are ignored unless they are its purpose). */
export function sayAction(observation: Observation, action: Action): string | null {
  for (const phrase of phrasesOf(observation)) {
    const said = saidBy(phrase, action);
    if (said !== null && isSameAction(phrase.mean(said), action)) return JSON.stringify(replyOf(phrase, said));
  }
  return null;
}

function saidBy(phrase: Phrase, action: Action): Said | null {
  if (phrase.action_type !== action.action_type) return null;
  const id = phrase.id === null ? '' : action[phrase.id.field];
  const said = { id: id ?? '', payment: action.payment ?? 0, message: action.message ?? '' };
  return whyNot(phrase, replyOf(phrase, said)) === null ? said : null;
}

function replyOf(phrase: Phrase, { id, payment, message }: Said): Record<string, unknown> {
  return {
    action_type: phrase.action_type,
    ...(phrase.id === null ? {} : { [phrase.id.field]: id }),
    ...(phrase.payments === null ? {} : { payment }),
    ...(phrase.message === null ? {} : { message }),
  };
}

export function readReply(observation: Observation, value: unknown): Reading<Action> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return no('A reply is one JSON object with an action_type.');
  const given: Record<string, unknown> = { ...value };
  const phrases = phrasesOf(observation);
  const phrase = phrases.find((one) => one.action_type === given.action_type);
  if (phrase === undefined) {
    return no(`action_type must be one of ${phrases.map((one) => one.action_type).join(', ')}: nothing else is legal now.`, 'action_type');
  }
  const why = whyNot(phrase, given);
  if (why !== null) return why;
  const id = phrase.id === null ? '' : String(given[phrase.id.field]);
  const message = typeof given.message === 'string' ? given.message : '';
  return { ok: true, value: phrase.mean({ id, payment: Number(given.payment ?? 0), message }) };
}

/** null: it fits. */
function whyNot(phrase: Phrase, given: Record<string, unknown>): Refusal | null {
  const { action_type: type, id, payments, message } = phrase;
  const known = [
    'action_type',
    ...(id === null ? [] : [id.field]),
    ...(payments === null ? [] : ['payment']),
    ...(message === null ? [] : ['message']),
  ];
  const extra = Object.keys(given).find((field) => !known.includes(field));
  if (extra !== undefined) return no(`${type} has the fields ${known.join(', ')} and no other; leave out ${extra.slice(0, 40)}.`, extra);
  if (id !== null && !isOneOf(id.from, given[id.field])) {
    return no(`${id.field} of ${type} must be one of ${id.from.join(', ')}.`, id.field);
  }
  if (payments !== null && !isOneOf(payments, given.payment)) {
    return no(`payment of ${type} must be one of ${payments.join(', ')}.`, 'payment');
  }
  if (message !== null && !isText(given.message, message)) {
    return no(`message of ${type} must be a text of ${message.min} to ${message.max} characters, without spaces at its ends.`, 'message');
  }
  return null;
}

function isOneOf(list: readonly unknown[], value: unknown): boolean {
  return list.includes(value);
}

function isText(value: unknown, { min, max }: { min: number; max: number }): boolean {
  if (typeof value !== 'string' || /\p{Surrogate}/u.test(value) || !new RegExp(TEXT_PATTERN).test(value)) return false;
  const length = codePoints(value);
  return length >= min && length <= max;
}

type Refusal = { ok: false; why: string; path?: string };

function no(why: string, path?: string): Refusal {
  return path === undefined ? { ok: false, why } : { ok: false, why, path };
}
