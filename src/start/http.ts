import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { nodeHTTPRequestHandler } from '@trpc/server/adapters/node-http';
import { admitTokens, isOperator, showsOperator } from '~/api/access';
import type { Context, Desk } from '~/api/context';
import { bearerOf, cookiesOf } from '~/api/cookies';
import { sendDataFile } from '~/api/data-downloads';
import { sendBooks, sendEvents, sendTranscript } from '~/api/downloads';
import { Refusal, retryInS, wordsOf } from '~/api/errors';
import { mayRead } from '~/api/find-match';
import type { Guard } from '~/api/guard';
import { setSecurityHeaders } from '~/api/headers';
import { answerHealth } from '~/api/health';
import { answerError } from '~/api/plain-answer';
import { isStudyFile, sendReport } from '~/api/report-download';
import { appRouter } from '~/api/router';
import { isTableFile, sendResults, sendScores } from '~/api/table-downloads';
import { sendStandings } from '~/api/tournament-desk';
import { asOperator, takeTurn } from '~/api/trpc';
import { type GuardedChatDoor, isChatPath } from './chat-door';
import { answerHubCall, HUB_PATH, type HubDesks } from './hub/hub-calls';
import type { HubDoor } from './hub/hub-door';
import { MCP } from './mcp';
import { OPENENV, type OpenEnvDoor } from './openenv';
import type { PageTurns } from './page-turns';

const MOST_BYTES_IN = 256 * 1024;
const MOST_BYTES_READ_AWAY = 16 * 1024 * 1024;
const TRPC = '/api/trpc/';
/** Next would fetch and scale images for anybody who asks; the pages use none of that. */
const IMAGES = '/_next/image';
/** Files, no pages: they cost next to nothing. */
const SCRIPTS = '/_next/static/';
const IS_ID = /^[\w-]{1,64}$/;
const UNKNOWN_MATCH = 'x-mandi-unknown-match';

export interface HttpOptions {
  desk: Desk;
  guard: Guard;
  openEnv: OpenEnvDoor;
  chats: GuardedChatDoor;
  /** Pages; null where the server has none (tests, programs). */
  site: RequestListener | null;
  pageTurns: PageTurns;
  /** Results, standings and reports as files, for all but the operator. */
  fileTurns: PageTurns;
  dev: boolean;
  /** Calls in one request. */
  batch: number;
  hub: HubDoor;
  /** What this process does for others while it is the hub. */
  hubDesks: HubDesks;
}

/** One port's requests: who may not is refused, the rest goes to tRPC, to a plain door or to the pages. */
export function requestListener(options: HttpOptions): RequestListener {
  return (request, response) => {
    if (request.url?.startsWith('/socket.io/')) return; // Socket.IO listens for itself
    setSecurityHeaders(response, { dev: options.dev, isSecure: options.desk.access.visitorOf(request).isSecure });
    receive(request, response, options).catch((fault: unknown) => {
      if (hasLeft(response, fault)) return;
      const words = wordsOf(fault);
      if (words.code === 'internal') report(options.desk, fault, request.url);
      const wait = retryInS([fault]);
      if (wait !== null && !response.headersSent) response.setHeader('Retry-After', String(wait));
      answerError(response, words);
    });
  };
}

async function receive(request: IncomingMessage, response: ServerResponse, options: HttpOptions): Promise<void> {
  if (!takeOriginForm(request))
    return answerError(response, { code: 'bad_input', message: 'This is no proxy: send the path alone, and the host in Host.' });
  if (!hasPath(request)) return answerError(response, { code: 'bad_input', message: 'This address has no path.' });
  const path = pathOf(request);
  if (path === OPENENV || path.startsWith(`${OPENENV}/`)) return answerOpenEnv(request, response, options);
  if (path === MCP) return answerMcp(request, response, options);
  if (isChatPath(path)) return options.chats.answer(request, response);
  const isApi = path.startsWith('/api/');
  const why = options.guard.refuseHost(request) ?? (isApi ? options.guard.refuseOrigin(request) : null);
  if (why) return answerError(response, why);
  if (!isReadable(path))
    return answerError(response, { code: 'bad_input', message: 'This address cannot be read: a %-sign in it stands for no character.' });
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES_IN) {
    await readAway(request);
    response.setHeader('Connection', 'close');
    return answerError(response, { code: 'too_large', message: `A request has at most ${MOST_BYTES_IN / 1024} kB.` });
  }
  if (path.startsWith(TRPC)) return answerTrpc(request, response, options);
  if (path.startsWith(HUB_PATH) && options.hub.isFromPeer(request)) return answerHubCall(request, response, options.hubDesks);
  if (isApi) return answerPlain(request, response, options);
  if (!options.site) return answerError(response, { code: 'not_found', message: 'This Mandi serves no pages.' });
  if (path.startsWith(IMAGES)) return answerError(response, { code: 'not_found', message: 'This Mandi changes no images.' });
  // There are no server actions: Next would look for one, and write three lines about each it does not find. Its tools for development post.
  if (!options.dev && request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(response);
  if (!path.startsWith(SCRIPTS) && !(await options.pageTurns.take(options.desk.access.visitorOf(request).key, response))) return;
  await markUnknownMatch(request, response, options.desk);
  // Next lets shared caches keep its pages for a year: after the next version they would name scripts that are gone.
  if (!path.startsWith('/_next/')) response.setHeader('Cache-Control', 'private, no-cache');
  options.site(request, response);
}

