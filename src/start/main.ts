/** What `npm start` runs: database, server, messages, and shutdown. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isLoopbackName } from '~/api/access/guard';
import { reportStore } from '~/api/report/store';
import { trainingFolders, trainingRuns } from '~/api/training/runs';
import { type Config, environmentForCommands, REPOSITORY, readConfig } from '~/config';
import { withFileLock } from '~/file-lock';
import { showTestGames } from '~/games/registry';
import { faultText } from '~/lib/text/fault-sentence';
import { openTracing } from '~/lib/tracing/open-tracing';
import { createLog } from '~/log';
import { takeBlocked, watchForBlocks } from '~/match/block-watch';
import type { Log } from '~/match/services';
import { type RunningServer, serve } from '~/server';
import { type Database, openDatabase } from '~/store/database';
import { messageOf } from '~/store/database-error';
import { ensureFolder, folderOf } from '~/store/embedded/home';
import type { EventStore } from '~/store/event-store';
import { postgresOperations } from '~/store/operations/postgres-operations-store';
import { postgresCrossing } from '~/store/peers/crossing';
import { postgresPeerStore } from '~/store/peers/peer-store';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { openRedis, type RedisLine } from '~/store/redis';
import { outerAddress } from './hub/hub-endpoint';
import { limitsOf } from './limits-of';
import { refuseTakenPort } from './listen';
import { MatchWorkers } from './match-workers';
import { openBrowser } from './open-browser';
import { tellOutageOnce } from './outage';
import { findRunning, type SitePlace, shareEndpointKey, writePlace } from './place';
import { StartError } from './start-error';
import { tellModel } from './tell-model';
import { tellServers } from './tell-servers';
import { Upkeep } from './upkeep';

/** Maximum duration of an orderly shutdown. */
const STOP_MS = 10_000;
const SAME_WISH_MS = 1_000;

export interface RunOptions {
  site: 'built' | 'dev' | 'none';
  /** Open the browser on the home page. */
  open: boolean;
  /** Builds the pages if missing. Called once it is clear that this start will serve. */
  build?(): Promise<unknown>;
}

/** Runs Mandi in a terminal until Ctrl-C. */
export async function run(options: RunOptions): Promise<void> {
  try {
    const config = readConfig();
    showTestGames(config.testGames);
    const mandi = config.portIsFixed ? await startMandi(config, options) : await startOrFind(config, options);
    if (mandi === null) return;
    const address = mandi.server.url; // home, where a match is running
    endInOrder(mandi, options.site !== 'dev'); // in development, it restarts with each change
    await tellWhere(mandi, config);
    say(`Open ${address}`);
    void tellModel(mandi.server.model, say);
    void tellServers(() => mandi.server.backends(), say);
    if (options.open) openBrowser(address);
  } catch (fault) {
    process.stderr.write(`${faultText(fault)}\n`);
    process.exit(1);
  }
}

interface Mandi {
  server: RunningServer;
  database: Database;
  stop(): Promise<void>;
}

/** null: this clone's Mandi is already running, which was reported. Of two concurrent starts, the second waits and finds the first. */
function startOrFind(config: Config, options: RunOptions): Promise<Mandi | null> {
  return oneStartAtATime(
    config.home,
    async () => {
      const running = await findRunning(config.home);
      if (!running) return startMandi(config, options);
      tellRunning(running, options);
      return null;
    },
    (pid) => say(`Mandi is already starting from this clone (process ${pid}). Waiting for it.`),
  );
}

async function startMandi(config: Config, { site, build }: RunOptions): Promise<Mandi> {
  await refuseTakenPort({ host: config.host, port: config.port, isFixed: config.portIsFixed });
  await build?.().catch((fault: unknown) => {
    throw new StartError(messageOf(fault));
  });
  const processId = randomUUID();
  const database = await openDatabase(config, { say, makeMissing: true });
  const store = new PostgresEventStore(database, processId);
  const log = tellOutageOnce({ log: createLog(config.log, processId), ask: () => askAgain(database), say: sayFault(config) });
  const tracing = await openTracing(config.tracing, { role: 'web', processId, version: versionOf() });
  const environment = environmentForCommands(config);
  const peers = postgresPeerStore(database.pool);
  const redis = await redisOf(config, { log, store, prefixOf: () => peers.keyOf('redis', null) });
  const blocks = join(config.home, 'blocked');
  try {
    const blocked = await takeBlocked(blocks);
    const stopWatch = await watchForBlocks(blocks);
    const server = await serve({
      ...config,
      limits: limitsOf(config),
      trustedProxies: config.edge.trustedProxies,
      agentRuntime: config,
      endpointKey: await shareEndpointKey(config.home, (own) => peers.keyOf('door', own)),
      peers,
      crossing: redis ? { adapter: redis.crossing, isThere: redis.isThere } : { adapter: postgresCrossing(database) },
      ...(redis && { counts: redis.counts }),
      operations: postgresOperations(database),
      store,
      reports: reportStore(database.prisma, join(REPOSITORY, 'public', 'benchmark')),
      exports: { folder: join(config.home, 'exports'), environment },
      training: trainingRuns(trainingFolders(config, REPOSITORY)),
      database: database.kind,
      processId,
      log,
      version: versionOf(),
      site,
      blocked,
    });
    const forget = await writePlace(config.home, { url: server.url, process: processId, pid: process.pid });
    const toThis = config.mandiUrl === 'off' ? {} : { MANDI_URL: server.url }; // workers for this server use its models
    const matchWorkers = new MatchWorkers({ store, log, environment: { ...environment, ...toThis }, tend: server.tendTournaments });
    await matchWorkers.start();
    const upkeep = new Upkeep({ database: database.pool, settings: config.archive, log, environment });
    upkeep.start();
    return {
      server,
      database,
      async stop() {
        await forget();
        await Promise.all([matchWorkers.stop(), upkeep.stop()]);
        await server.stop();
        await stopWatch();
        await tracing.close();
        redis?.close();
        await store.close();
        await database.close();
      },
    };
  } catch (fault) {
    await store.close();
    await database.close();
    throw fault;
  }
}

