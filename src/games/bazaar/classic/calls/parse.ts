/** How the published buyer's wrapper parses a model's text. */

/** What Python's str.strip removes and its patterns treat as white space. */
export const BLANK = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const EDGES = new RegExp(`^${BLANK}+|${BLANK}+$`, 'g');
const THOUGHT = /<think>[\s\S]*?<\/think>/g;
const FENCE = '```';
const ACTIONS: readonly unknown[] = ['offer', 'accept', 'walk'];

export function strip(text: string): string {
  return text.replace(EDGES, '');
}

/** The parsed object, or the fallback offer. A price that is not a finite number becomes text. */
export function parseReply(text: string, fallback: number): Record<string, unknown> {
  const parsed = parsePython(bareObject(text));
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return fallen(fallback);
  const reply = parsed as Record<string, unknown>;
  if (!ACTIONS.includes(reply.action)) return fallen(fallback);
  return Object.hasOwn(reply, 'message') ? reply : { ...reply, message: '' };
}

function fallen(price: number): Record<string, unknown> {
  return { action: 'offer', price, message: '', _parse_error: true };
}

function bareObject(text: string): string {
  let rest = strip(strip(text).replace(THOUGHT, ''));
  if (rest.includes(FENCE)) {
    rest = rest.split(FENCE)[1] ?? '';
    const inner = strip(rest);
    if (inner.startsWith('json')) rest = inner.slice('json'.length);
  }
  const from = rest.indexOf('{');
  const to = rest.lastIndexOf('}');
  return from !== -1 && to > from ? rest.slice(from, to + 1) : rest;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?Infinity|NaN|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MARK = '\u0000number:';

/** Parses JSON with Python's NaN and Infinity, which become their names; undefined if invalid. */
function parsePython(text: string): unknown {
  const strict = text.replace(TOKEN, (token) => {
    if (token.startsWith('"')) return token;
    const value = token === 'NaN' ? Number.NaN : Number(token);
    return Number.isFinite(value) ? token : JSON.stringify(MARK + (Number.isNaN(value) ? 'NaN' : value));
  });
  try {
    return JSON.parse(strict, (_, value: unknown) =>
      typeof value === 'string' && value.startsWith(MARK) ? value.slice(MARK.length) : value,
    );
  } catch {
    return undefined;
  }
}
