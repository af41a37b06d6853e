import { parseDocument } from 'yaml';
import type { Reading } from '~/contract/game';
import { sentence } from './turn-draft';

/** Files that refer to one part so often are meant to burst. */
const MOST_ALIASES = 20;

/**
 * Deeper nesting is refused before the parser sees it: the parser calls itself for each level, and V8 ends the whole process where a
 * regular expression is first compiled at the end of the stack.
 */
const DEEPEST = 64;
const WIDEST_INDENT = 256;
const MANY_IN_LINE = new RegExp(`^[ \\t]*(?:[-?:][ \\t]+){${DEEPEST}}`, 'mu');
const WIDE_INDENT = new RegExp(`^[ ]{${WIDEST_INDENT}}`, 'mu');

/** A value written as YAML, of which JSON is a part. */
export function readYaml(text: string): Reading<unknown> {
  const deep = whyTooDeep(text);
  if (deep !== null) return { ok: false, why: `It ${deep}.` };
  const document = parseDocument(text, { uniqueKeys: true });
  const [wrong] = document.errors;
  if (wrong !== undefined) return { ok: false, why: `${wrong.message.split('\n')[0]?.replace(/:$/, '') || 'It cannot be read'}.` };
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: MOST_ALIASES }) };
  } catch (fault) {
    return { ok: false, why: sentence(fault) };
  }
}

/** Whoever calls the parser asks this first. null: it is shallow enough. */
export function whyTooDeep(text: string): string | null {
  return isDeep(text) ? `is nested too deep: at most ${DEEPEST} levels` : null;
}

/** Brackets in quotes count as well: no file of ours has so many that stay open. */
function isDeep(text: string): boolean {
  if (MANY_IN_LINE.test(text) || WIDE_INDENT.test(text)) return true;
  let depth = 0;
  for (const sign of text) {
    if (sign === '[' || sign === '{') depth += 1;
    else if ((sign === ']' || sign === '}') && depth > 0) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}
