import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Database, openDatabase } from '~/store/database';
import { stopEmbedded } from '~/store/embedded/embedded-server';
import type { EventStore } from '~/store/event-store';
import { PostgresEventStore } from '~/store/postgres-event-store';

export interface BenchStore {
  database: Database;
  store: EventStore;
  /** Closes it and removes everything. */
  close(): Promise<void>;
}

/** A fresh database with Mandi's schema: on the server at that address, or (null) on a separate embedded server. */
export async function openBenchStore(serverUrl: string | null): Promise<BenchStore> {
  return serverUrl === null ? openEmbedded() : openOnServer(serverUrl);
}

async function openEmbedded(): Promise<BenchStore> {
  const home = await mkdtemp(join(tmpdir(), 'mandi-bench-'));
  const database = await openDatabase({ databaseUrl: null, home });
  const store = storeOn(database);
  async function close(): Promise<void> {
    await closeBoth(database, store);
    await stopEmbedded(home);
    rmSync(home, { recursive: true, force: true });
  }
  return { database, store, close };
}

async function openOnServer(serverUrl: string): Promise<BenchStore> {
  const url = new URL(serverUrl);
  const name = `mandi_bench_${process.pid}_${Date.now()}`;
  url.pathname = `/${name}`;
  const home = await mkdtemp(join(tmpdir(), 'mandi-bench-'));
  const database = await openDatabase({ databaseUrl: url.href, home }, { makeMissing: true });
  const store = storeOn(database);
  async function close(): Promise<void> {
    await closeBoth(database, store);
    rmSync(home, { recursive: true, force: true });
    const admin = new pg.Client({ connectionString: new URL('/postgres', serverUrl).href });
    await admin.connect();
    await admin.query(`DROP DATABASE ${pg.escapeIdentifier(name)} WITH (FORCE)`);
    await admin.end();
  }
  return { database, store, close };
}

/** A database that stays, with its archive in a folder named after it. It is created if it is missing. */
export async function openKeptStore(url: string): Promise<BenchStore> {
  const home = join(tmpdir(), `mandi-kept-${new URL(url).pathname.slice(1)}`);
  const database = await openDatabase({ databaseUrl: url, home }, { makeMissing: true });
  const store = storeOn(database);
  return { database, store, close: () => closeBoth(database, store) };
}

function storeOn(database: Database): EventStore {
  return new PostgresEventStore(database, 'bench');
}

async function closeBoth(database: Database, store: EventStore): Promise<void> {
  await store.close();
  await database.close();
}
