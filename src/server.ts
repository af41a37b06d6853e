/** One port for tRPC, Socket.IO, plain endpoints and pages. Created once per process by `serve`; people start `start/main.ts`. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { bearerOf, cookiesOf, isOverHttps } from '~/api/access/cookies';
import { mayKnowOf, orNothing } from '~/api/access/find-match';
import { type Guard, makeGuard } from '~/api/access/guard';
import { type Limits, sharedLimits, withLimits } from '~/api/access/limits';
import {
  admitShown,
  admitTokens,
  countWrongToken,
  hasSessionEnded,
  isOperator,
  isThisMachineAlone,
  makeAccess,
  showsOperator,
} from '~/api/access/operator';
import { shows } from '~/api/access/seat-access';
import { TokenTries } from '~/api/access/token-tries';
import { visitorFinder } from '~/api/access/visitor';
import { ownRunBooks } from '~/api/benchmark/run-books';
import { benchmarkService } from '~/api/benchmark/service';
import { type DataService, type DataServiceOptions, dataService, NO_DATA_SERVICE } from '~/api/data/service';
import { noted } from '~/api/refusals';
import type { ReportStore } from '~/api/report/types';
import { StandingsCache } from '~/api/tournament/standings-cache';
import { NO_RUNS, type TrainingRuns } from '~/api/training/runs';
import { MatchRunner } from '~/match/match-runner';
import { type AgentRuntime, type AgentRuntimeConfig, NO_MINDS, openAgentRuntime } from '~/start/agent-runtime';
import type { Access, SharedServices } from './api/context';
import { wordsAndWait } from './api/errors';
import type { BackendState } from './inference/chat-model';
import { workerAccess } from './inference/workers/worker-endpoint';
import { steadyClock } from './lib/time/steady-clock';
import { type Crossing, openGateway, type ShownTokens } from './live/gateway';
import { MatchFeeds } from './live/match-feed';
import { socketAudience } from './live/socket-audience';
import { gameOf } from './match/load-match';
import { matchCard } from './match/match-card';
import type { Log, Services } from './match/services';
import { keepConnections } from './openenv/keep-connections';
import { guardedChatEndpoint } from './start/chat-endpoint';
import { requestListener } from './start/http';
import { hubDataService, hubInference, hubTrainingRuns } from './start/hub/hub-calls';
import { socketsOfHub, type Upgrade } from './start/hub/hub-sockets';
import { type Hub, openHub, withPeers } from './start/hub/open-hub';
import { listen, urlHost } from './start/listen';
import { type OpenedOperations, openOperations } from './start/metrics/open-operations';
import { closeHttp, openSite, switchboard } from './start/open-site';
import { openEnvEndpoint } from './start/openenv';
import { PageTurns } from './start/page-turns';
import { Showcase } from './start/showcase';
import type { ModelOnItsWay } from './start/tell-model';
import type { EventStore } from './store/event-store';
import type { OperationsStore } from './store/operations/operations-store';
import type { PeerStore } from './store/peers/peer-store';
import type { SharedCounts } from './store/shared-counts';
import type { Holding } from './store/table-store';
import { beginDemoLeagues } from './tournament/demo-league';
import { lookAtTournaments } from './tournament/look-at-tournaments';

const FEEDS_KEPT = 256;

export interface ServeOptions {
  host: string;
  port: number;
  portIsFixed: boolean;
  origins: readonly string[];
  /** null: generated if needed. */
  adminToken: string | null;
  store: EventStore;
  reports: ReportStore;
  /** State shared by the web processes of this database, and what connects their sockets. Absent: there is only this process. */
  peers?: PeerStore;
  crossing?: Crossing;
  /** Limits that they share. Absent: the store's. */
  counts?: SharedCounts;
  /** Address for the other processes; null: derived from host and port. */
  peerUrl?: string | null;
  /** Where exports are stored. Absent: exports are disabled. */
  exports?: DataServiceOptions;
  training?: TrainingRuns;
  database: 'embedded' | 'server';
  processId: string;
  log: Log;
  version: string;
  /** The pages: built, rendered on demand (development), or none. */
  site: 'built' | 'dev' | 'none';
  showcase: boolean;
  /** Start the demo league on an unused database. Default: no. */
  league?: boolean;
  /** Key that processes of the same home use for the language model endpoint. Absent: only the operator's token works. */
  endpointKey?: string;
  /** Language models, workers and servers. Absent: only null models. */
  agentRuntime?: AgentRuntimeConfig;
  /** Data for the operator on this database and its processes. Absent: only this process is shown. */
  operations?: OperationsStore;
  /** Matches that must not be resumed, with the reason: they blocked an earlier process. */
  blocked?: ReadonlyMap<string, string>;
  limits?: Partial<Limits>;
  /** Proxies whose headers are trusted. */
  trustedProxies?: readonly string[];
}