/** A connection that is closed while somebody still sends looks broken to a proxy, which then takes this server for one that is down. */
function readAway(request: IncomingMessage): Promise<void> {
  if (Number(request.headers['content-length']) > MOST_BYTES_READ_AWAY) return Promise.resolve();
  return new Promise((resolve) => request.once('close', resolve).once('end', resolve).resume());
}

/**
 * Pages about a match that is not here, or that the caller may not know of, are answered with 404 (`ui/match/refuse-unknown-match`);
 * what a client sends under this name is void. The page of a match that a tournament has scheduled says that it waits.
 */
async function markUnknownMatch(request: IncomingMessage, response: ServerResponse, desk: Desk): Promise<void> {
  const { store } = desk.services;
  delete request.headers[UNKNOWN_MATCH];
  const [, place, segment, more] = /^\/(matches|table)\/([^/]+)(\/|$)/.exec(pathOf(request)) ?? [];
  if (segment === undefined) return;
  const id = decodeURIComponent(segment);
  if (place === 'table' && id === 'new') return;
  if (!IS_ID.test(id)) {
    request.headers[UNKNOWN_MATCH] = '1';
    return;
  }
  // A database that is away is told by the page itself.
  const match = await store.get(id).catch(() => 'away' as const);
  if (match === 'away') return;
  const isHidden = match?.isPrivate === true && !(await mayRead(await contextOf(request, response, desk), match));
  const mayWait = match === null && place === 'matches' && more === '';
  const waits = mayWait && (await store.tournaments.fixtureOf(id).catch(() => true));
  if (isHidden || (match === null && !waits)) request.headers[UNKNOWN_MATCH] = '1';
}

async function answerOpenEnv(request: IncomingMessage, response: ServerResponse, { openEnv: door, hub }: HttpOptions): Promise<void> {
  const why = door.refuse(request);
  if (why) return answerError(response, why);
  const sent = pathOf(request) === `${OPENENV}/mcp` ? hub.forward(request, response) : null; // sessions of HTTP are the hub's
  await (sent ?? door.answer(request, response));
}

async function answerMcp(request: IncomingMessage, response: ServerResponse, { openEnv: door, hub }: HttpOptions): Promise<void> {
  const why = door.refuse(request);
  if (why) return answerError(response, why);
  await (hub.forward(request, response) ?? door.mcp.answer(request, response));
}

function answerTrpc(request: IncomingMessage, response: ServerResponse, { desk, batch }: HttpOptions): Promise<void> {
  response.setHeader('Cache-Control', 'private, no-store');
  return nodeHTTPRequestHandler({
    router: appRouter,
    req: request,
    res: response,
    path: pathOf(request).slice(TRPC.length),
    maxBodySize: MOST_BYTES_IN,
    maxBatchSize: batch,
    createContext: () => contextOf(request, response, desk),
    responseMeta({ errors }) {
      const wait = retryInS(errors);
      return wait === null ? {} : { headers: { 'Retry-After': String(wait) } };
    },
    onError: ({ error, path }) => {
      if (wordsOf(error).code === 'internal') report(desk, error, path);
    },
  });
}

const MATCH_FILES: Readonly<Record<string, typeof sendEvents>> = {
  'events.jsonl': sendEvents,
  'transcript.md': sendTranscript,
  'books.json': sendBooks,
};

