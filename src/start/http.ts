import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { nodeHTTPRequestHandler } from '@trpc/server/adapters/node-http';
import { bearerOf, cookiesOf, isOverHttps } from '~/api/access/cookies';
import type { Guard } from '~/api/access/guard';
import { setSecurityHeaders } from '~/api/access/headers';
import { admitTokens, isOperator, showsOperator } from '~/api/access/operator';
import type { Context, SharedServices } from '~/api/context';
import { sendDataFile } from '~/api/data/downloads';
import { Refusal, retryInS, wordsOf } from '~/api/errors';
import { sendBooks, sendEvents, sendTranscript } from '~/api/match/downloads';
import { matchOfCall } from '~/api/match-of-call';
import { noteRefusal } from '~/api/refusals';
import { isStudyFile, sendReport } from '~/api/report/downloads';
import { appRouter } from '~/api/router';
import { answerHealth } from '~/api/system/health';
import { answerError } from '~/api/system/plain-answer';
import { isTableFile, sendResults, sendScores } from '~/api/tournament/downloads';
import { sendStandings } from '~/api/tournament/service';
import { asOperator, takeTurn } from '~/api/trpc';
import { FAULT, MATCH, REQUEST, traced } from '~/lib/tracing/trace';
import { type GuardedChatEndpoint, isChatPath } from './chat-endpoint';
import { answerHubCall, HUB_PATH, type HubServices } from './hub/hub-calls';
import type { HubEndpoint } from './hub/hub-endpoint';
import { markPage } from './mark-page';
import { MCP } from './mcp';
import type { Exposition } from './metrics/exposition';
import { OPENENV, type OpenEnvEndpoint } from './openenv';
import type { PageTurns } from './page-turns';
import { logRequest, nameRequest, placeOf, requestId } from './request-log';
import { ShareMoments } from './share-moment';

const MOST_BYTES_IN = 256 * 1024;
const MOST_BYTES_READ_AWAY = 16 * 1024 * 1024;
const TRPC = '/api/trpc/';
/** For Prometheus, with the operator's token. */
const METRICS = '/metrics';
/** Disabled: Next would fetch and scale images for anyone, and no page uses it. */
const IMAGES = '/_next/image';
/** Static files, which need no limits. */
const SCRIPTS = '/_next/static/';
/** These say themselves how long they may be kept. */
const PICTURES = /^\/(?:docs\/images\/|matches\/[^/]+\/picture$)/;

export interface HttpOptions {
  shared: SharedServices;
  guard: Guard;
  openEnv: OpenEnvEndpoint;
  chats: GuardedChatEndpoint;
  /** The pages; null if the server has none (tests, programs). */
  site: RequestListener | null;
  /** Whether a path of scripts and styles is a file. */
  hasScript(path: string): boolean;
  pageTurns: PageTurns;
  /** Queue for downloads of results, standings and reports, for everyone but the operator. */
  fileTurns: PageTurns;
  dev: boolean;
  /** Maximum calls per request. */
  batch: number;
  hub: HubEndpoint;
  metrics(): Promise<Exposition>;
  /** What this process does for others while it is the hub. */
  hubServices: HubServices;
}

/** Handles all requests of a port: refuses or passes them to tRPC, a plain endpoint or the pages. */
export function requestListener(settings: HttpOptions): RequestListener {
  const options = { ...settings, moments: new ShareMoments() };
  return (request, response) => {
    if (request.url?.startsWith('/socket.io/')) return; // handled by Socket.IO's own listener
    nameRequest(request, response);
    if (!request.url?.startsWith(SCRIPTS)) logRequest(options.shared.services.log, request, response);
    setSecurityHeaders(response, { dev: options.dev, isSecure: options.shared.access.visitorOf(request).isSecure });
    inSpan(request, response, () => receive(request, response, options)).catch((fault: unknown) => {
      if (hasLeft(response, fault)) return;
      const words = wordsOf(fault);
      if (words.code === 'internal') report(options.shared, fault, { request, ...placeOf(request) });
      const wait = retryInS([fault]);
      if (wait !== null && !response.headersSent) response.setHeader('Retry-After', String(wait));
      answerError(response, words);
    });
  };
}

