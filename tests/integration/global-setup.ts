/** Brings up what integration tests need: an embedded server of their own, a server where one is reachable, a migrated template on both. */
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isAlive } from '~/file-lock';
import { embeddedTarget, openClient, serverTarget, type Target } from '~/store/connect';
import { prepareDatabase } from '~/store/database';
import { messageOf } from '~/store/database-error';
import { ensureEmbedded, stopEmbedded } from '~/store/embedded/embedded-server';

/** A superuser's address on a PostgreSQL 15 or newer. */
const SERVER = process.env.MANDI_TEST_SERVER ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const PREFIX = 'mandi-test-';

/** A server that tests may make databases on. */
export interface TestServer {
  /** Of its maintenance database. */
  url: string;
  template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    embedded: TestServer;
    /** Or why there is none, in a sentence. */
    server: TestServer | string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearLeftovers();
  const home = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  await chmod(home, 0o755); // root's tests run the database as somebody else
  const embedded = await withTemplate(embeddedTarget(await ensureEmbedded(home, () => undefined), 'postgres'));
  const server = await withTemplate(serverTarget(SERVER)).catch(messageOf);
  project.provide('embedded', embedded);
  project.provide('server', server);
  return async () => {
    if (typeof server !== 'string') await dropTestDatabases(server.url);
    await stopEmbedded(home);
    await rm(home, { recursive: true, force: true });
  };
}

async function withTemplate(maintenance: Target): Promise<TestServer> {
  const template = `mandi_template_${process.pid}`;
  const client = await openClient(maintenance);
  try {
    await client.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${template}`);
  } finally {
    await client.end();
  }
  const url = new URL(maintenance.url);
  url.pathname = `/${template}`;
  await prepareDatabase(serverTarget(url.href));
  return { url: maintenance.url, template };
}

/** This run's, and those of runs that were killed. */
async function dropTestDatabases(url: string): Promise<void> {
  const client = await openClient(serverTarget(url));
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT datname AS name FROM pg_database WHERE datname ~ '^mandi_(template|test)_[0-9]+'",
    );
    for (const { name } of rows) {
      const [pid] = /\d+/.exec(name) ?? [];
      if (Number(pid) === process.pid || !isAlive(Number(pid))) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
  } finally {
    await client.end();
  }
}

/** Of runs that were killed. */
async function clearLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const name of names.filter((one) => !isAlive(Number(basename(one).split('-')[2])))) {
    await stopEmbedded(join(tmpdir(), name)).catch(() => undefined);
    await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}
