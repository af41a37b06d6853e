/** One port: tRPC, Socket.IO, plain doors and the pages. Made once a process by `serve`; `start/main.ts` is what a person starts. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import {
  admitShown,
  admitTokens,
  countWrongToken,
  hasSessionEnded,
  isOperator,
  isThisMachineAlone,
  makeAccess,
  showsOperator,
} from './api/access';
import { benchmarkDesk } from './api/benchmark-desk';
import type { Access, Desk } from './api/context';
import { bearerOf, cookiesOf } from './api/cookies';
import { type DataDesk, type DataDeskOptions, dataDesk, NO_DATA_DESK } from './api/data-desk';
import { wordsAndWait } from './api/errors';
import { mayKnowOf, orNothing } from './api/find-match';
import { type Guard, makeGuard } from './api/guard';
import { deskLimits, type Limits, withLimits } from './api/limits';
import { answerError } from './api/plain-answer';
import type { ReportShelf } from './api/report-words';
import { ownRunBooks } from './api/run-books';
import { shows } from './api/seat-access';
import { TokenTries } from './api/token-tries';
import { TournamentShelf } from './api/tournament-shelf';
import { visitorFinder } from './api/visitor';
import type { BackendState } from './inference/chat-model';
import { workerAccess } from './inference/workers/worker-door';
import { steadyClock } from './lib/time/steady-clock';
import { openGateway, type ShownTokens } from './live/gateway';
import { MatchFeeds } from './live/match-feed';
import { socketAudience } from './live/socket-audience';
import { Crew } from './match/crew';
import { gameOf } from './match/load-match';
import { matchCard } from './match/match-card';
import type { Log, Services } from './match/services';
import { keepConnections } from './openenv/keep-connections';
import { guardedChatDoor } from './start/chat-door';
import { answerPlainly, asksForSocket, hasPath, requestListener } from './start/http';
import { hubDataDesk, hubInference } from './start/hub/hub-calls';
import { socketsOfHub, type Upgrade } from './start/hub/hub-sockets';
import { type Hub, openHub, withPeers } from './start/hub/open-hub';
import { listen, urlHost } from './start/listen';
import { type Minds, type MindsConfig, NO_MINDS, openMinds } from './start/minds';
import { openEnvDoor } from './start/openenv';
import { PageTurns } from './start/page-turns';
import { preparePages } from './start/prepare-pages';
import { Showcase } from './start/showcase';
import type { ModelOnItsWay } from './start/tell-model';
import type { EventStore } from './store/event-store';
import type { PeerStore } from './store/peers/peer-store';
import type { Holding } from './store/table-store';
import { lookAtTournaments } from './tournament/look-at-tournaments';

const FEEDS_KEPT = 256;

export interface ServeOptions {
  host: string;
  port: number;
  portIsFixed: boolean;
  origins: readonly string[];
  /** null: made here, where one is needed. */
  adminToken: string | null;
  store: EventStore;
  reports: ReportShelf;
  /** What the web processes of this database share; left out: this one is alone. */
  peers?: PeerStore;
  /** Where the others reach this one; null: by its address. */
  peerUrl?: string | null;
  /** Where exports lie; left out: this server makes none. */
  exports?: DataDeskOptions;
  database: 'embedded' | 'server';
  processId: string;
  log: Log;
  version: string;
  /** The pages: built, made as they are asked for (development), or none. */
  site: 'built' | 'dev' | 'none';
  showcase: boolean;
  /** What processes of the same home show at the door to language models; left out: the operator's token alone opens it. */
  doorKey?: string;
  /** Language models, their workers and servers; left out: null models alone. */
  minds?: MindsConfig;
  /** Matches that are not played on, and why: they kept an earlier process from answering. */
  blocked?: ReadonlyMap<string, string>;
  limits?: Partial<Limits>;
  /** Proxies whose word about their visitors is believed. */
  trustedProxies?: readonly string[];
}

export interface RunningServer {
  port: number;
  /** To open in a browser on this machine. */
  url: string;
  /** The operator's token where one is needed. */
  token: string | null;
  /** The match to watch first; null without a showcase. */
  showcaseId: string | null;
  /** The language model of this machine, which may still be on its way. */
  model: ModelOnItsWay;
  /** How the model servers stand that this one asks. */
  backends(): readonly BackendState[];
  /** Looks after tournaments, without playing a match of them. */
  tendTournaments(): Promise<void>;
  stop(): Promise<void>;
}

