/** Restores a backup, completely or not at all. */
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { openClient, type Target } from '../connect';
import { type DatabaseConfig, findTarget, openOrCreate } from '../database';
import { ownTables, refuseIfNewer, refuseIfUsed } from '../database-admin';
import { codeOf, DatabaseError, messageOf } from '../database-error';
import type { Say } from '../embedded/embedded-server';
import { knownMigrations, migrate } from '../migrations';
import { type BackupHead, END_OF_ROWS, readCopy, readHead, readTail } from './backup-file';
import { withoutLimit } from './limits';
import { tablesToKeep } from './tables';

export interface Restored {
  head: BackupHead;
  rows: Record<string, number>;
  /** Migrations applied after the restore because the backup did not have them. */
  migrated: string[];
}

/** Restores only into a database without data that anyone could miss. */
export async function restoreBackup(config: DatabaseConfig, file: string, say: Say): Promise<Restored> {
  const lines = linesOf(file);
  try {
    const head = readHead((await lines.next()).value ?? '');
    if (head === null) throw unusable(file, 'it does not start like a backup of Mandi');
    const target = withoutLimit(await findTarget(config, say));
    await (await openOrCreate(target, say)).end();
    return await fill(target, { file, head, lines });
  } catch (fault) {
    if (codeOf(fault) === 'ENOENT') throw unusable(file, 'there is no such file');
    if (codeOf(fault) === 'EISDIR') throw unusable(file, 'it is a folder');
    if (codeOf(fault) === 'Z_BUF_ERROR') throw unusable(file, 'it is empty, or its end is missing');
    if (codeOf(fault) === 'Z_DATA_ERROR')
      throw unusable(file, `it is damaged, or not a file that npx mandi db backup wrote (${messageOf(fault)})`);
    if (/^(Z_|EACCES)/.test(codeOf(fault))) throw unusable(file, messageOf(fault));
    throw fault;
  } finally {
    await lines.return(undefined);
  }
}

type Lines = AsyncGenerator<string, undefined>;

interface Source {
  file: string;
  head: BackupHead;
  lines: Lines;
}

async function fill(target: Target, source: Source): Promise<Restored> {
  const client = await openClient(target);
  try {
    await refuseIfUsed(client);
    await refuseIfNewer(client, target);
    await refuseIfFilled(client, target);
    refuseIfFromNewer(source);
    // Creates the tables as of the backup; later migrations then also convert the rows.
    const tables = ['_prisma_migrations', ...ownTables()].map((name) => `"${name}"`);
    await client.query(`DROP TABLE IF EXISTS ${tables.join(', ')} CASCADE`);
    await migrate(client, source.head.migrations);
    await client.query('BEGIN');
    const rows = await loadAll(client, source);
    await continueNumbers(client);
    await client.query('COMMIT');
    return { head: source.head, rows, migrated: await migrate(client) };
  } catch (fault) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw fault;
  } finally {
    await client.end();
  }
}

function refuseIfFromNewer({ file, head }: Source): void {
  const known = new Set(knownMigrations().map(({ name }) => name));
  const unknown = head.migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new DatabaseError(
      'schema_newer',
      `${file} was made by a newer Mandi (it knows ${unknown.join(', ')}): restore it with that one.`,
    );
}

async function refuseIfFilled(client: pg.Client, { name }: Target): Promise<void> {
  for (const table of await tablesToKeep(client)) {
    if (!['match', 'agent', 'tournament', 'owner', 'eval_run', 'series'].includes(table.name)) continue;
    const { rowCount } = await client.query(`SELECT FROM "${table.name}" LIMIT 1`);
    if (rowCount === 0) continue;
    const message = `The database at ${name} is not empty, and a backup would replace what it holds. Use another MANDI_HOME or DATABASE_URL, or empty it: npx mandi db reset --yes`;
    throw new DatabaseError('in_use', message);
  }
}

async function loadAll(client: pg.Client, { file, lines }: Source): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const copy = readCopy(next.value);
    const tail = readTail(next.value);
    if (copy !== null) {
      const loading = client.query(copyFrom(`COPY ${copy.table} (${copy.columns}) FROM STDIN`));
      await pipeline(Readable.from(rowsOf(lines, file)), loading);
      rows[copy.table.slice(1, -1)] = loading.rowCount;
    } else if (tail !== null) {
      if (JSON.stringify(tail.rows) === JSON.stringify(rows)) return rows;
      throw unusable(file, 'it has fewer or more rows than it says');
    } else if (next.value !== '') throw unusable(file, 'it has a line that does not belong in a backup of Mandi');
  }
  throw unusable(file, 'its end is missing');
}

const ROWS_AT_ONCE = 64 * 1024;

/** A table's rows, in chunks. */
async function* rowsOf(lines: Lines, file: string): AsyncGenerator<string> {
  let ready = '';
  for (let next = await lines.next(); next.value !== END_OF_ROWS; next = await lines.next()) {
    if (next.done) throw unusable(file, 'its end is missing');
    ready += `${next.value}\n`;
    if (ready.length < ROWS_AT_ONCE) continue;
    yield ready;
    ready = '';
  }
  if (ready !== '') yield ready;
}

/** Splits only at line feeds, because rows can contain all other line separators. */
async function* linesOf(file: string): Lines {
  const text = createGunzip();
  const piped = pipeline(createReadStream(file), text);
  piped.catch(() => undefined); // the reader receives the error
  text.setEncoding('utf8');
  let rest = '';
  for await (const chunk of text) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  await piped;
  if (rest !== '') yield rest;
  return undefined;
}

/** Sets sequences to continue after the highest stored number. */
async function continueNumbers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; column: string }>(
    `SELECT c.relname::text AS name, a.attname::text AS column FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
     WHERE c.oid = ANY(SELECT to_regclass(name) FROM unnest($1::text[]) AS name)
       AND a.attnum > 0 AND NOT a.attisdropped AND pg_get_serial_sequence(quote_ident(c.relname), a.attname) IS NOT NULL`,
    [ownTables()],
  );
  for (const { name, column } of rows) {
    await client.query(
      `SELECT setval(pg_get_serial_sequence('"${name}"', '${column}'), COALESCE((SELECT max("${column}") FROM "${name}"), 0) + 1, false)`,
    );
  }
}

function unusable(file: string, why: string): DatabaseError {
  return new DatabaseError('bad_backup', `${file} cannot be restored: ${why}. No row was restored.`);
}
