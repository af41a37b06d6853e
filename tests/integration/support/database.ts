import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, inject, test } from 'vitest';
import { openClient, serverTarget } from '~/store/connect';
import { type Database, openDatabase } from '~/store/database';

export type DatabaseKind = 'embedded' | 'server';

/** A database of its own. */
export interface FreshDatabase {
  kind: DatabaseKind;
  /** As DATABASE_URL would name it. */
  url: string;
  database: Database;
  /** Closes and deletes it. */
  drop(): Promise<void>;
}

/** Migrated and empty; `dump`: the SQL of an older version's database, which opening it brings up to date. */
export async function freshDatabase(kind: DatabaseKind, dump?: string): Promise<FreshDatabase> {
  const server = inject(kind);
  if (typeof server === 'string') throw new Error(server);
  // The template's name ends in the process id of the run, by which left-overs are known.
  const name = server.template.replace('template', 'test').concat('_', randomBytes(5).toString('hex'));
  await onServer(server.url, `CREATE DATABASE ${name} TEMPLATE ${dump === undefined ? server.template : 'template0'}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  if (dump !== undefined) await onServer(url.href, dump);
  const archive = join(tmpdir(), `${name}-archive`);
  const database = await openDatabase({ databaseUrl: url.href, home: '', archive: { place: archive } });
  const drop = async (): Promise<void> => {
    await database.close();
    await rm(archive, { recursive: true, force: true });
    await onServer(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  return { kind, url: url.href, database, drop };
}

/**
 * The same tests on the embedded database and on a server. Without a server they are skipped by name, and fail where CI=true.
 */
export function describeOnDatabases(what: string, tests: (kind: DatabaseKind) => void): void {
  describeEmbedded(what, tests);
  describeOnServer(what, tests);
}

/** Tests that kill processes run on the embedded database with every push, and on a server in `tests/slow/kills-on-server.test.ts`. */
export function describeKills(what: string, tests: (kind: DatabaseKind) => void): void {
  if (process.env.MANDI_KILLS_ON === 'server') describeOnServer(what, tests);
  else describeEmbedded(what, tests);
}

function describeEmbedded(what: string, tests: (kind: DatabaseKind) => void): void {
  describe(`${what}, embedded`, () => tests('embedded'));
}

export function describeOnServer(what: string, tests: (kind: DatabaseKind) => void): void {
  const server = inject('server');
  if (typeof server !== 'string') describe(`${what}, on a server`, () => tests('server'));
  else if (process.env.CI === 'true') {
    test(`${what}, on a server`, () => {
      throw new Error(server);
    });
  } else test.skip(`${what}, on a server (${server})`, () => undefined);
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = await openClient(serverTarget(url));
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
