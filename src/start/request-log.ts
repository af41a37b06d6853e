/** Every request has an id: a proxy's, or one that is made here. The answer carries it, and so does each line of the log about it. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '~/match/services';

const ID = /^[\w.-]{1,64}$/;
const HEADER = 'x-request-id';

/** What stands behind these opens a table or a seat. */
const SECRET = /^\/(join|sit)\/.*/;
const OF_MATCH = /^(?:\/api)?\/matches\/([\w-]{1,64})(?:\/|$)/;
/** Procedures that call their match `id`. */
const NAMES_MATCH = /^(match|seat|table|judge)\./;

/** From now on `requestId` knows it; processes that this one asks for it hear of it too. */
export function nameRequest(request: IncomingMessage, response: ServerResponse): void {
  const given = request.headers[HEADER];
  const id = typeof given === 'string' && ID.test(given) ? given : randomUUID();
  request.headers[HEADER] = id;
  response.setHeader('X-Request-Id', id);
}

export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return String(headers[HEADER]);
}

/** A line for each request that was answered, for whoever wants to read them (MANDI_LOG=info). */
export function logRequest(log: Pick<Log, 'info'>, request: IncomingMessage, response: ServerResponse): void {
  const began = performance.now();
  response.once('finish', () => {
    const facts = { requestId: requestId(request), method: request.method, ...placeOf(request), status: response.statusCode };
    log.info({ ...facts, ms: Math.round(performance.now() - began) }, 'a request was answered');
  });
}

/** Without its query, which may hold what a person typed, and without what opens something. */
export function placeOf({ url = '/' }: Pick<IncomingMessage, 'url'>): { path: string; matchId?: string } {
  const path = (url.split('?', 1)[0] ?? '/').replace(SECRET, '/$1/…');
  const matchId = OF_MATCH.exec(path)?.[1];
  return { path, ...(matchId !== undefined && { matchId }) };
}

/** The match that a call is about; {}: it is about none. */
export function matchOfCall(procedure: string | undefined, input: unknown): { matchId?: string } {
  if (typeof input !== 'object' || input === null) return {};
  const { matchId, id } = input as { matchId?: unknown; id?: unknown };
  if (typeof matchId === 'string') return { matchId };
  return typeof id === 'string' && procedure !== undefined && NAMES_MATCH.test(procedure) ? { matchId: id } : {};
}
