import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import type { Reading } from '~/contract/game';
import { sentence } from './turn-draft';

/** More references to one part are likely an attempt to exhaust memory. */
const MOST_ALIASES = 20;

/**
 * Deeper nesting is refused before parsing: the parser is recursive, and V8 aborts the whole process if a regular expression is first
 * compiled at the end of the stack.
 */
const DEEPEST = 64;
const WIDEST_INDENT = 256;
const MANY_IN_LINE = new RegExp(`^[ \\t]*(?:[-?:][ \\t]+){${DEEPEST}}`, 'mu');
const WIDE_INDENT = new RegExp(`^[ ]{${WIDEST_INDENT}}`, 'mu');

export interface YamlSource {
  raw: unknown;
  /** Line of a field, from 1; null if it is missing. `key`: of this field inside it. */
  lineOf(path: string, key?: string): number | null;
}

/** Parses YAML, which includes JSON. */
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

/** Callers check this before parsing. null if it is shallow enough. */
export function whyTooDeep(text: string): string | null {
  return isDeep(text) ? `is nested too deep: at most ${DEEPEST} levels` : null;
}

/** Also counts brackets in quotes; no valid file has that many open ones. */
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

/** For a missing field, the line of its parent. */
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
