/** Parses a seat's move. Ignores unknown fields, like the published game. */
import type { Reading } from '~/contract/game';
import { ACTIONS, type BuyerMove, type SellerMove } from './types';

/** Maximum length of a message or signal, which the rules do not use. */
const LONGEST_WORDS = 500;
const NUMERAL = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

export function readBuyerMove(raw: unknown): Reading<BuyerMove> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return no('A move is an object with an action.');
  const { action, price, message, signal } = raw as Record<string, unknown>;
  const named = ACTIONS.find((one) => one === action);
  if (named === undefined) return no(`action: one of ${ACTIONS.join(', ')}; ${textOf(action)} is none of them`, 'action');
  const read = readPrice(price);
  if (!read.ok) return read;
  const move: BuyerMove = { action: named };
  if (read.value !== undefined) move.price = read.value;
  if (typeof message === 'string' && message.trim() !== '') move.message = message.slice(0, LONGEST_WORDS);
  if (typeof signal === 'string') move.signal = signal.slice(0, LONGEST_WORDS);
  return { ok: true, value: move };
}

export function readSellerMove(raw: unknown): Reading<SellerMove> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return no('A move is an object with a price.');
  const { price, message } = raw as Record<string, unknown>;
  const read = readPrice(price);
  if (!read.ok) return read;
  if (read.value === undefined || read.value === null) return no('price: a number is needed', 'price');
  const words = typeof message === 'string' && message.trim() !== '' ? { message: message.slice(0, LONGEST_WORDS) } : {};
  return { ok: true, value: { price: read.value, ...words } };
}

/** A number, a numeric text, true or false; null and missing are kept. */
function readPrice(raw: unknown): Reading<number | null | undefined> {
  if (raw === undefined || raw === null) return { ok: true, value: raw };
  const price = typeof raw === 'boolean' ? Number(raw) : typeof raw === 'string' && NUMERAL.test(raw) ? Number(raw) : raw;
  if (typeof price === 'number' && Number.isFinite(price)) return { ok: true, value: price };
  return no(`price: a number, a text that is one, true or false; ${textOf(raw)} is none of them`, 'price');
}

/** In words, without brackets. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return `"${value.slice(0, 60).replaceAll(/[{}]/g, '')}"`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === undefined || value === null ? 'nothing' : Array.isArray(value) ? 'a list' : 'an object';
}

function no(why: string, path?: string): Reading<never> {
  return { ok: false, why, ...(path !== undefined && { path }) };
}
