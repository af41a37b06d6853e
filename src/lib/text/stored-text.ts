/**
 * Which text may be stored. Postgres refuses NUL in `text` and `jsonb`, and UTF-8 has no form for half of a surrogate pair: a database
 * refuses both with an error of its own, and files get a replacement character.
 */

export type TextFlaw = 'nul' | 'lone_surrogate' | 'control_character';

export interface TextRules {
  /** Line ends and tabs may stand in it. Other control characters are refused too when this is given. */
  lines?: 'allowed' | 'refused';
}

const LONE_SURROGATE = /\p{Cs}/u;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const CONTROL_IN_LINES = /[^\P{Cc}\t\n\r]/u;

const SENTENCES: Record<TextFlaw, string> = {
  nul: 'has a NUL character (U+0000), which cannot be stored',
  lone_surrogate: 'has half of a surrogate pair, which is no character',
  control_character: 'has a control character',
};

/** What keeps a text from being stored; null: nothing does. Without `lines` only what no database takes is a flaw. */
export function textFlaw(text: string, { lines }: TextRules = {}): TextFlaw | null {
  if (text.includes('\u0000')) return 'nul';
  if (LONE_SURROGATE.test(text)) return 'lone_surrogate';
  if (lines === undefined) return null;
  return (lines === 'allowed' ? CONTROL_IN_LINES : CONTROL).test(text) ? 'control_character' : null;
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

/** How deep values may be nested: no shape of Mandi's goes beyond 20. */
export const DEEPEST = 64;

/** The first text anywhere in a JSON value, keys too, that cannot be stored; `too_deep`: it is nested beyond `DEEPEST`. */
export function findTextFlaw(value: unknown): FlawAt | 'too_deep' | null {
  const open: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }]; // a stack: deep input must not end ours
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: one, path, depth } = next;
    if (typeof one === 'string') {
      const flaw = textFlaw(one);
      if (flaw) return { path, flaw };
    } else if (typeof one === 'object' && one !== null) {
      if (depth === DEEPEST) return 'too_deep';
      for (const [key, inner] of Object.entries(one)) {
        const at = path === '' ? key : `${path}.${key}`;
        const flaw = textFlaw(key);
        if (flaw) return { path, flaw };
        open.push({ value: inner, path: at, depth: depth + 1 });
      }
    }
  }
  return null;
}
