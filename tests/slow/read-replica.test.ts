// A replica by real streaming replication: lists read it, and the primary where it is away or behind.
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '~/store/database';
import { chooseRunAs } from '~/store/embedded/run-as';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { newMatch, until } from '../integration/support/stores';

const BINARIES = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim() || '/usr/lib/postgresql/15/bin';
const hasBinaries = ['initdb', 'pg_ctl', 'pg_basebackup'].every((name) => existsSync(join(BINARIES, name)));
const MOST_MS = 2_000;

describe.skipIf(!hasBinaries)('a read replica (needs initdb, pg_ctl and pg_basebackup)', () => {
  const home = mkdtempSync(join(tmpdir(), 'mandi-replica-'));
  const runAs = chooseRunAs(home);
  const folders = { primary: join(home, 'primary'), replica: join(home, 'replica') };
  let ports: { primary: number; replica: number };
  let database: Database;
  let store: PostgresEventStore;
  let replica: pg.Pool;

  function run(program: string, ...args: string[]): void {
    execFileSync(join(BINARIES, program), args, { ...runAs, cwd: '/', stdio: 'ignore', env: { ...process.env, LC_ALL: 'C' } });
  }
  const start = (which: keyof typeof folders): void => {
    const options = `-p ${ports[which]} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c wal_level=replica -c hot_standby=on`;
    run('pg_ctl', '-D', folders[which], '-w', '-l', join(home, `${which}.log`), '-o', options, 'start');
  };
  const stop = (which: keyof typeof folders): void => run('pg_ctl', '-D', folders[which], '-m', 'immediate', '-w', 'stop');
  const urlOf = (port: number, name: string): string => `postgresql://postgres@127.0.0.1:${port}/${name}`;
  const listed = async (): Promise<string[]> => (await (store.lately ?? store).list({}, { limit: 50 })).items.map(({ id }) => id);
  /** Reads until the replica may be asked, or may not. */
  const untilFit = (fit: boolean): Promise<void> => until(async () => (await listed()).length >= 0 && database.late?.isFit() === fit);

  beforeAll(async () => {
    if (runAs) chownSync(home, runAs.uid, runAs.gid);
    ports = { primary: await freePort(), replica: await freePort() };
    run('initdb', '-D', folders.primary, '-U', 'postgres', '-A', 'trust', '--no-sync');
    start('primary');
    await (await openDatabase({ databaseUrl: urlOf(ports.primary, 'mandi'), home }, { makeMissing: true })).close();
    run('pg_basebackup', '-d', urlOf(ports.primary, 'postgres'), '-D', folders.replica, '-R', '-X', 'stream', '--no-sync', '-c', 'fast');
    start('replica');
    const limits = { poolSize: 4, queryMs: 20_000, longQueryMs: 60_000 };
    const url = urlOf(ports.replica, 'mandi');
    database = await openDatabase({
      databaseUrl: urlOf(ports.primary, 'mandi'),
      home,
      database: { ...limits, replica: { url, mostMs: MOST_MS } },
    });
    store = new PostgresEventStore(database, 'replica');
    replica = new pg.Pool({ connectionString: url, max: 1 });
    replica.on('error', () => undefined);
  }, 180_000);
  afterAll(async () => {
    await replica.end();
    await store.close();
    await database.close();
    for (const which of ['replica', 'primary'] as const) if (existsSync(join(folders[which], 'postmaster.pid'))) stop(which);
    rmSync(home, { recursive: true, force: true });
  });

  it('answers lists as long as it follows; what is behind, away or back again is noticed', async () => {
    const { id: first } = await store.create(newMatch(), [{ type: 'opened' }]);
    await untilFit(true);
    await until(async () => (await listed()).includes(first));
    const scans = "SELECT seq_scan + idx_scan AS scans FROM pg_stat_user_tables WHERE relname = 'match'";
    const asked = async (): Promise<number> => Number((await replica.query<{ scans: string }>(scans)).rows[0]?.scans);
    await until(async () => (await listed()).length > 0 && (await asked()) > 0);
    // It stands still: for a while lists lack what is new, then they come from the primary.
    await replica.query('SELECT pg_wal_replay_pause()');
    const { id: second } = await store.create(newMatch(), [{ type: 'opened' }]);
    expect((await store.list({}, { limit: 50 })).items.map(({ id }) => id)).toContain(second);
    expect(await store.get(second)).not.toBeNull();
    await untilFit(false);
    expect(await listed()).toEqual(expect.arrayContaining([first, second]));
    await replica.query('SELECT pg_wal_replay_resume()');
    await untilFit(true);
    await until(async () => (await listed()).includes(second));
    // It dies in the middle of reads: nobody is refused.
    stop('replica');
    for (let read = 0; read < 20; read += 1) expect(await listed()).toContain(second);
    expect(database.late?.isFit()).toBe(false);
    start('replica');
    await untilFit(true);
    expect(await listed()).toContain(second);
  }, 180_000);

  it('that is no replica is never asked', async () => {
    const limits = { poolSize: 4, queryMs: 20_000, longQueryMs: 60_000 };
    const url = urlOf(ports.primary, 'mandi');
    const wrong = await openDatabase({ databaseUrl: url, home, database: { ...limits, replica: { url, mostMs: MOST_MS } } });
    const own = new PostgresEventStore(wrong, 'wrong');
    for (let read = 0; read < 5; read += 1) {
      expect((await own.lately?.list({}, { limit: 5 }))?.items.length).toBe(2);
      expect(wrong.late?.isFit()).toBe(false);
      await sleep(300);
    }
    await own.close();
    await wrong.close();
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