/** Continues the trace of a proxy or another process that sends `traceparent`. Scripts and styles have no spans. */
function inSpan(request: IncomingMessage, response: ServerResponse, work: () => Promise<void>): Promise<void> {
  if (request.url?.startsWith(SCRIPTS)) return work();
  const { path, matchId } = placeOf(request);
  const asked = {
    headers: request.headers,
    facts: () => ({ [REQUEST]: requestId(request), [MATCH]: matchId, 'http.request.method': request.method, 'url.path': path }),
    outcome() {
      const { statusCode } = response;
      return { 'http.response.status_code': statusCode, ...(statusCode >= 500 && { [FAULT]: `answered ${statusCode}` }) };
    },
  };
  return traced('request', asked, work);
}

type Listening = HttpOptions & { moments: ShareMoments };

async function receive(request: IncomingMessage, response: ServerResponse, options: Listening): Promise<void> {
  if (!takeOriginForm(request))
    return answerError(response, { code: 'bad_input', message: 'Mandi is not a proxy: send only the path, and the host in Host.' });
  if (!hasPath(request)) return answerError(response, { code: 'bad_input', message: 'This address has no path.' });
  const path = pathOf(request);
  if (path === OPENENV || path.startsWith(`${OPENENV}/`)) return answerOpenEnv(request, response, options);
  if (path === MCP) return answerMcp(request, response, options);
  if (isChatPath(path)) return options.chats.answer(request, response);
  const isApi = path.startsWith('/api/');
  const why = options.guard.refuseHost(request) ?? (isApi ? options.guard.refuseOrigin(request) : null);
  if (why) return answerError(response, why);
  if (!isReadable(path)) return answerError(response, { code: 'bad_input', message: 'This address has an invalid % escape.' });
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES_IN) {
    await readAway(request);
    response.setHeader('Connection', 'close');
    return answerError(response, { code: 'too_large', message: `A request can have at most ${MOST_BYTES_IN / 1024} kB.` });
  }
  if (path.startsWith(TRPC)) return answerTrpc(request, response, options);
  if (path.startsWith(HUB_PATH) && options.hub.isFromPeer(request)) return answerHubCall(request, response, options.hubServices);
  if (isApi) return answerPlain(request, response, options);
  if (path === METRICS) return answerMetrics(request, response, options);
  if (!options.site) return answerError(response, { code: 'not_found', message: 'This Mandi serves no pages.' });
  if (path.startsWith(IMAGES)) return answerError(response, { code: 'not_found', message: 'This Mandi does not resize images.' });
  if (path.startsWith(SCRIPTS) && !options.hasScript(path)) return answerError(response, { code: 'not_found', message: 'No such file.' });
  // There are no server actions: Next would search for one and log three lines about each. In development, its tools send POST requests.
  if (!options.dev && request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(response);
  if (!path.startsWith(SCRIPTS) && !(await options.pageTurns.take(options.shared.access.visitorOf(request).key, response))) return;
  await markPage(request, options.shared, () => contextOf(request, response, options.shared));
  await options.moments.mark(request, () => contextOf(request, response, options.shared));
  // Next lets shared caches keep pages for a year; after an update they would refer to scripts that no longer exist.
  if (!path.startsWith('/_next/') && !PICTURES.test(path)) response.setHeader('Cache-Control', 'private, no-cache');
  options.site(request, response);
}

/** Reads the rest of a request, because a proxy treats a connection that is closed while it sends as a dead server. */
function readAway(request: IncomingMessage): Promise<void> {
  if (Number(request.headers['content-length']) > MOST_BYTES_READ_AWAY) return Promise.resolve();
  return new Promise((resolve) => request.once('close', resolve).once('end', resolve).resume());
}

