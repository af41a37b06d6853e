/** An archiver that is killed at any moment loses no match and keeps none twice. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { describeKills, type FreshDatabase, freshDatabase } from './support/database';
import { MANDI, runMandi } from './support/run-mandi';
import { startServer, until } from './support/server';

/** About 60 MB of events: the archiver has work for seconds. */
const COPIES = 1_500;
const KILLS = 8;

describeKills('after eight kills of the archiver', (kind) => {
  let fresh: FreshDatabase;
  let ids: string[];
  let before: Map<string, string>;
  const env = () => ({ DATABASE_URL: fresh.url, MANDI_ARCHIVE: fresh.database.archive.name });

  beforeAll(async () => {
    fresh = await freshDatabase(kind);
    const server = await startServer(fresh);
    const { id } = await server.api.match.create.mutate({ task: 'coalition_market', seed: 5, policy: 'rule_based_expert', pace: 0 });
    await until(async () => (await server.api.match.get.query({ id })).status === 'finished');
    await server.stop();
    const { pool } = fresh.database;
    await pool.query(
      `INSERT INTO match SELECT (jsonb_populate_record(one, jsonb_build_object('id', 'copy' || n))).* FROM match AS one, generate_series(1, $2) AS n WHERE id = $1`,
      [id, COPIES],
    );
    await pool.query(
      `INSERT INTO match_event SELECT 'copy' || n, seq, type, payload, recorded_at FROM match_event, generate_series(1, $2) AS n WHERE match_id = $1`,
      [id, COPIES],
    );
    ids = [id, ...Array.from({ length: COPIES }, (_, n) => `copy${n + 1}`)];
    before = await logs();
  }, 300_000);
  afterAll(() => fresh.drop());

  /** The hash of every match's log, as a process reads it that starts now. */
  async function logs(): Promise<Map<string, string>> {
    const store = new PostgresEventStore(fresh.database, 'reader');
    const hashes = new Map<string, string>();
    for (const id of ids) {
      const hash = createHash('sha256');
      for (const { seq, json, recordedAt } of await store.read(id)) hash.update(`${seq} ${recordedAt.toISOString()} ${json}\n`);
      hashes.set(id, hash.digest('hex'));
    }
    await store.close();
    return hashes;
  }

  async function countOf(sql: string): Promise<number> {
    const { rows } = await fresh.database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`);
    return rows[0]?.n ?? 0;
  }

  const archived = () => countOf('match_archive');
  const inBoth = () => countOf('match_archive WHERE EXISTS (SELECT FROM match_event WHERE match_event.match_id = match_archive.match_id)');

  it('every match is in the tables or in the archive, whole, and the next run goes on', { timeout: 600_000 }, async () => {
    let cut = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const had = await archived();
      const child = spawn(process.execPath, [MANDI, 'db', 'archive', '--older-than', '0d'], {
        cwd: tmpdir(),
        env: { ...process.env, ...env() },
        stdio: 'ignore',
      });
      const gone = new Promise((resolve) => child.once('exit', resolve));
      await until(async () => child.exitCode !== null || (await countOf("upkeep WHERE name = 'archive' AND ended_at IS NULL")) > 0);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 2_500)); // any moment: of writing, of reading back, of settling
      if (child.exitCode === null) cut += 1;
      child.kill('SIGKILL');
      await gone;
      await until(
        async () =>
          (await countOf("pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()")) === 0,
      );
      expect(await inBoth()).toBe(0);
      const [now, events] = [await archived(), await countOf('(SELECT DISTINCT match_id FROM match_event) AS hot')];
      expect(now).toBeGreaterThanOrEqual(had);
      expect(now + events).toBe(ids.length);
      expect(await logs()).toEqual(before);
      if (now === ids.length) {
        // All is done: back with it, for the next kill.
        expect((await runMandi(['db', 'restore-matches', '--all'], { env: env() })).code).toBe(0);
        expect(await logs()).toEqual(before);
      }
    }
    expect(cut).toBeGreaterThan(0);
    const last = await runMandi(['db', 'archive', '--older-than', '0d'], { env: env() });
    expect([last.code, last.errors.includes('fault')]).toEqual([0, false]);
    expect([await archived(), await inBoth()]).toEqual([ids.length, 0]);
    expect(await logs()).toEqual(before);
    const check = await runMandi(['db', 'check-archive'], { env: env() });
    expect([check.code, check.out]).toEqual([0, expect.stringContaining('all as written')]);
    // Nothing is left over of those that were killed.
    const { rows } = await fresh.database.pool.query<{ name: string }>('SELECT name FROM archive_file ORDER BY name');
    expect(readdirSync(fresh.database.archive.name).sort()).toEqual(rows.map(({ name }) => name));
  });
});