async function answerPlain(request: IncomingMessage, response: ServerResponse, options: HttpOptions): Promise<void> {
  const { desk, hub } = options;
  const path = pathOf(request);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(response);
  if (path === '/api/health') return answerHealth(response, desk, request);
  const [, exportId, name] = /^\/api\/data\/([\w-]{1,64})\/([\w.-]{1,64})$/.exec(path) ?? [];
  if (exportId !== undefined && name !== undefined) {
    asOperator(await contextOf(request, response, desk));
    return hub.forward(request, response) ?? sendDataFile(desk, { id: exportId, name }, response);
  }
  if (/^\/api\/(tournaments|reports)\//.test(path)) return answerFile(request, response, options);
  const [, id, file] = /^\/api\/matches\/([\w-]{1,64})\/([\w.]+)$/.exec(path) ?? [];
  const sendFile = file === undefined || !Object.hasOwn(MATCH_FILES, file) ? undefined : MATCH_FILES[file];
  if (id === undefined || sendFile === undefined) return refuseDoor(response);
  const ctx = await contextOf(request, response, desk);
  if (!ctx.caller.isOperator)
    return answerError(response, { code: 'operator_needed', message: "Downloads need the operator's token here." });
  await sendFile(ctx, id, response);
}

/** Whoever may see the page may have its files, one after the other. */
async function answerFile(request: IncomingMessage, response: ServerResponse, { desk, fileTurns }: HttpOptions): Promise<void> {
  const path = pathOf(request);
  const ctx = await contextOf(request, response, desk);
  const { isOperator: isFree, address } = ctx.caller;
  const [, tournament] = /^\/api\/tournaments\/([\w-]{1,64})\/standings\.csv$/.exec(path) ?? [];
  if (tournament !== undefined) return sendStandings(ctx, tournament, response);
  const [, resultsOf, form = ''] = /^\/api\/tournaments\/([\w-]{1,64})\/results\.(\w+)$/.exec(path) ?? [];
  if (resultsOf !== undefined && isTableFile(form)) {
    if (isFree || (await fileTurns.take(address, response))) await sendResults(desk, { id: resultsOf, kind: form }, response);
    return;
  }
  const [, reportId, name = '', kind = ''] = /^\/api\/reports\/([\w-]{1,64})\/(scores|report)\.(\w+)$/.exec(path) ?? [];
  if (reportId === undefined || !(name === 'scores' ? isTableFile(kind) : isStudyFile(kind))) return refuseDoor(response);
  await takeTurn(desk.replays, address); // the page shows the same to everybody
  if (!isFree && !(await fileTurns.take(address, response))) return;
  if (name === 'scores' && isTableFile(kind)) await sendScores(desk, { id: reportId, kind }, response);
  else if (isStudyFile(kind)) await sendReport(desk, { id: reportId, kind }, response);
}

function refuseDoor(response: ServerResponse): void {
  answerError(response, { code: 'not_found', message: 'There is no such door under /api/.' });
}

async function contextOf(request: IncomingMessage, response: ServerResponse, desk: Desk): Promise<Context> {
  const visitor = desk.access.visitorOf(request);
  await admitTokens(desk.access, desk.services.store, request);
  const isSecure = visitor.isSecure || request.headers.origin?.startsWith('https://') === true;
  return {
    desk,
    caller: {
      address: visitor.key,
      isOperator: isOperator(desk.access, request),
      showedOperator: showsOperator(desk.access, request),
      cookies: cookiesOf(request, isSecure),
      bearer: bearerOf(request) ?? null,
      isSecure,
    },
    room: { bytes: desk.replayBytes },
    setCookie(cookie) {
      if (response.headersSent)
        throw new Refusal('bad_input', 'This changes a cookie: send it as a request of its own, not in a streamed batch.');
      response.appendHeader('Set-Cookie', cookie);
    },
  };
}

function refuseMethod(response: ServerResponse): void {
  response.setHeader('Allow', 'GET, HEAD');
  answerError(response, { code: 'method_not_allowed', message: 'This door only answers GET.' });
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/';
}

/** Not so `*`, and `//`, which no URL can be made of. */
export function hasPath({ url = '/' }: IncomingMessage): boolean {
  return url !== '*' && URL.canParse(url, 'http://localhost');
}

/** `GET http://host/path`, as proxies are asked, becomes `GET /path` where it is this host; false: it is another, or no such address. */
function takeOriginForm(request: IncomingMessage): boolean {
  const { url = '/', headers } = request;
  if (url.startsWith('/') || url === '*') return true;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  const { host, pathname, search } = new URL(url);
  if (host !== headers.host?.toLowerCase()) return false;
  request.url = `${pathname}${search}`;
  return true;
}

/** Whether its %-signs can be read; Next answers others with a 500 and no words. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Of hop-by-hop headers, those that ask for the upgrade. */
const ASKS = new Set(['upgrade', 'http2-settings', 'connection']);

/** Other upgrades (curl offers `h2c`) nobody here knows: they are no reason to refuse. */
export function asksForSocket({ headers }: IncomingMessage): boolean {
  return /\bwebsocket\b/i.test(headers.upgrade ?? '');
}

/** Reads it once more without the headers that ask; a body follows in `head` and on the line, which ends with the answer. */
export function answerPlainly(http: Server, request: IncomingMessage, { socket, head }: { socket: Duplex; head: Buffer }): void {
  const { method, url, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (!ASKS.has(rawHeaders[i]?.toLowerCase() ?? '')) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  lines.push('Connection: close');
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  http.emit('connection', socket);
}

/** Whoever leaves in the middle of a file is no fault of anybody's. */
function hasLeft(response: ServerResponse, fault: unknown): boolean {
  return response.destroyed && fault instanceof Error && 'code' in fault && fault.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function report(desk: Desk, fault: unknown, where: string | undefined): void {
  desk.services.log.error({ err: fault, where }, 'a request failed');
}