export interface RunningServer {
  port: number;
  /** Address for a browser on this machine. */
  url: string;
  /** The operator's token, if needed. */
  token: string | null;
  /** This machine's language model, which may still be loading. */
  model: ModelOnItsWay;
  /** State of the model servers that this process calls. */
  backends(): readonly BackendState[];
  /** Advances tournaments without playing their matches. */
  tendTournaments(): Promise<void>;
  stop(): Promise<void>;
}

export async function serve(options: ServeOptions): Promise<RunningServer> {
  const http = createServer();
  keepConnections(http);
  const token = isThisMachineAlone(options) ? null : (options.adminToken ?? randomBytes(18).toString('base64url'));
  const limits = withLimits(options.limits);
  const counts = options.counts ?? options.store.counts;
  const tokenCounts = { name: 'token', counts };
  const access = makeAccess({
    token,
    sessions: options.store.sessions,
    visitorOf: visitorFinder(options.trustedProxies),
    tries: new TokenTries(limits.tokenTries, { shared: tokenCounts }),
  });
  const answering = switchboard(http);
  const port = await listen(http, { host: options.host, port: options.port, isFixed: options.portIsFixed });
  try {
    const hub = await openHub({ ...options, port });
    access.isPeer = (request) => hub.isFromPeer(request);
    const guard = withPeers(makeGuard(options), hub);
    const agentRuntime = await openTheAgentRuntime(options, { access, guard, token, hub });
    const counted = sharedLimits(limits, counts);
    const live = await openLive(http, options, { guard, access, agentRuntime, counted });
    const data = options.exports ? dataService(options.exports) : NO_DATA_SERVICE;
    const operations = openOperations(options, { ...live, inference: () => hubInference(() => agentRuntime.inference.state(), hub) });
    const shared = sharedServices(options, { access, agentRuntime, counted, data: hubDataService(data, hub), hub, operations, ...live });
    const openEnv = openEnvEndpoint({ access, guard, version: options.version, services: live.services, keeper: options.peers?.sessions });
    hub.onChange((isHere) => {
      agentRuntime.hubChanged(isHere);
      openEnv.letGo();
    });
    const { inference } = agentRuntime;
    const chats = guardedChatEndpoint({ access, guard, inference, processId: options.processId, key: options.endpointKey ?? null, hub });
    const here: Upgrade = (...upgrade) => openEnv.upgrade(...upgrade) || agentRuntime.inference.endpoint?.upgrade(...upgrade) === true;
    const toHub = socketsOfHub({ hub, openEnv, mayBringWorker: workerRule(options, { access, guard, token }), here });
    const site = await openSite(http, { ...options, port, takeSocket: (...upgrade) => toHub(...upgrade) || here(...upgrade) });
    const hubServices = { data, training: options.training ?? NO_RUNS, inference: () => inference.state() };
    answering.start(
      requestListener({
        shared,
        guard,
        openEnv,
        chats,
        site: site.listener,
        hasScript: site.hasScript,
        pageTurns: new PageTurns(limits),
        fileTurns: new PageTurns({ pages: limits.readings, pagesAtOnce: 2 }, limits.waiting),
        dev: options.site === 'dev',
        batch: limits.batch,
        hub,
        metrics: operations.metrics,
        hubServices,
      }),
    );
    const [leaveTables] = await Promise.all([shared.standings.keepReady(), live.runner.start()]);
    if (options.league) await beginLeagues(live.services);
    const showcase = new Showcase({ services: live.services, run: shared.run, isAnybodyHere: live.isAnybodyHere });
    if (options.showcase) await showcase.start();
    return {
      port,
      url: `http://${urlHost(options.host)}:${port}`,
      token,
      model: { state: agentRuntime.model, whenReady: agentRuntime.whenReady },
      backends: () => inference.gateway.backends(),
      tendTournaments: () => lookAtTournaments(live.services),
      async stop() {
        await Promise.all([showcase.stop(), leaveTables(), operations.stop()]);
        await hub.stop();
        live.stopRuns.abort();
        await shared.data.close();
        await live.runner.stop();
        await live.close();
        openEnv.close();
        await agentRuntime.close();
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

/** Before anything else is played, because a match would mark the database as used. Errors are only logged. */
async function beginLeagues(services: Services): Promise<void> {
  await beginDemoLeagues(services).catch((fault: unknown) => services.log.warn({ fault }, 'the demo league could not begin'));
}

/** Workers are processes of this machine or present their token; browser pages are refused. */
function openTheAgentRuntime(options: ServeOptions, { hub, ...endpoints }: Endpoints & { hub: Hub }): Promise<AgentRuntime> {
  const { agentRuntime = NO_MINDS, log, store, peers } = options;
  return openAgentRuntime(agentRuntime, {
    log,
    store: store.agents,
    isAllowed: workerRule(options, endpoints),
    ...(peers && { findHub: () => hub.find() }),
  });
}

type Endpoints = { access: Access; guard: Guard; token: string | null };

function workerRule({ agentRuntime = NO_MINDS }: ServeOptions, { access, guard, token }: Endpoints): (request: IncomingMessage) => boolean {
  const showsToken = workerAccess([agentRuntime.workerToken ?? token]);
  return (request) => {
    if (guard.refuseHost(request) !== null) return false;
    if (access.isPeer?.(request) === true) return true;
    const isRight = showsToken(request);
    if (countWrongToken(access, request, isRight) !== null) return false;
    return isRight || (access.loopback && isOperator(access, request));
  };
}

/** Live updates for watchers, and the matches that this process plays. */
async function openLive(
  http: Server,
  { store, log, processId, limits, crossing, blocked }: ServeOptions,
  {
    guard,
    access,
    agentRuntime,
    counted,
  }: { guard: Guard; access: Access; agentRuntime: AgentRuntime; counted: ReturnType<typeof sharedLimits> },
) {
  const feeds = new MatchFeeds({ store, gameOf, keep: FEEDS_KEPT });
  /** Counts a wrong token that a program sends outside of the headers like one in them. */
  async function showing({ request, headers, token }: ShownTokens) {
    const { key: visitor, isSecure } = access.visitorOf(request);
    if (token !== null) await admitShown(access, store, { visitor, tokens: [token] });
    const caller = { bearer: token ?? bearerOf({ headers }) ?? null, cookies: cookiesOf({ headers }, isOverHttps({ headers }, isSecure)) };
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
    wordsOf: (fault) => noted(wordsAndWait(fault)),
    onFault: (fault) => log.error({ fault }, 'watchers could not be told'),
    ...(crossing && { crossing }),
  });
  const { agents, hearPitches } = agentRuntime;
  const services: Services = {
    store,
    log,
    processId,
    audience: socketAudience(gateway.broadcaster),
    agents,
    hearPitches,
    now: steadyClock(),
  };
  return {
    feeds,
    services,
    runner: new MatchRunner(services, blocked),
    stopRuns: new AbortController(),
    isAnybodyHere: gateway.isAnybodyHere,
    counts: gateway.counts,
    checkSeats: (matchId: string) => gateway.broadcaster.checkSeats(matchId),
    close: gateway.close,
  };
}

type Live = Awaited<ReturnType<typeof openLive>>;

function sharedServices(
  options: ServeOptions,
  {
    access,
    agentRuntime,
    counted,
    services,
    feeds,
    runner,
    stopRuns,
    checkSeats,
    data,
    hub,
    operations,
  }: Live & {
    access: Access;
    agentRuntime: AgentRuntime;
    counted: ReturnType<typeof sharedLimits>;
    data: DataService;
    hub: Hub;
    operations: OpenedOperations;
  },
): SharedServices {
  return {
    services,
    inference: () => hubInference(() => agentRuntime.inference.state(), hub),
    feeds,
    access,
    checkSeats,
    run: (matchId) => runner.run(matchId),
    data,
    benchmark: benchmarkService({
      store: options.reports,
      books: options.peers ?? ownRunBooks(),
      processId: options.processId,
      log: options.log,
      signal: stopRuns.signal,
    }),
    standings: new StandingsCache(services),
    training: hubTrainingRuns(options.training ?? NO_RUNS, hub),
    ...counted,
    operations: operations.service,
    database: options.database,
    version: options.version,
  };
}