export async function serve(options: ServeOptions): Promise<RunningServer> {
  const http = createServer();
  keepConnections(http);
  const token = isThisMachineAlone(options) ? null : (options.adminToken ?? randomBytes(18).toString('base64url'));
  const limits = withLimits(options.limits);
  const shared = { name: 'token', counts: options.store.counts };
  const access = makeAccess({
    token,
    sessions: options.store.sessions,
    visitorOf: visitorFinder(options.trustedProxies),
    tries: new TokenTries(limits.tokenTries, { shared }),
  });
  const answering = switchboard(http);
  const port = await listen(http, { host: options.host, port: options.port, isFixed: options.portIsFixed });
  try {
    const hub = await openHub({ ...options, port });
    access.isPeer = (request) => hub.isFromPeer(request);
    const guard = withPeers(makeGuard(options), hub);
    const minds = await openTheMinds(options, { access, guard, token, hub });
    const counted = deskLimits(limits, options.store.counts);
    const live = await openLive(http, options, { guard, access, minds, counted });
    const data = options.exports ? dataDesk(options.exports) : NO_DATA_DESK;
    const desk = deskOf(options, { access, minds, counted, data: hubDataDesk(data, hub), hub, ...live });
    const openEnv = openEnvDoor({ access, guard, version: options.version, services: live.services, keeper: options.peers?.sessions });
    hub.onChange((isHere) => {
      minds.hubChanged(isHere);
      openEnv.letGo();
    });
    const { inference } = minds;
    const chats = guardedChatDoor({ access, guard, inference, processId: options.processId, key: options.doorKey ?? null, hub });
    const here: Upgrade = (...upgrade) => openEnv.upgrade(...upgrade) || minds.inference.door?.upgrade(...upgrade) === true;
    const toHub = socketsOfHub({ hub, openEnv, mayBringWorker: workerRule(options, { access, guard, token }), here });
    const site = await openSite(http, { ...options, port, takeSocket: (...upgrade) => toHub(...upgrade) || here(...upgrade) });
    const hubDesks = { data, inference: () => inference.state() };
    answering.start(
      requestListener({
        desk,
        guard,
        openEnv,
        chats,
        site: site.listener,
        pageTurns: new PageTurns(limits),
        fileTurns: new PageTurns({ pages: limits.readings, pagesAtOnce: 2 }, limits.waiting),
        dev: options.site === 'dev',
        batch: limits.batch,
        hub,
        hubDesks,
      }),
    );
    const [leaveTables] = await Promise.all([desk.standings.keepReady(), live.crew.start()]);
    const showcase = new Showcase({ services: live.services, run: desk.run, isAnybodyHere: live.isAnybodyHere });
    const showcaseId = options.showcase ? await showcase.start() : null;
    return {
      port,
      url: `http://${urlHost(options.host)}:${port}`,
      token,
      showcaseId,
      model: { state: minds.model, whenReady: minds.whenReady },
      backends: () => inference.gateway.backends(),
      tendTournaments: () => lookAtTournaments(live.services),
      async stop() {
        await Promise.all([showcase.stop(), leaveTables()]);
        await hub.stop();
        live.stopRuns.abort();
        await desk.data.close();
        await live.crew.stop();
        await live.close();
        openEnv.close();
        await minds.close();
        await closeHttp(http);
        await site.close();
      },
    };
  } catch (fault) {
    http.close();
    http.closeAllConnections();
    throw fault;
  }
}

/** Workers come from this machine, or show their token; no page of a browser is one. */
function openTheMinds(options: ServeOptions, { hub, ...doors }: Doors & { hub: Hub }): Promise<Minds> {
  const { minds = NO_MINDS, log, store, peers } = options;
  return openMinds(minds, { log, store: store.agents, isAllowed: workerRule(options, doors), ...(peers && { findHub: () => hub.find() }) });
}

interface Doors {
  access: Access;
  guard: Guard;
  token: string | null;
}

function workerRule({ minds = NO_MINDS }: ServeOptions, { access, guard, token }: Doors): (request: IncomingMessage) => boolean {
  const showsToken = workerAccess([minds.workerToken ?? token]);
  return (request) => {
    if (guard.refuseHost(request) !== null) return false;
    if (access.isPeer?.(request) === true) return true;
    const isRight = showsToken(request);
    if (countWrongToken(access, request, isRight) !== null) return false;
    return isRight || (access.loopback && isOperator(access, request));
  };
}

