/**
 * Migrates a database to this code's schema. Uses the same table, checksums and lock as `prisma migrate`, so that both can be used on the
 * same database.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { REPOSITORY } from '~/config';
import { codeOf, DatabaseError, messageOf } from './database-error';

export const MIGRATIONS = join(REPOSITORY, 'prisma', 'migrations');

/** The advisory lock of Prisma's migrations. */
const LOCK = 72707369;

/** Whoever waited inside a statement would hold a snapshot, and an index that is built concurrently waits for all of those. */
const ASK_AGAIN_MS = 100;

/** The first line of a migration that builds one index while others write. It must be its only statement. */
const ALONE = '-- Without a transaction.';

const BOOKS = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

export interface Migration {
  name: string;
  sql: string;
}

export interface MigrationState {
  applied: string[];
  /** In this code, but not applied. */
  pending: string[];
  /** Applied by a newer Mandi. */
  unknown: string[];
  /** Started but not finished. */
  failed: string[];
}

/** Applies missing migrations, each as a whole or not at all, and returns their names. `only`: apply just these, to get an older schema. */
export async function migrate(client: pg.ClientBase, only?: readonly string[]): Promise<string[]> {
  if (refuseIfUnusable(await migrationState(client)).pending.length === 0) return [];
  await takeLock(client);
  try {
    await client.query(BOOKS);
    const missing = refuseIfUnusable(await migrationState(client)).pending;
    const pending = missing.filter((name) => only?.includes(name) ?? true);
    for (const migration of knownMigrations().filter(({ name }) => pending.includes(name))) await apply(client, migration);
    return pending;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
  }
}

export async function migrationState(client: pg.ClientBase): Promise<MigrationState> {
  const rows = await readBooks(client);
  const known = knownMigrations().map(({ name }) => name);
  const applied = rows.filter((row) => row.finished).map((row) => row.name);
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
    failed: rows.filter((row) => !row.finished).map((row) => row.name),
  };
}

async function readBooks(client: pg.ClientBase): Promise<{ name: string; finished: boolean }[]> {
  const { rows } = await client.query<{ there: string | null }>("SELECT to_regclass('_prisma_migrations')::text AS there");
  if (!rows[0]?.there) return [];
  const books = await client.query<{ name: string; finished: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return books.rows;
}

function refuseIfUnusable(state: MigrationState): MigrationState {
  if (state.unknown.length > 0) {
    throw new DatabaseError(
      'schema_newer',
      `This database was last used by a newer Mandi (it knows ${state.unknown.join(', ')}): update this one, or use another database.`,
    );
  }
  if (state.failed.length > 0) {
    throw new DatabaseError(
      'migration_failed',
      `A change of this database's schema (${state.failed.join(', ')}) was started by Prisma but not finished: resolve it with npm run prisma -- migrate resolve.`,
    );
  }
  return state;
}

async function takeLock(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [LOCK]);
    if (rows[0]?.mine) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}

async function apply(client: pg.ClientBase, migration: Migration): Promise<void> {
  try {
    if (migration.sql.startsWith(ALONE)) await applyAlone(client, migration);
    else await applyAtOnce(client, migration);
  } catch (error) {
    throw explain(migration.name, error);
  }
}

async function applyAtOnce(client: pg.ClientBase, migration: Migration): Promise<void> {
  const began = new Date();
  await client.query('BEGIN');
  try {
    await client.query(migration.sql);
    await note(client, migration, began);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** An index that an interrupted run left unfinished is built again; one that is finished is there already. */
async function applyAlone(client: pg.ClientBase, migration: Migration): Promise<void> {
  const began = new Date();
  const [, index = ''] = /INDEX CONCURRENTLY IF NOT EXISTS "(\w+)"/.exec(migration.sql) ?? [];
  const { rows } = await client.query('SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid', [index]);
  if (rows.length > 0) await client.query(`DROP INDEX CONCURRENTLY "${index}"`);
  await client.query(migration.sql);
  await note(client, migration, began);
}

async function note(client: pg.ClientBase, { name, sql }: Migration, began: Date): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
    [randomUUID(), createHash('sha256').update(sql).digest('hex'), name, began],
  );
}

function explain(name: string, error: unknown): unknown {
  if (!/^(42|3F|22|23|0A|2B)/.test(codeOf(error))) return error;
  const sentence = `The database's schema could not be brought up to date (${name}): ${messageOf(error)}. Nothing was changed.`;
  return new DatabaseError('migration_failed', sentence, error);
}

export function knownMigrations(): Migration[] {
  const folders = readdirSync(MIGRATIONS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map((entry) => entry.name).sort();
  return names.map((name) => ({ name, sql: readFileSync(join(MIGRATIONS, name, 'migration.sql'), 'utf8') }));
}