interface RedisUsers {
  log: Log;
  store: EventStore;
  prefixOf(): Promise<string>;
}

async function redisOf({ redisUrl }: Config, { log, store, prefixOf }: RedisUsers): Promise<RedisLine | null> {
  if (redisUrl === null) return null;
  return openRedis(redisUrl, {
    prefix: `mandi:${(await prefixOf()).slice(0, 12)}`,
    fallback: store.counts,
    onChange: (isThere, why) =>
      isThere
        ? log.warn({}, 'Redis is back')
        : log.warn({ fault: why }, 'Redis cannot be reached: PostgreSQL counts the limits until it is back'),
  });
}

/** Restarts the embedded database if it died. */
async function askAgain({ revive, prisma }: Database): Promise<void> {
  await revive();
  await prisma.$queryRaw`SELECT 1`;
}

/** A second signal, or a timeout, ends the process immediately. Stored data is safe either way. */
function endInOrder({ stop, database }: Mandi, tell: boolean): void {
  let since: number | null = null;
  function end(): void {
    if (since !== null) {
      // npm forwards the Ctrl-C that this process already received, which must not count as a second one
      if (Date.now() - since > SAME_WISH_MS) process.exit(1);
      return;
    }
    since = Date.now();
    setTimeout(() => process.exit(1), STOP_MS).unref();
    stop()
      .then(() => {
        if (tell && database.kind === 'embedded')
          say('\nMandi has stopped. Its database stays up for the next start; `npx mandi db stop` ends it.');
        process.exit(0);
      })
      .catch((fault: unknown) => {
        process.stderr.write(`Mandi did not shut down cleanly: ${String(fault)}\n`);
        process.exit(1);
      });
  }
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

async function tellWhere({ server, database }: Mandi, config: Config): Promise<void> {
  if (!config.portIsFixed && server.port !== config.port) say(`Port ${config.port} is in use, so Mandi is on ${server.port}.`);
  const folder = database.kind === 'embedded' ? await folderOf(config.home).catch(() => null) : null;
  const isAway = folder !== null && !folder.startsWith(config.home);
  const away = isAway ? ' It stays there when this clone is deleted: npx mandi db remove deletes it.' : '';
  say(`Database: ${database.kind === 'embedded' ? `embedded, in ${folder ?? config.home}` : database.target.name}.${away}`);
  if (server.token === null) return;
  const address = isEveryAddress(config.host) ? outerAddress() : null;
  const token = config.adminToken === null ? `: ${server.token}` : ' is the one in MANDI_ADMIN_TOKEN.';
  const isOpen = !isLoopbackName(config.host);
  say(`${isOpen ? 'Mandi is open to other machines. ' : ''}The operator's token (to create, control and export)${token}`);
  if (!isOpen) return;
  const [named] = config.origins; // a proxy is in front, and plain http would bypass it
  if (named !== undefined || address !== null) say(`From other machines: ${named ?? `http://${address}:${server.port}`}`);
}

function tellRunning(running: SitePlace, { open }: RunOptions): void {
  say(`Mandi is already running from this clone (process ${running.pid}). Stop it with Ctrl-C there, or start another with PORT=…`);
  say(`Open ${running.url}`);
  if (open) openBrowser(running.url);
}

function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Reports problems at runtime to people, on standard error like the log. */
function sayFault({ log }: Config): (line: string) => void {
  return (line) => void (log === 'silent' || process.stderr.write(`${line}\n`));
}

function versionOf(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}

/** Only one start at a time per home. A second one reports the first's process id and waits until it is up or has failed. */
async function oneStartAtATime<T>(home: string, start: () => Promise<T>, waitingFor: (pid: string) => void): Promise<T> {
  const path = join(home, 'starting.lock');
  let hasBegun = false;
  function begin(): Promise<T> {
    hasBegun = true;
    return start();
  }
  try {
    await ensureFolder(home);
    return await withFileLock(path, begin, { waiting: () => waitingFor(holderOf(path)) });
  } catch (fault) {
    if (hasBegun) throw fault;
    return start(); // the home is not writable; whatever needs it reports that
  }
}

function holderOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').split(' ', 1)[0] ?? '';
  } catch {
    return '';
  }
}