/** What is told to watchers, and what is played here. */
async function openLive(
  http: Server,
  { store, log, processId, limits, peers, blocked }: ServeOptions,
  { guard, access, minds, counted }: { guard: Guard; access: Access; minds: Minds; counted: ReturnType<typeof deskLimits> },
) {
  const feeds = new MatchFeeds({ store, gameOf, keep: FEEDS_KEPT });
  /** A token that a program shows beside the headers is counted like one in them. */
  async function showing({ request, headers, token }: ShownTokens) {
    const visitor = access.visitorOf(request).key;
    if (token !== null) await admitShown(access, store, { visitor, tokens: [token] });
    const caller = { bearer: token ?? bearerOf({ headers }) ?? null, cookies: cookiesOf({ headers }) };
    return { store, caller, wrong: { tries: counted.wrongCookies, visitor } };
  }
  async function showsTo(shown: ShownTokens, wanted: Holding): Promise<boolean> {
    return orNothing(shows(await showing(shown), wanted));
  }
  const gateway = await openGateway({
    http,
    store,
    feeds,
    cardOf: matchCard,
    processId,
    holds: (shown, matchId, seat) => showsTo(shown, { matchId, role: 'seat', seat }),
    hosts: async (shown, matchId) => showsOperator(access, shown.request) || showsTo(shown, { matchId, role: 'host', seat: null }),
    mayKnowOf: async (shown, match) =>
      !match.isPrivate || isOperator(access, shown.request) || orNothing(mayKnowOf(await showing(shown), match)),
    isOperator: (request) => isOperator(access, request),
    hasSessionEnded: (request) => hasSessionEnded(access, request),
    takeReplay: (request) => counted.replays.take(access.visitorOf(request).key),
    inCostlyTurn: (request, work) => (isOperator(access, request) ? work() : counted.costly.inTurn(access.visitorOf(request).key, work)),
    setPresence: (matchId, seat, isHere) => store.tables.setPresence(matchId, seat, isHere),
    async refuse(request) {
      const why = guard.refuseHost(request) ?? guard.refuseOrigin(request);
      if (why === null) await admitTokens(access, store, request);
      return why?.message ?? null;
    },
    visitorOf: (request) => access.visitorOf(request).key,
    mostSockets: withLimits(limits).sockets,
    wordsOf: wordsAndWait,
    onFault: (fault) => log.error({ fault }, 'watchers could not be told'),
    ...(peers && { shareWatchers: (here: ReadonlyMap<string, number>) => peers.shareWatchers(processId, here) }),
  });
  const { agents, hearPitches } = minds;
  const services: Services = { store, log, processId, audience: socketAudience(gateway.hall), agents, hearPitches, now: steadyClock() };
  return {
    feeds,
    services,
    crew: new Crew(services, blocked),
    stopRuns: new AbortController(),
    isAnybodyHere: gateway.isAnybodyHere,
    checkSeats: (matchId: string) => gateway.hall.checkSeats(matchId),
    close: gateway.close,
  };
}

type Live = Awaited<ReturnType<typeof openLive>>;

function deskOf(
  options: ServeOptions,
  {
    access,
    minds,
    counted,
    services,
    feeds,
    crew,
    stopRuns,
    checkSeats,
    data,
    hub,
  }: Live & { access: Access; minds: Minds; counted: ReturnType<typeof deskLimits>; data: DataDesk; hub: Hub },
): Desk {
  return {
    services,
    inference: () => hubInference(() => minds.inference.state(), hub),
    feeds,
    access,
    checkSeats,
    run: (matchId) => crew.run(matchId),
    data,
    benchmark: benchmarkDesk({
      shelf: options.reports,
      books: options.peers ?? ownRunBooks(),
      processId: options.processId,
      log: options.log,
      signal: stopRuns.signal,
    }),
    standings: new TournamentShelf(services),
    ...counted,
    database: options.database,
    version: options.version,
  };
}

/** Until everything is up, requests are asked to come again. */
function switchboard(http: Server): { start(listener: RequestListener): void } {
  let listener: RequestListener = (request, response) => {
    if (request.url?.startsWith('/socket.io/')) return;
    answerError(response, { code: 'unavailable', message: 'Mandi is starting. Try again in a moment.' });
  };
  http.on('request', (request, response) => listener(request, response));
  return {
    start(whole) {
      listener = whole;
    },
  };
}

interface Site {
  listener: RequestListener | null;
  close(): Promise<void>;
}

async function openSite(http: Server, { site, host, port, takeSocket }: ServeOptions & { takeSocket: Upgrade }): Promise<Site> {
  const app = await preparePages({ site, host, port });
  const upgrade = site === 'dev' ? app?.getUpgradeHandler() : undefined; // for the reload of pages; built ones have no socket
  http.on('upgrade', (request, socket, head) => {
    socket.on('error', () => undefined); // whoever has gone gets no answer; who is there gets one: a proxy takes a cut line for a dead server
    if (!hasPath(request)) return void socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    if (request.url?.startsWith('/socket.io/')) return; // Socket.IO listens for itself
    if (!asksForSocket(request)) return answerPlainly(http, request, { socket, head });
    if (takeSocket(request, socket, head)) return;
    if (upgrade) return void upgrade(request, socket, head);
    socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  const handle = app?.getRequestHandler();
  return {
    listener: handle ? (request, response) => void handle(request, response) : null,
    close: async () => app?.close(),
  };
}

function closeHttp(http: Server): Promise<void> {
  return new Promise((resolve) => {
    http.close(() => resolve());
    http.closeAllConnections();
  });
}
