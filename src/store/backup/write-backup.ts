/** A consistent copy of a database, while matches continue. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { openClient } from '../connect';
import { type DatabaseConfig, findTarget, kindOf, openExisting, openOrCreate } from '../database';
import { DatabaseError } from '../database-error';
import type { Say } from '../embedded/embedded-server';
import { migrationState } from '../migrations';
import { type BackupHead, copyLine, END_OF_ROWS, FORMAT, HEAD, TAIL } from './backup-file';
import { withoutLimit } from './limits';
import { tablesToKeep } from './tables';

export interface Written {
  bytes: number;
  rows: Record<string, number>;
}

/** Writes to a temporary name first, so that `file` is either complete or unchanged. */
export async function writeBackup(config: DatabaseConfig, file: string, say: Say): Promise<Written> {
  const target = withoutLimit(await findTarget(config, say));
  const first = await (kindOf(config) === 'embedded' ? openOrCreate(target, say) : openExisting(target));
  await first.end();
  const client = await openClient(target);
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.part`;
  try {
    const rows = await writeAll(client, unfinished);
    const handle = await open(unfinished, 'r');
    await handle.sync();
    await handle.close();
    await rename(unfinished, file);
    return { rows, bytes: (await stat(file)).size };
  } catch (fault) {
    await rm(unfinished, { force: true });
    throw fault;
  } finally {
    await client.end();
  }
}

async function writeAll(client: pg.Client, path: string): Promise<Record<string, number>> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { applied, failed } = await migrationState(client);
  if (applied.length === 0) throw new DatabaseError('database_missing', 'There is nothing to back up: this database has no tables yet.');
  if (failed.length > 0) throw new DatabaseError('migration_failed', `A migration started but did not finish: ${failed.join(', ')}.`);
  const gzip = createGzip();
  const written = pipeline(gzip, createWriteStream(path, { mode: 0o600 })); // it contains keys and worlds that are still secret
  written.catch(() => undefined); // reported below
  const head: BackupHead = { format: FORMAT, at: new Date().toISOString(), migrations: applied };
  const rows: Record<string, number> = {};
  gzip.write(`${HEAD}${JSON.stringify(head)}\n`);
  for (const table of await tablesToKeep(client)) {
    gzip.write(`${copyLine(table)}\n`);
    const columns = table.columns.map((column) => `"${column}"`).join(', ');
    const copying = client.query(copyTo(`COPY "${table.name}" (${columns}) TO STDOUT`));
    for await (const chunk of copying) if (!gzip.write(chunk)) await Promise.race([once(gzip, 'drain'), written]);
    rows[table.name] = copying.rowCount;
    gzip.write(`${END_OF_ROWS}\n`);
  }
  gzip.end(`${TAIL}${JSON.stringify({ rows })}\n`);
  await written;
  await client.query('COMMIT');
  return rows;
}
