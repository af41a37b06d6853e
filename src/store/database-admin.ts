/** What `mandi db` does: shows and clears the database. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { REPOSITORY } from '~/config';
import { type ArchiveState, archiveState } from './archive/archive-state';
import { embeddedTarget, openClient, type Target } from './connect';
import {
  type DatabaseConfig,
  directTarget,
  EMBEDDED_DATABASE,
  findTarget,
  kindOf,
  openExisting,
  openOrCreate,
  prepareDatabase,
} from './database';
import { codeOf, DatabaseError } from './database-error';
import { findRunning, type Say } from './embedded/embedded-server';
import { readHome } from './embedded/home';
import { type MigrationState, migrationState } from './migrations';

export interface DatabaseStatus {
  kind: 'embedded' | 'server';
  running: boolean;
  /** host:port/database; null if it is not running. */
  address: string | null;
  /** Folder of the embedded database; null for an external server, and before the first start. */
  folder: string | null;
  version: string | null;
  bytes: number | null;
  migrations: MigrationState | null;
  /** null: not migrated yet. */
  matches: number | null;
  /** Those in the archive are not counted. */
  events: number | null;
  archive: Pick<ArchiveState, 'matches' | 'files' | 'bytes'> | null;
}

const NOTHING = { matches: null, events: null, archive: null };
const ASLEEP = { running: false, address: null, version: null, bytes: null, migrations: null, ...NOTHING };

/** Status of the database. Starts and changes nothing. */
export async function databaseStatus(config: DatabaseConfig): Promise<DatabaseStatus> {
  const kind = kindOf(config);
  const folder = kind === 'embedded' ? ((await readHome(config.home))?.folder ?? null) : null;
  const target = await runningTarget(config);
  if (target === null) return { kind, folder, ...ASLEEP };
  const client = await (kind === 'server' ? openExisting(target) : openClient(target).catch(absentOnly));
  if (client === null) return { kind, folder, ...ASLEEP, running: true, address: target.name };
  try {
    const { rows } = await client.query<{ version: string; bytes: string }>(
      "SELECT current_setting('server_version') AS version, pg_database_size(current_database())::text AS bytes",
    );
    const size = { version: rows[0]?.version ?? null, bytes: Number(rows[0]?.bytes) };
    return {
      kind,
      folder,
      running: true,
      address: target.name,
      ...size,
      migrations: await migrationState(client),
      ...(await count(client)),
    };
  } finally {
    await client.end();
  }
}

/** null if the embedded server runs but the database has not been created. */
function absentOnly(error: unknown): null {
  if (codeOf(error) === '3D000') return null;
  throw error;
}

async function runningTarget(config: DatabaseConfig): Promise<Target | null> {
  if (config.databaseUrl !== null) return directTarget({ ...config, databaseUrl: config.databaseUrl });
  const address = await findRunning(config.home);
  return address && embeddedTarget(address, EMBEDDED_DATABASE, config.database);
}

async function count(client: pg.Client): Promise<Pick<DatabaseStatus, 'matches' | 'events' | 'archive'>> {
  const { rows: there } = await client.query<{ events: string | null; archive: string | null }>(
    "SELECT to_regclass('match_event')::text AS events, to_regclass('match_archive')::text AS archive",
  );
  if (!there[0]?.events) return NOTHING;
  const { rows } = await client.query<{ matches: string; events: string }>(
    'SELECT (SELECT count(*) FROM match)::text AS matches, (SELECT count(*) FROM match_event)::text AS events',
  );
  const archive = there[0].archive === null ? null : await archiveState(client);
  return {
    matches: Number(rows[0]?.matches),
    events: Number(rows[0]?.events),
    archive: archive && { matches: archive.matches, files: archive.files, bytes: archive.bytes },
  };
}

/** Deletes all matches, events and reports and creates an empty schema. Refused while another Mandi is connected. */
export async function resetDatabase(config: DatabaseConfig, say: Say): Promise<void> {
  const target = await findTarget(config, say);
  const client = await openOrCreate(target, say);
  try {
    await refuseIfUsed(client);
    await refuseIfNewer(client, target);
    const tables = ['_prisma_migrations', ...ownTables()].map((name) => pg.escapeIdentifier(name));
    await client.query(`DROP TABLE IF EXISTS ${tables.join(', ')} CASCADE`);
  } finally {
    await client.end();
  }
  await prepareDatabase(target, { say });
}

export async function refuseIfUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ others: string }>(
    `SELECT count(*)::text AS others FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'mandi%' AND pid <> pg_backend_pid()`,
  );
  if (rows[0]?.others !== '0') throw new DatabaseError('in_use', 'Another Mandi is using this database: stop it first.');
}

/** A newer schema has tables that this code does not have. */
export async function refuseIfNewer(client: pg.Client, target: Target): Promise<void> {
  const { unknown } = await migrationState(client);
  if (unknown.length === 0) return;
  throw new DatabaseError('schema_newer', `A newer Mandi made the tables at ${target.name}: reset them with that one.`);
}

export function ownTables(): string[] {
  const schema = readFileSync(join(REPOSITORY, 'prisma', 'schema.prisma'), 'utf8');
  return [...schema.matchAll(/@@map\("(\w+)"\)/g)].map((found) => found[1] ?? '');
}
