// Finished matches leave the tables for Parquet files, and everything reads them as before.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AgentTurn } from '~/agents/agent-turn';
import { sampleDataset } from '~/dataset/export-dataset';
import { readRequest } from '~/dataset/request';
import { emptyBroadcaster } from '~/live/audience';
import { archiveMatches } from '~/store/archive/archive-matches';
import { archiveState, waitingForArchive } from '~/store/archive/archive-state';
import { checkArchive } from '~/store/archive/check-archive';
import { restoreMatches } from '~/store/archive/restore-matches';
import { openForUpkeep, withUpkeep } from '~/store/archive/upkeep';
import { openDatabase } from '~/store/database';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { begin as beginTournament } from '~/tournament/testing/begin';
import { TournamentWorker } from '~/tournament/tournament-worker';
import { describeOnDatabases, type FreshDatabase, freshDatabase } from './support/database';
import { startServer, type TestServer, until } from './support/server';
import { AWKWARD, LONG, newMatch } from './support/stores';

const asked = readRequest({ ruleset: 'classic', format: 'trajectories', split: 'train' });
if (!asked.ok) throw new Error(asked.why);
const trajectories = asked.value;
const TABLES = ['match_event', 'agent_turn', 'match_turn'] as const;
const HAS_PG_DUMP = spawnSync('pg_dump', ['--version']).status === 0;
const quiet = (): void => undefined;
const soon = (): Date => new Date(Date.now() + 60_000);
const ODD = 'a \u0000 zero, half \ud83d, "quoted" \\ and \u2028';

function turn(number: number, seat: string): AgentTurn {
  const messages = [{ role: 'user' as const, content: ODD }];
  const reply = { text: ODD, fault: null, problem: null, held: false, backend: 'b', tokens: { prompt: 10, cached: null, completion: 5 } };
  return {
    agent: 'odd@1',
    digest: 'sha256:1',
    turn: number,
    round: number,
    seat,
    requests: { decide: { version: 'market-1', hash: 'sha256:2', messages } },
    replies: [{ ...reply, ms: 40, cost: 0.5 }],
    pin: null,
    seed: 7,
    wished: { b: 1, a: ODD },
    move: { action_type: 'wait' },
    origin: 'own',
    guards: [],
    walkBacks: [],
    ms: 12.5,
    fallbackWhy: null,
  };
}

