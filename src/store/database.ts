/** The database of a process: an external server or the embedded one, migrated and ready. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { type Config, REPOSITORY } from '~/config';
import { withFileLock } from '~/file-lock';
import type { DatabaseLimits } from '~/lib/database/limits';
import type { ArchivePlace } from './archive/archive-place';
import { type ArchiveAddress, openArchivePlace } from './archive/open-archive-place';
import {
  embeddedTarget,
  explainConnection,
  OLDEST_SERVER,
  openClient,
  openPool,
  openPooled,
  refuseHurriedRole,
  serverTarget,
  type Target,
} from './connect';
import { codeOf, DatabaseError, messageOf } from './database-error';
import { ensureEmbedded, reviveEmbedded, type Say } from './embedded/embedded-server';
import type { PrismaClient } from './generated/client';
import { lateReads } from './late-reads';
import { migrate } from './migrations';

export const EMBEDDED_DATABASE = 'mandi';

export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'home'> & {
  /** The same database without the pooler. Absent: there is none. */
  databaseDirectUrl?: string | null;
  database?: DatabaseLimits;
  /** Left out: a folder in `home`. */
  archive?: ArchiveAddress;
};

export interface Database {
  kind: 'embedded' | 'server';
  /** Straight to the server, for what needs a session: listening, the queue, maintenance. */
  target: Target;
  /** Through the pooler, if there is one. */
  pool: pg.Pool;
  prisma: PrismaClient;
  /** For reads that may be some seconds old: a replica, or the primary while that is away or too far behind. Absent: no replica is set. */
  late?: { pool: pg.Pool; prisma: PrismaClient; isFit(): boolean };
  archive: ArchivePlace;
  /** Migrations applied while opening. */
  migrated: string[];
  /** Restarts the embedded server if it died. An external server is its operator's responsibility. */
  revive(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Receives progress messages. */
  say?: Say;
  /** Create the database if it does not exist. Off by default, so that a mistyped address leaves nothing on a server. */
  makeMissing?: boolean;
}

interface PrepareOptions extends OpenOptions {
  /** Most queries go through a pooler. */
  isPooled?: boolean;
}

/** Opens the configured database and migrates it. Starts and creates the embedded one if necessary. */
export async function openDatabase(config: DatabaseConfig, { say = () => undefined, makeMissing }: OpenOptions = {}): Promise<Database> {
  const target = await findTarget(config, say);
  const migrated = await prepareDatabase(target, {
    say,
    makeMissing: makeMissing ?? kindOf(config) === 'embedded',
    isPooled: isPooled(config),
  });
  const pool = isPooled(config) ? openPooled(serverTarget(config.databaseUrl, config.database)) : openPool(target);
  const prisma = await openPrisma(pool, target.schema);
  const { replica } = target.limits;
  const late = replica === undefined ? null : lateReads({ primary: pool, target, ...replica });
  const latePrisma = late && (await openPrisma(late.pool, target.schema));
  const close = async (): Promise<void> => {
    await latePrisma?.$disconnect();
    await late?.close();
    await prisma.$disconnect();
    await pool.end();
  };
  const revive = async (): Promise<void> => {
    if (config.databaseUrl === null) await reviveEmbedded(config.home, say);
  };
  const reads = late && latePrisma ? { late: { pool: late.pool, prisma: latePrisma, isFit: late.isFit } } : {};
  return { kind: kindOf(config), target, pool, prisma, ...reads, archive: openArchivePlace(config), migrated, revive, close };
}

export function kindOf(config: DatabaseConfig): Database['kind'] {
  return config.databaseUrl === null ? 'embedded' : 'server';
}

type Pooled = DatabaseConfig & { databaseUrl: string; databaseDirectUrl: string };

function isPooled(config: DatabaseConfig): config is Pooled {
  return config.databaseUrl !== null && typeof config.databaseDirectUrl === 'string';
}

/** Of a server. */
export function directTarget(config: DatabaseConfig & { databaseUrl: string }): Target {
  const target = serverTarget(config.databaseDirectUrl ?? config.databaseUrl, config.database);
  const { schema } = serverTarget(config.databaseUrl);
  if (isPooled(config) && (schema ?? target.schema) !== undefined)
    throw new DatabaseError('access_denied', 'A pooler cannot choose a schema: leave out ?schema=, and ALTER ROLE … SET search_path = ….');
  return target;
}

/** The database's location. Afterwards, the embedded server is running. */
export async function findTarget(config: DatabaseConfig, say: Say): Promise<Target> {
  if (config.databaseUrl !== null) return directTarget({ ...config, databaseUrl: config.databaseUrl });
  return embeddedTarget(await ensureEmbedded(config.home, say), EMBEDDED_DATABASE, config.database);
}

/** Applies missing migrations and returns their names. */
export async function prepareDatabase(
  target: Target,
  { say = () => undefined, makeMissing = false, isPooled: isThroughPooler = false }: PrepareOptions = {},
): Promise<string[]> {
  const client = await (makeMissing ? openOrCreate(target, say) : openExisting(target));
  try {
    await refuseOldServer(client, target);
    if (isThroughPooler) await refuseHurriedRole(client, target);
    if (target.schema !== undefined) await client.query(`CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(target.schema)}`);
    const applied = await migrate(client);
    if (applied.length > 0) say(`Brought the database's schema up to date (${applied.length} ${applied.length === 1 ? 'step' : 'steps'}).`);
    return applied;
  } catch (error) {
    throw explainConnection(target, error);
  } finally {
    await client.end();
  }
}

/** Creates the database if it does not exist and the server allows it. */
export async function openOrCreate(target: Target, say: Say): Promise<pg.Client> {
  try {
    return await openClient(target);
  } catch (error) {
    if (codeOf(error) !== '3D000') throw error;
    await createDatabase(target, say);
    return openClient(target);
  }
}

export async function openExisting(target: Target): Promise<pg.Client> {
  try {
    return await openClient(target);
  } catch (error) {
    if (codeOf(error) !== '3D000') throw error;
    const message = `There is no database "${databaseOf(target)}" on that server (${target.name}); npx mandi db migrate creates it.`;
    throw new DatabaseError('database_missing', message, error);
  }
}

async function createDatabase(target: Target, say: Say): Promise<void> {
  const name = databaseOf(target);
  const url = new URL(target.url);
  url.pathname = '/postgres';
  try {
    const client = await openClient({ ...target, config: { ...target.config, ...maintenance(target.config, url.href) } });
    try {
      await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
    } finally {
      await client.end();
    }
  } catch (error) {
    // Another process created it at the same time.
    if (codeOf(error) === '42P04' || codeOf(error) === '23505') return;
    throw new DatabaseError(
      'access_denied',
      `There is no database at ${target.name}, and it could not be created: ${messageOf(error)}.`,
      error,
    );
  }
  if (target.config.connectionString !== undefined) say(`Created the database "${name}" on the server (${target.name}).`);
}

/** As the driver reads the address: the default name is the user's. */
function databaseOf({ url }: Target): string {
  const { pathname, username } = new URL(url);
  return decodeURIComponent(pathname.slice(1) || username);
}

function maintenance(config: pg.ClientConfig, url: string): pg.ClientConfig {
  return config.connectionString === undefined ? { database: 'postgres' } : { connectionString: url };
}

async function refuseOldServer(client: pg.Client, target: Target): Promise<void> {
  const { rows } = await client.query<{ number: string; text: string }>(
    "SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS text",
  );
  const [version] = rows;
  if (version && Number(version.number) >= OLDEST_SERVER * 10_000) return;
  throw new DatabaseError(
    'server_too_old',
    `The server at ${target.name} is PostgreSQL ${version?.text ?? 'of an unknown version'}; Mandi needs ${OLDEST_SERVER} or newer.`,
  );
}

const SCHEMA = join(REPOSITORY, 'prisma', 'schema.prisma');
const GENERATED = join(REPOSITORY, 'src', 'store', 'generated');

/** Prisma on connections that we own. Generates its client if the installation did not. */
async function openPrisma(pool: pg.Pool, schema: string | undefined): Promise<PrismaClient> {
  if (!isGenerated()) await generate();
  const { PrismaClient: Client } = await import('./generated/client');
  return new Client({ adapter: new PrismaPg(pool, { disposeExternalPool: false, ...(schema ? { schema } : {}) }) });
}

/** Whether the client was generated from the current schema. */
function isGenerated(): boolean {
  const stamp = readText(join(GENERATED, 'schema.sha256'));
  return stamp === createHash('sha256').update(readFileSync(SCHEMA)).digest('hex');
}

async function generate(): Promise<void> {
  mkdirSync(GENERATED, { recursive: true });
  await withFileLock(`${GENERATED}.lock`, async () => {
    if (isGenerated()) return;
    const run = spawnSync(process.execPath, [join(REPOSITORY, 'scripts', 'generate-client.mjs')], { cwd: REPOSITORY, encoding: 'utf8' });
    if (!isGenerated())
      throw new DatabaseError('client_missing', run.stderr.trim() || 'The database client could not be generated: run npm ci again.');
  });
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