async function answerOpenEnv(request: IncomingMessage, response: ServerResponse, { openEnv: endpoint, hub }: HttpOptions): Promise<void> {
  const why = endpoint.refuse(request);
  if (why) return answerError(response, why);
  const sent = pathOf(request) === `${OPENENV}/mcp` ? hub.forward(request, response) : null; // sessions over HTTP are on the hub
  await (sent ?? endpoint.answer(request, response));
}

async function answerMcp(request: IncomingMessage, response: ServerResponse, { openEnv: endpoint, hub }: HttpOptions): Promise<void> {
  const why = endpoint.refuse(request);
  if (why) return answerError(response, why);
  await (hub.forward(request, response) ?? endpoint.mcp.answer(request, response));
}

function answerTrpc(request: IncomingMessage, response: ServerResponse, { shared, batch }: HttpOptions): Promise<void> {
  response.setHeader('Cache-Control', 'private, no-store');
  return nodeHTTPRequestHandler({
    router: appRouter,
    req: request,
    res: response,
    path: pathOf(request).slice(TRPC.length),
    maxBodySize: MOST_BYTES_IN,
    maxBatchSize: batch,
    createContext: () => contextOf(request, response, shared),
    responseMeta({ errors }) {
      const wait = retryInS(errors);
      return wait === null ? {} : { headers: { 'Retry-After': String(wait) } };
    },
    onError: ({ error, path, input }) => {
      const { code } = wordsOf(error);
      noteRefusal(code);
      if (code === 'internal') report(shared, error, { request, path, ...matchOfCall(path, input) });
    },
  });
}

const MATCH_FILES: Readonly<Record<string, typeof sendEvents>> = {
  'events.jsonl': sendEvents,
  'transcript.md': sendTranscript,
  'books.json': sendBooks,
};

async function answerPlain(request: IncomingMessage, response: ServerResponse, options: HttpOptions): Promise<void> {
  const { shared, hub } = options;
  const path = pathOf(request);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(response);
  if (path === '/api/health') return answerHealth(response, shared, request);
  const [, exportId, name] = /^\/api\/data\/([\w-]{1,64})\/([\w.-]{1,64})$/.exec(path) ?? [];
  if (exportId !== undefined && name !== undefined) {
    asOperator(await contextOf(request, response, shared));
    return hub.forward(request, response) ?? sendDataFile(shared, { id: exportId, name }, response);
  }
  if (/^\/api\/(tournaments|reports)\//.test(path)) return answerFile(request, response, options);
  const [, id, file] = /^\/api\/matches\/([\w-]{1,64})\/([\w.]+)$/.exec(path) ?? [];
  const sendFile = file === undefined || !Object.hasOwn(MATCH_FILES, file) ? undefined : MATCH_FILES[file];
  if (id === undefined || sendFile === undefined) return refuseEndpoint(response);
  const ctx = await contextOf(request, response, shared);
  if (!ctx.caller.isOperator)
    return answerError(response, { code: 'operator_needed', message: "Downloads need the operator's token here." });
  await sendFile(ctx, id, response);
}

async function answerMetrics(request: IncomingMessage, response: ServerResponse, { shared, metrics }: HttpOptions): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(response);
  asOperator(await contextOf(request, response, shared));
  const { type, text } = await metrics();
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
}

/** For everyone who may see the page; one file at a time per visitor. */
async function answerFile(request: IncomingMessage, response: ServerResponse, { shared, fileTurns }: HttpOptions): Promise<void> {
  const path = pathOf(request);
  const ctx = await contextOf(request, response, shared);
  const { isOperator: isFree, address } = ctx.caller;
  const [, tournament] = /^\/api\/tournaments\/([\w-]{1,64})\/standings\.csv$/.exec(path) ?? [];
  if (tournament !== undefined) return sendStandings(ctx, tournament, response);
  const [, resultsOf, form = ''] = /^\/api\/tournaments\/([\w-]{1,64})\/results\.(\w+)$/.exec(path) ?? [];
  if (resultsOf !== undefined && isTableFile(form)) {
    if (isFree || (await fileTurns.take(address, response))) await sendResults(shared, { id: resultsOf, kind: form }, response);
    return;
  }
  const [, reportId, name = '', kind = ''] = /^\/api\/reports\/([\w-]{1,64})\/(scores|report)\.(\w+)$/.exec(path) ?? [];
  if (reportId === undefined || !(name === 'scores' ? isTableFile(kind) : isStudyFile(kind))) return refuseEndpoint(response);
  await takeTurn(shared.replays, address); // the page's content is the same for all
  if (!isFree && !(await fileTurns.take(address, response))) return;
  if (name === 'scores' && isTableFile(kind)) await sendScores(shared, { id: reportId, kind }, response);
  else if (isStudyFile(kind)) await sendReport(shared, { id: reportId, kind }, response);
}