describeOnDatabases('the archive', (kind) => {
  let fresh: FreshDatabase;
  let server: TestServer;
  let folder: string;
  let played: string[];
  let paused: string;
  let odd: string;
  let cup: string;
  let rated: string;
  const config = () => ({ databaseUrl: fresh.url, home: '' });
  const place = () => fresh.database.archive;

  beforeAll(async () => {
    fresh = await freshDatabase(kind);
    folder = place().name;
    server = await startServer(fresh);
    const { api, store } = server;
    const make = async (change: object): Promise<string> =>
      (await api.match.create.mutate({ task: 'single_trade', seed: 1, policy: 'rule_based_expert', pace: 0, ...change })).id;
    played = [
      await make({}),
      await make({ task: 'coalition_market', seed: 2, judgeMode: 'rule' }),
      await make({ ruleset: 'open', policy: 'greedy', seed: 3 }),
    ];
    for (const id of played) await until(async () => (await api.match.get.query({ id })).status === 'finished');
    paused = await make({ task: 'coalition_market', pace: 60 });
    await api.match.control.mutate({ id: paused, command: 'pause' });
    await until(async () => (await api.match.get.query({ id: paused })).status === 'paused');
    odd = (await oddMatch(store)).id;
    const services = { store, processId: 'cup', audience: emptyBroadcaster, log: { info() {}, warn() {}, error() {} }, now: Date.now };
    cup = (
      await beginTournament(services, { name: 'a cup', ruleset: 'open', task: 'single_trade', worlds: 2, entrants: ['greedy', 'house'] })
    ).id;
    rated = (
      await beginTournament(services, {
        name: 'a rated cup',
        kind: 'rated',
        ruleset: 'open',
        task: 'single_trade',
        worlds: 2,
        entrants: ['greedy', 'planner'],
      })
    ).id;
    const worker = new TournamentWorker(services);
    await worker.start();
    for (const id of [cup, rated]) await until(async () => (await store.tournaments.get(id))?.status === 'finished');
    await worker.stop();
    // What models spent in a tournament stays known: one of its matches gets turns.
    await fresh.database.pool.query(
      `INSERT INTO agent_turn (match_id, seat, turn, round, agent, report, requests)
       SELECT (SELECT min(match_id) FROM tournament_fixture WHERE tournament_id = $1), seat, turn, round, agent, report, requests FROM agent_turn`,
      [cup],
    );
    expect(await store.tournaments.spent(cup)).toMatchObject({ calls: 2, dollars: 1 });
  }, 300_000);
  afterAll(async () => {
    await server.stop();
    await fresh.drop();
  });

  /** Whatever a driver or a codec could change: texts, turns of agents, and turns that were handed in. */
  async function oddMatch(store: PostgresEventStore) {
    const match = await store.create(newMatch({ judgeMode: 'rule' }), AWKWARD.slice(0, 1));
    const lease = await store.acquire(match.id, 'test', LONG);
    if (lease === null) throw new Error('no lease');
    const seats = match.seats.map(({ seat }) => seat);
    const turns = [0, 1].flatMap((number) => seats.map((seat) => turn(number, seat)));
    await store.append(lease, 1, { events: AWKWARD.slice(1), turns, progress: { status: 'finished', finishedAt: new Date() } });
    await fresh.database.pool.query(
      `INSERT INTO match_turn (match_id, seat, turn, key, payload, answer, answered_at, waiting) VALUES
       ($1, 'lab_0', 0, 'key-1', $2, $3, now(), false), ($1, 'lab_0', 1, 'key-2', $2, NULL, NULL, false)`,
      [match.id, JSON.stringify({ said: 'x "y" \u2028' }), JSON.stringify({ ok: true, code: null })],
    );
    return match;
  }

  async function rowsOf(table: (typeof TABLES)[number]): Promise<string[]> {
    const { rows } = await fresh.database.pool.query<{ row: string }>(`SELECT one::text AS row FROM ${table} AS one ORDER BY 1`);
    return rows.map(({ row }) => row);
  }

  const textAt = async (path: string): Promise<string> => (await fetch(`${server.origin}${path}`)).text();

  /** What a reader sees of everything that was played. */
  async function seen(): Promise<object> {
    const { api, store } = server;
    const fixtures = [...(await store.tournaments.fixtures(cup)), ...(await store.tournaments.fixtures(rated))];
    const ids = [...played, paused, odd, ...fixtures.map(({ matchId }) => matchId)];
    return {
      logs: await Promise.all(ids.map((id) => store.read(id))),
      parts: await Promise.all(ids.map(async (id) => [await store.read(id, 2, 3), await store.read(id, 1_000_000)])),
      downloads: await Promise.all(played.map((id) => textAt(`/api/matches/${id}/events.jsonl`))),
      transcripts: await Promise.all(played.map((id) => textAt(`/api/matches/${id}/transcript.md`))),
      frames: await Promise.all(played.map((id) => api.match.frames.query({ id }))),
      explained: await api.match.explain.query({ id: played[2] ?? '' }),
      cards: await Promise.all(played.map((id) => api.match.get.query({ id }))),
      turns: await store.agents.turnsOf(odd),
      oneSeat: await store.agents.turnsOf(odd, 'lab_0'),
      page: await store.agents.turnPage(odd, { seats: ['lab_0'], before: { turn: 1, seat: 'lab_0' }, limit: 5, mostBytes: 1e6 }),
      counts: await store.agents.turnCounts(odd),
      turnsIn: await store.agents.turnsIn('odd@1', [odd, ...played]),
      verdicts: await store.judging.verdicts(['round_ended', 'pitches_judged', 'judged', 'said'], 1_000),
      standings: await textAt(`/api/tournaments/${cup}/standings.csv`),
      results: await textAt(`/api/tournaments/${cup}/results.csv`),
      ratings: [await textAt(`/api/tournaments/${rated}/standings.csv`), await api.leaderboard.boards.query()],
      dataset: await sampleDataset(store, trajectories, { most: 1_000 }),
      spent: await store.tournaments.spent(cup),
      receipt: await store.tables.handIn({ matchId: odd, seat: 'lab_0', turn: 0, key: 'key-1', payload: {} }),
    };
  }

  const archiveAll = () =>
    withUpkeep({ config: config(), kind: 'archive', say: quiet }, (client) =>
      archiveMatches({ client, place: place(), before: soon(), fileCharacters: 50_000 }),
    );

  it('takes finished matches out of the tables, and every reader finds them as they were', async () => {
    const [before, rows] = [await seen(), await Promise.all(TABLES.map(rowsOf))];
    expect(JSON.stringify(before)).toContain('"verdicts":[{');
    const client = await openForUpkeep(config(), quiet);
    expect((await sampleDataset(server.store, trajectories, { most: 1_000 })).rows.length).toBeGreaterThan(1);
    const waiting = await waitingForArchive(client, soon());
    expect(await waitingForArchive(client, new Date(0))).toEqual({ matches: 0, events: 0 });
    const run = await archiveAll();
    expect(run).toMatchObject(waiting);
    expect(run.files).toBeGreaterThan(1);
    const { rows: left } = await client.query('SELECT DISTINCT match_id FROM match_event');
    expect(left).toEqual([{ match_id: paused }]);
    expect([await rowsOf('agent_turn'), await rowsOf('match_turn')]).toEqual([[], []]);
    expect(await seen()).toEqual(before);
    expect(await archiveState(client)).toMatchObject({
      matches: run.matches,
      files: run.files,
      bytes: run.bytes,
      runs: [{ name: 'archive', fault: null }],
    });
    // A second run finds nothing, and changes nothing.
    expect(await archiveAll()).toEqual({ matches: 0, events: 0, files: 0, bytes: 0 });
    expect(await restoreMatches({ client, place: place() }, 'all')).toBe(run.matches);
    expect(await Promise.all(TABLES.map(rowsOf))).toEqual(rows);
    expect(await seen()).toEqual(before);
    await client.end();
  });

  it('is Parquet that others read, and only its owner may', async () => {
    await archiveAll();
    const { rows: files } = await fresh.database.pool.query<{ name: string; sha256: string; bytes: string; rows: number }>(
      'SELECT name, sha256, bytes::text, rows FROM archive_file WHERE EXISTS (SELECT FROM match_archive WHERE file = name)',
    );
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const { name, sha256, bytes, rows } of files) {
      const content = readFileSync(join(folder, name));
      expect([createHash('sha256').update(content).digest('hex'), String(content.length)]).toEqual([sha256, bytes]);
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
      const { gunzipSync } = await import('node:zlib');
      const read: object[] = await parquetReadObjects({
        file: new Uint8Array(content).buffer,
        compressors: { GZIP: (input) => gunzipSync(input) },
      });
      expect(read.length).toBe(rows);
    }
    expect(readdirSync(folder).filter((name) => !name.endsWith('.parquet'))).toEqual([]);
  });

  // The embedded database is newer than the machine's pg_dump.
  it.skipIf(kind === 'embedded' || !HAS_PG_DUMP)('comes back from pg_dump and a copy of its folder (needs pg_dump)', async () => {
    const home = mkdtempSync(join(tmpdir(), 'mandi-dump-'));
    const name = `${new URL(fresh.url).pathname.slice(1)}_copy`;
    const url = new URL(`/${name}`, fresh.url).href;
    const client = await openForUpkeep(config(), quiet);
    const run = (program: string, ...args: string[]): void => void execFileSync(program, args, { stdio: 'pipe' });
    try {
      run('pg_dump', '--format=custom', `--file=${join(home, 'mandi.dump')}`, fresh.url);
      cpSync(folder, join(home, 'archive'), { recursive: true });
      await client.query(`CREATE DATABASE ${name}`);
      run('pg_restore', `--dbname=${url}`, join(home, 'mandi.dump'));
      const copy = await openDatabase({ databaseUrl: url, home });
      const restored = new PostgresEventStore(copy, 'copy');
      const { rows } = await copy.pool.query<{ id: string }>('SELECT match_id AS id FROM match_archive');
      expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([...played, odd]));
      for (const { id } of rows) expect(await restored.read(id)).toEqual(await server.store.read(id));
      const look = await openForUpkeep({ databaseUrl: url, home }, quiet);
      expect(await checkArchive({ client: look, place: copy.archive }, quiet)).toMatchObject({ matches: rows.length, faults: [] });
      await look.end();
      await restored.close();
      await copy.close();
    } finally {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await client.end();
      rmSync(home, { recursive: true, force: true });
    }
  });

  it('with a file that is damaged or missing says which match and which file, and all else goes on', async () => {
    const { pool } = fresh.database;
    const [id = ''] = played;
    const { rows } = await pool.query<{ file: string }>('SELECT file FROM match_archive WHERE match_id = $1', [id]);
    const file = rows[0]?.file ?? '';
    const path = join(folder, file);
    const whole = readFileSync(path);
    const { rows: others } = await pool.query<{ id: string }>('SELECT match_id AS id FROM match_archive WHERE file <> $1 LIMIT 1', [file]);
    const client = await openForUpkeep(config(), quiet);
    const check = () => checkArchive({ client, place: place() }, quiet);
    expect((await check()).faults).toEqual([]);
    const zeroed = Buffer.from(whole).fill(0, 200, whole.length - 2_000);
    const states: [string, () => void][] = [
      ['changed', () => writeFileSync(path, zeroed)],
      ['cut', () => writeFileSync(path, whole.subarray(0, whole.length / 2))],
      ['missing', () => renameSync(path, `${path}.away`)],
    ];
    for (const [state, damage] of states) {
      damage();
      const reader = new PostgresEventStore(fresh.database, 'reader'); // has read nothing yet
      const fault: unknown = await reader.read(id).catch((error: unknown) => error);
      expect([state, String(fault)]).toEqual([
        state,
        expect.stringContaining(`Match ${id} is archived in ${file}, and that file cannot be read`),
      ]);
      expect((await reader.read(others[0]?.id ?? '')).length).toBeGreaterThan(0);
      await reader.judging.verdicts(['round_ended', 'said'], 1_000);
      await reader.close();
      const own = await startServer(fresh);
      await expect(own.api.match.frames.query({ id })).rejects.toMatchObject({ data: { mandi: { code: 'archive_unreadable' } } });
      expect((await fetch(`${own.origin}/api/matches/${id}/events.jsonl`)).status).toBe(503);
      expect((await own.api.match.get.query({ id })).status).toBe('finished');
      expect((await own.api.match.list.query({ limit: 50 })).items.map((item) => item.id)).toContain(id);
      expect((await fetch(`${own.origin}/api/health`)).status).toBe(200);
      await own.stop();
      expect((await check()).faults.map((one) => one.file)).toEqual([file]);
      await expect(restoreMatches({ client, place: place() }, [id])).rejects.toThrow(/cannot be read/);
      if (state === 'missing') renameSync(`${path}.away`, path);
      else writeFileSync(path, whole);
    }
    expect((await server.store.read(id)).length).toBeGreaterThan(0);
    expect((await check()).faults).toEqual([]);
    await client.end();
  });

  it('of two runs at the same time only one works', async () => {
    const held = await openForUpkeep(config(), quiet);
    let second: unknown = null;
    await withUpkeep({ config: config(), kind: 'archive', say: quiet }, async () => {
      second = await archiveAll().catch((error: unknown) => error);
      return { matches: 0 };
    });
    await held.end();
    expect(String(second)).toContain('already');
  });
});
