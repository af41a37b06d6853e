import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
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

export interface YamlSource {
  raw: unknown;
  /** The line of a field, from 1; null: it is not there. `key`: of this field of it. */
  lineOf(path: string, key?: string): number | null;
}

/** A value written as YAML, of which JSON is a part. */
export function readYaml(text: string): Reading<YamlSource> {
  const deep = whyTooDeep(text);
  if (deep !== null) return { ok: false, why: `It ${deep}.` };
  const lines = new LineCounter();
  const document = parseDocument(text, { uniqueKeys: true, lineCounter: lines });
  const [wrong] = document.errors;
  if (wrong !== undefined) return { ok: false, why: `${wrong.message.split('\n')[0]?.replace(/:$/, '') || 'It cannot be read'}.` };
  try {
    const raw: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    return { ok: true, value: { raw, lineOf: (path, key) => lineIn(document, lines, { path, key }) } };
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

/** Of what is not there, the line of what it would be in. */
export function lineIn(
  document: Document.Parsed,
  lines: LineCounter,
  { path, key }: { path: string; key: string | undefined },
): number | null {
  const parts = path === '' ? [] : path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const holder = depth === 0 ? document.contents : document.getIn(parts.slice(0, depth), true);
    const name = depth === parts.length ? key : String(parts[depth]);
    if (isMap(holder) && name !== undefined) {
      const pair = holder.items.find((one) => isScalar(one.key) && one.key.value === name);
      if (isScalar(pair?.key) && pair.key.range) return lines.linePos(pair.key.range[0]).line;
    }
    if (depth > 0 && isNode(holder) && holder.range && key === undefined) return lines.linePos(holder.range[0]).line;
  }
  return null;
}