function refuseEndpoint(response: ServerResponse): void {
  answerError(response, { code: 'not_found', message: 'There is no such endpoint under /api/.' });
}

async function contextOf(request: IncomingMessage, response: ServerResponse, shared: SharedServices): Promise<Context> {
  const visitor = shared.access.visitorOf(request);
  await admitTokens(shared.access, shared.services.store, request);
  const isSecure = isOverHttps(request, visitor.isSecure);
  return {
    shared,
    caller: {
      address: visitor.key,
      isOperator: isOperator(shared.access, request),
      showedOperator: showsOperator(shared.access, request),
      cookies: cookiesOf(request, isSecure),
      bearer: bearerOf(request) ?? null,
      isSecure,
    },
    room: { bytes: shared.replayBytes },
    setCookie(cookie) {
      if (response.headersSent)
        throw new Refusal('bad_input', 'This changes a cookie: send it in a separate request, not in a streamed batch.');
      response.appendHeader('Set-Cookie', cookie);
    },
  };
}

function refuseMethod(response: ServerResponse): void {
  response.setHeader('Allow', 'GET, HEAD');
  answerError(response, { code: 'method_not_allowed', message: 'This endpoint only answers GET.' });
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0] ?? '/';
}

/** False for `*`, and for `//`, which cannot be parsed as a URL. */
export function hasPath({ url = '/' }: IncomingMessage): boolean {
  return url !== '*' && URL.canParse(url, 'http://localhost');
}

/** Converts `GET http://host/path`, as sent to proxies, to `GET /path` if it is this host; false if it is another or invalid. */
function takeOriginForm(request: IncomingMessage): boolean {
  const { url = '/', headers } = request;
  if (url.startsWith('/') || url === '*') return true;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  const { host, pathname, search } = new URL(url);
  if (host !== headers.host?.toLowerCase()) return false;
  request.url = `${pathname}${search}`;
  return true;
}

/** Whether its percent-encoding is valid; for invalid ones Next answers 500 without a message. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Hop-by-hop headers that request an upgrade. */
const ASKS = new Set(['upgrade', 'http2-settings', 'connection']);

/** Ignores unsupported upgrades (curl offers `h2c`), which are no reason to refuse. */
export function asksForSocket({ headers }: IncomingMessage): boolean {
  return /\bwebsocket\b/i.test(headers.upgrade ?? '');
}

/** Handles the request again without the upgrade headers. The connection closes after the response, because a body may follow. */
export function answerPlainly(http: Server, request: IncomingMessage, { socket, head }: { socket: Duplex; head: Buffer }): void {
  const { method, url, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (!ASKS.has(rawHeaders[i]?.toLowerCase() ?? '')) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  lines.push('Connection: close');
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  http.emit('connection', socket);
}

/** A client that disconnects during a download is not an error. */
function hasLeft(response: ServerResponse, fault: unknown): boolean {
  return response.destroyed && fault instanceof Error && 'code' in fault && fault.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

interface Where {
  request: IncomingMessage;
  path: string | undefined;
  matchId?: string;
}

function report(shared: SharedServices, fault: unknown, { request, ...where }: Where): void {
  shared.services.log.error({ err: fault, requestId: requestId(request), ...where }, 'a request failed');
}
