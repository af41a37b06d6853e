/** Every request has an id, from a proxy or generated here. The response and each log line about the request include it. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '~/match/services';

const ID = /^[\w.-]{1,64}$/;
const HEADER = 'x-request-id';

/** The rest of these paths is a secret that grants access to a table or a seat. */
const SECRET = /^\/+(join|sit)\/.*/i;
const OF_MATCH = /^(?:\/api)?\/matches\/([\w-]{1,64})(?:\/|$)/;

/** Assigns the id. Processes that this one calls for the request receive it too. */
export function nameRequest(request: IncomingMessage, response: ServerResponse): void {
  const given = request.headers[HEADER];
  const id = typeof given === 'string' && ID.test(given) ? given : randomUUID();
  request.headers[HEADER] = id;
  response.setHeader('X-Request-Id', id);
}

export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return String(headers[HEADER]);
}

/** Logs each answered request, if MANDI_LOG=info. */
export function logRequest(log: Pick<Log, 'info'>, request: IncomingMessage, response: ServerResponse): void {
  const began = performance.now();
  response.once('finish', () => {
    const facts = { requestId: requestId(request), method: request.method, ...placeOf(request), status: response.statusCode };
    log.info({ ...facts, ms: Math.round(performance.now() - began) }, 'a request was answered');
  });
}

/** A stranger's path has up to 16 kB, which would soon fill the disk; a batch of 20 calls has 400 characters. */
const LONGEST_PATH = 500;

/** Removes the query, which may contain text by people, and secrets in the path. A longer path is cut. */
export function placeOf({ url = '/' }: Pick<IncomingMessage, 'url'>): { path: string; matchId?: string } {
  const path = (url.split('?', 1)[0] ?? '/').replace(SECRET, '/$1/…');
  const matchId = OF_MATCH.exec(path)?.[1];
  const shown = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path;
  return { path: shown, ...(matchId !== undefined && { matchId }) };
}
