/**
 * Decides which text may be stored and shown. Postgres refuses NUL in `text` and `jsonb`, and UTF-8 cannot encode a lone surrogate.
 * Characters that set the text direction can make a reader see something other than what is written ("Trojan Source", CVE-2021-42574);
 * Arabic and Hebrew letters do not need them.
 */

export type TextFlaw = 'nul' | 'lone_surrogate' | 'direction' | 'control_character';

export interface TextRules {
  /** Whether line ends and tabs are allowed. If set, other control characters are refused too. */
  lines?: 'allowed' | 'refused';
}

const LONE_SURROGATE = /\p{Cs}/u;
/** U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069. */
const DIRECTION = /\p{Bidi_Control}/u;
const EVERY_DIRECTION = new RegExp(DIRECTION, 'gu');
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const CONTROL_IN_LINES = /[^\P{Cc}\t\n\r]/u;

const PLAIN = /^[\x20-\x7e]*$/u;

const SENTENCES: Record<TextFlaw, string> = {
  nul: 'has a NUL character (U+0000), which cannot be stored',
  lone_surrogate: 'has half of a surrogate pair, which is no character',
  direction: 'has a character that sets the direction of text (such as U+202E)',
  control_character: 'has a control character',
};

/** Why a text cannot be stored; null if it can. Without `lines`, control characters are allowed. */
export function textFlaw(text: string, { lines }: TextRules = {}): TextFlaw | null {
  if (text.includes('\u0000')) return 'nul';
  if (LONE_SURROGATE.test(text)) return 'lone_surrogate';
  if (DIRECTION.test(text)) return 'direction';
  if (lines === undefined) return null;
  return (lines === 'allowed' ? CONTROL_IN_LINES : CONTROL).test(text) ? 'control_character' : null;
}

/** The JSON value without direction characters. For words of models, which cannot be asked to rewrite them. */
export function withoutDirections(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(EVERY_DIRECTION, '');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutDirections);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutDirections(inner)]));
}

/** The flaw in words that follow the field's name: `title` `has a control character`. */
export function textFlawWords(flaw: TextFlaw): string {
  return SENTENCES[flaw];
}

export interface FlawAt {
  /** `seats.0.name`; '' for the value itself. */
  path: string;
  flaw: TextFlaw;
}

/** Maximum nesting of values. No type in Mandi is nested deeper than 20. */
export const DEEPEST = 64;

/** Maximum number of values in one input; the longest move has 16,384. */
export const MOST_VALUES = 20_000;

/**
 * The first text in a JSON value, including keys, that cannot be stored. `too_deep`: nested deeper than `DEEPEST`; `too_many`: more than
 * `most` values.
 */
export function findTextFlaw(value: unknown, most = MOST_VALUES): FlawAt | 'too_deep' | 'too_many' | null {
  const open: { value: object; path: string; depth: number }[] = [{ value: { '': value }, path: '', depth: -1 }]; // an explicit stack, because deep input must not overflow the call stack
  let left = most;
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: one, path, depth } = next;
    if (depth === DEEPEST) return 'too_deep';
    const isList = Array.isArray(one);
    if (isList && one.length > left) return 'too_many'; // before listing its keys
    const keys = Object.keys(one);
    if (keys.length > left) return 'too_many';
    left -= keys.length;
    for (const key of keys) {
      const inner: unknown = (one as Record<string, unknown>)[key];
      const keyFlaw = isList ? null : storedFlaw(key);
      if (keyFlaw) return { path, flaw: keyFlaw };
      const at = (): string => (path === '' ? key : `${path}.${key}`);
      if (typeof inner === 'string') {
        const flaw = storedFlaw(inner);
        if (flaw) return { path: at(), flaw };
      } else if (typeof inner === 'object' && inner !== null) open.push({ value: inner, path: at(), depth: depth + 1 });
    }
  }
  return null;
}

/** A fast path for plain text, which is the most common. */
function storedFlaw(text: string): TextFlaw | null {
  return PLAIN.test(text) ? null : textFlaw(text);
}
