/** Errors of an OpenAI-compatible server as our own messages, without secrets. */
import { BackendFault } from '../backend-fault';
import type { ChatFaultCode } from '../chat-model';
import { TooMuch } from '../too-much';
import { AnsweredError } from './server-line';

/** An HTTP error response. */
export interface HttpError {
  status: number;
  /** Its message, for people. */
  words: string;
  /** The whole response, only for searching. */
  said: string;
  /** The parameter in question; null: unknown. */
  param: string | null;
  retryAfterMs: number | null;
}

const LONGEST_QUOTE = 200;
const LONGEST_WAIT_MS = 60_000;
const TOO_LONG =
  /context.{0,20}(length|window|size)|maximum context|too many tokens|prompt is too long|exceeds? the (available )?context|context_length_exceeded/i;

/** null: the connection failed, not the server. */
export function httpErrorOf(thrown: unknown): HttpError | null {
  if (!(thrown instanceof AnsweredError)) return null;
  const { status, message, body, param, retryAfter } = thrown;
  return { status, words: message, said: `${message} ${body}`, param, retryAfterMs: waitOf(retryAfter) };
}

interface Who {
  id: string;
  key: string | null;
  /** The environment variable of the key. */
  keyName?: string | null;
}

export function faultOf(thrown: unknown, { id, key, keyName = null }: Who): BackendFault {
  if (thrown instanceof BackendFault) return thrown;
  const http = httpErrorOf(thrown);
  if (http) return answerFault(http, { id, key, keyName });
  const tooMuch = causes(thrown).find((cause) => cause instanceof TooMuch);
  if (tooMuch) return new BackendFault('bad_reply', `${id} sent an answer that is too long: over ${Math.round(tooMuch.limit / 1024)} kB.`);
  if (thrown instanceof SyntaxError) return new BackendFault('bad_reply', `${id} answered with something that is not JSON.`);
  const code = causes(thrown).flatMap((cause) => ('code' in cause && typeof cause.code === 'string' ? [cause.code] : []));
  if (code.some((one) => one.startsWith('Z_')))
    return new BackendFault('bad_reply', `${id} answered with something that is not compressed as its headers say.`);
  const isLine =
    thrown instanceof Error &&
    /Connection|fetch|terminated|network|socket|aborted/i.test(`${thrown.name} ${thrown.message} ${code[0] ?? ''}`);
  if (isLine || code.length > 0)
    return new BackendFault('unreachable', `${id} cannot be reached${code[0] ? ` (${code[0]})` : ', or the connection to it was lost'}.`);
  return new BackendFault('bad_reply', `${id} answered with something unreadable.`);
}

function answerFault({ status, words, said, retryAfterMs }: HttpError, { id, key, keyName }: Who): BackendFault {
  const again = status === 408 || status === 429 || status >= 500;
  const facts = { again, afterMs: retryAfterMs, isAway: status === 429 || status >= 500 };
  if (status === 401 || status === 403)
    return new BackendFault(
      'refused',
      keyName === null ? `${id} refused the key, or requires one (${status}).` : `${id} refused the key ${keyName} (${status}).`,
      facts,
    );
  if (status < 400) return new BackendFault('refused', `${id} answered with a redirect (${status}), which is not followed.`, facts);
  const quote = status >= 500 ? '' : quoted(words, key);
  const isEmpty = quote === '' || quote === '{}';
  const stop = !isEmpty && /[.!?]$/.test(quote) ? '' : '.';
  return new BackendFault(codeOf(status, said), `${id} answered ${status}${isEmpty ? '' : `: ${quote}`}${stop}`, facts);
}

function codeOf(status: number, said: string): ChatFaultCode {
  if (status === 429 || status === 503 || status === 529) return 'overloaded';
  if (status === 408) return 'timeout';
  if (status >= 500) return 'bad_reply';
  if (status === 413 || TOO_LONG.test(said)) return 'too_long';
  return status === 404 && /model/i.test(said) ? 'unknown_model' : 'refused';
}

/** A server's message, shortened and printable, without the key that was sent or anything that looks like one. */
export function quoted(said: string, key: string | null): string {
  const clean = key === null || key === '' ? said : said.replaceAll(key, '***');
  const safe = clean.replace(/\b(sk|pk|key|hf|gsk|xai|or)[-_][\w*.-]{6,}/gi, '***').replace(/Bearer\s+\S+/gi, 'Bearer ***');
  return safe
    .replace(/[^\x20-\x7e]/g, ' ')
    .slice(0, LONGEST_QUOTE)
    .trim();
}

function waitOf(retryAfter: string | null): number | null {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, LONGEST_WAIT_MS) : null;
}

function causes(thrown: unknown): Error[] {
  const found: Error[] = [];
  for (let at = thrown; at instanceof Error && found.length < 8; at = at.cause) found.push(at);
  return found;
}
