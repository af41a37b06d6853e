/** Requests to an OpenAI-compatible server, which may be broken or hostile: no redirects, no retries, limited size. */
import { TooMuch } from '../too-much';

const PUBLIC_URL = 'https://api.openai.com/v1';
/** For an error's body, of which one line is shown. */
const MOST_ERROR_BYTES = 64 * 1024;

export interface ServerPlace {
  /** Up to and including `/v1`; null: the public server. */
  url: string | null;
  key: string | null;
}

/** The server responded with an HTTP error. */
export class AnsweredError extends Error {
  override readonly name = 'AnsweredError';
  readonly status: number;
  /** The parameter in question; null: unknown. */
  readonly param: string | null;
  /** The whole body, only for searching. */
  readonly body: string;
  readonly retryAfter: string | null;

  constructor(status: number, body: string, retryAfter: string | null) {
    const { message, param } = errorIn(body);
    super(message);
    this.status = status;
    this.param = param;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/** Throws `AnsweredError` for an error status. */
export async function postChat(
  place: ServerPlace,
  body: object,
  { headers, signal }: { headers: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<Response> {
  const sent = { ...headersOf(place), 'content-type': 'application/json', ...headers };
  return checked(
    await fetch(addressOf(place, '/chat/completions'), {
      method: 'POST',
      body: JSON.stringify(body),
      headers: sent,
      signal,
      redirect: 'manual',
    }),
  );
}

export async function getList(place: ServerPlace, signal: AbortSignal): Promise<Response> {
  return checked(await fetch(addressOf(place, '/models'), { headers: headersOf(place), signal, redirect: 'manual' }));
}

/** The body as JSON. Throws `TooMuch` or a `SyntaxError`. */
export async function jsonOf(response: Response, mostBytes: number): Promise<unknown> {
  return JSON.parse(await textOf(response, mostBytes));
}

async function checked(response: Response): Promise<Response> {
  if (response.ok) return response;
  const body = await textOf(response, MOST_ERROR_BYTES).catch(() => '');
  throw new AnsweredError(response.status, body, response.headers.get('retry-after'));
}

/** Stops reading and closes the connection above the limit. */
async function textOf(response: Response, mostBytes: number): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new TooMuch(mostBytes);
    pieces.push(decoder.decode(chunk, { stream: true }));
  }
  return pieces.join('') + decoder.decode();
}

function addressOf({ url }: ServerPlace, path: string): string {
  return `${(url ?? PUBLIC_URL).replace(/\/+$/, '')}${path}`;
}

function headersOf({ key }: ServerPlace): Record<string, string> {
  return { accept: 'application/json, text/event-stream', ...(key !== null && { authorization: `Bearer ${key}` }) };
}

/** `{"error": {"message", "param"}}`, `{"error": "…"}`, or any other body. */
function errorIn(body: string): { message: string; param: string | null } {
  const value = parsed(body);
  const error = isObject(value) && 'error' in value ? value.error : value;
  if (!isObject(error)) return { message: typeof error === 'string' ? error : body, param: null };
  const { message, param } = error;
  return { message: typeof message === 'string' ? message : body, param: typeof param === 'string' ? param : null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
