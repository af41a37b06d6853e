/** Parses a model's reply as one JSON value. Without a grammar, models add code fences and prose and use any quotes. */
import { jsonrepair } from 'jsonrepair';

/** `mended`: it was not valid JSON (single quotes, trailing commas). `why`: a sentence to send back. */
export type ReplyReading = { ok: true; value: unknown; mended: boolean } | { ok: false; why: string };

const LONGEST = 20_000;

/**
 * The only JSON object in the text. Two are ambiguous; none, or an incomplete one, is an error. `wanted`: what should have been written.
 */
export function readReply(text: string, wanted = 'one action as a JSON object'): ReplyReading {
  if (text.length > LONGEST) return { ok: false, why: `The reply is longer than ${LONGEST} characters.` };
  const { whole, open } = objectsIn(withoutThinking(text));
  if (whole.length > 1)
    return { ok: false, why: `The reply holds ${whole.length} JSON objects; which one is meant is not clear. Write exactly one.` };
  const [only] = whole;
  if (only !== undefined && !open) return parse(only);
  return {
    ok: false,
    why: open ? 'The JSON object is not closed. Write it whole.' : `The reply holds no JSON object. Write ${wanted}.`,
  };
}

/** Removes the thoughts of reasoning models. */
function withoutThinking(text: string): string {
  return text.replace(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/giu, ' ');
}

function parse(text: string): ReplyReading {
  try {
    return { ok: true, value: JSON.parse(text), mended: false };
  } catch {
    return mend(text);
  }
}

function mend(text: string): ReplyReading {
  try {
    return { ok: true, value: JSON.parse(jsonrepair(text)), mended: true };
  } catch (fault) {
    return { ok: false, why: `This is not JSON: ${fault instanceof Error ? fault.message : 'it cannot be read'}.` };
  }
}

/** The outermost `{…}` of a text, and whether one is incomplete. */
function objectsIn(text: string): { whole: string[]; open: boolean } {
  const whole: string[] = [];
  let start = text.indexOf('{');
  while (start >= 0) {
    const end = endOfObject(text, start);
    if (end < 0) return { whole, open: true };
    whole.push(text.slice(start, end));
    start = text.indexOf('{', end);
  }
  return { whole, open: false };
}

/** Index after its closing brace, or -1. Ignores braces inside quotes. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let quote = '';
  for (let i = start; i < text.length; i++) {
    const sign = text[i] ?? '';
    if (quote !== '') {
      if (sign === '\\') i++;
      else if (sign === quote && closes(text, i, quote)) quote = '';
    } else if (sign === '"' || (sign === "'" && opens(text, i))) quote = sign;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return i + 1;
  }
  return -1;
}

/** An apostrophe is a quote only where a string may begin or end. */
function opens(text: string, at: number): boolean {
  return /[{[,:\s]$/u.test(text.slice(Math.max(0, at - 1), at));
}

function closes(text: string, at: number, quote: string): boolean {
  return quote === '"' || /^\s*[,:}\]]/u.test(text.slice(at + 1, at + 20));
}
