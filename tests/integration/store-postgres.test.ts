/** What only Postgres can do wrong. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, serverTarget } from '~/store/connect';
import { isAway, willPass } from '~/store/database-error';
import type { Notice } from '~/store/event-store';
import { postgresPeerStore } from '~/store/peers/peer-store';
import { PostgresEventStore } from '~/store/postgres-event-store';
import type { Entrant, TournamentPlan } from '~/store/tournaments/tournament';
import { FIXTURE } from '~/store/tournaments/tournament-sql';
import type { NewFixture } from '~/store/tournaments/tournament-store';
import { describeOnDatabases, type FreshDatabase, freshDatabase } from './support/database';
import { AWKWARD, LONG, newMatch, OPENING, until } from './support/stores';

describeOnDatabases('the Postgres store', (kind) => {
  let fresh: FreshDatabase;
  let store: PostgresEventStore;
  let other: PostgresEventStore;
  beforeAll(async () => {
    fresh = await freshDatabase(kind);
    store = new PostgresEventStore(fresh.database, 'one');
    other = new PostgresEventStore(fresh.database, 'two');
  });
  afterAll(async () => {
    await store.close();
    await other.close();
    await fresh.drop();
  });

  test('what is in the table is the text that was given', async () => {
    const match = await store.create(newMatch(), AWKWARD);
    const { rows } = await fresh.database.pool.query<{ text: string }>(
      'SELECT payload::text AS text FROM match_event WHERE match_id = $1 ORDER BY seq',
      [match.id],
    );
    expect(rows.map((row) => row.text)).toEqual(AWKWARD.map((event) => JSON.stringify(event)));
  });

  test('a report that is finished stays so when a late note still says that it runs', async () => {
    const peers = postgresPeerStore(fresh.database.pool);
    const id = `late-${kind}`;
    const note = { done: 4, total: 4, fault: null };
    expect(await peers.beginRun({ id, what: id, total: 4, process: 'one' })).toBe(id);
    await peers.noteRun(id, { ...note, done: 1, status: 'running' });
    expect(await peers.run(id)).toEqual({ ...note, done: 1, status: 'running' });
    await peers.noteRun(id, { ...note, status: 'finished' });
    await peers.noteRun(id, { ...note, done: 3, status: 'running' });
    expect(await peers.run(id)).toEqual({ ...note, status: 'finished' });
  });

  test('what models have spent is a sum of each process, whatever an account is called', async () => {
    const [book, elsewhere] = [store.agents.spending, other.agents.spending];
    const account = { kind: 'match', name: 'nul \0 half \ud83d' };
    const sums = { calls: 2, tokens: 9e15, held: 300, seconds: 1.5, dollars: 0.02 };
    const none = { calls: 0, tokens: 0, held: 0, seconds: 0, dollars: 0 };
    await book?.write('a', [{ ...account, ...sums }]);
    await book?.write('a', [{ ...account, ...sums }]);
    await elsewhere?.write('b', [{ ...account, ...sums, calls: 1 }]);
    await elsewhere?.write('c', [{ ...account, ...sums, calls: 1 }]);
    expect(await elsewhere?.read('b', [{ kind: 'seat', name: account.name }, account])).toEqual([
      { own: none, others: none },
      { own: { ...sums, calls: 1 }, others: { calls: 3, tokens: 18e15, held: 600, seconds: 3, dollars: 0.04 } },
    ]);
    expect(await book?.id()).toBe(await elsewhere?.id());
  });

  test('a match of a tournament is read by its key, before the database has counted the rows and after', async () => {
    const { pool } = fresh.database;
    const id = 'ofmany';
    const plan = { name: id } as TournamentPlan;
    const fixtures = Array.from({ length: 2_000 }, (_, order): NewFixture => {
      return { order, stage: 0, task: 'single_trade', world: order, meeting: 'one', rotation: 0, seats: [], matchId: `${id}x${order}` };
    });
    await store.tournaments.create({ id, plan, entrants: [{ name: 'one' } as Entrant], seasonId: null, code: '1' }, fixtures);
    async function planned(): Promise<unknown> {
      const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: unknown }] }>(`EXPLAIN (FORMAT JSON) ${FIXTURE}`, [id, 1_234]);
      return rows[0]?.['QUERY PLAN'][0].Plan;
    }
    const byKey = { 'Node Type': 'Index Scan', 'Index Name': 'tournament_fixture_pkey' };
    expect(await planned()).toMatchObject(byKey);
    await pool.query('ANALYZE tournament_fixture');
    expect(await planned()).toMatchObject(byKey);
    expect(await store.tournaments.fixture(id, 1_234)).toMatchObject({ order: 1_234, matchId: `${id}x1234` });
  });

  test('an append that the database cannot take fails alone', async () => {
    const matches = await Promise.all([1, 2, 3, 4].map(() => store.create(newMatch(), OPENING)));
    const answers = await Promise.allSettled(
      matches.map(async ({ id }, n) => {
        const lease = await store.acquire(id, 'one', LONG);
        if (!lease) throw new Error('no lease');
        return store.append(lease, 1, { events: [{ type: 'a' }], progress: { round: n === 2 ? 1e12 : 1 } });
      }),
    );
    expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await Promise.all(matches.map(async ({ id }) => (await store.read(id)).length))).toEqual([2, 2, 1, 2]);
  });

  test('a listener that was cut off hears again', async () => {
    const heard: Notice[] = [];
    const stop = await other.listen((notice) => heard.push(notice));
    await fresh.database.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
    );
    await until(async () => {
      await store.create(newMatch(), OPENING);
      return heard.length > 0;
    });
    await stop();
  });

  test('a query that hangs is given up after its limit, and the next one is answered', async () => {
    const pool = openPool(serverTarget(fresh.url, { poolSize: 1, queryMs: 200, longQueryMs: 60_000 }));
    const fault: unknown = await pool.query('SELECT pg_sleep(60)').catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: '57014' });
    expect(willPass(fault)).toBe(true);
    expect((await pool.query<{ n: number }>('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
    await pool.end();
  });

  test('a process uses no more connections than its pool has', async () => {
    const pool = openPool(serverTarget(fresh.url, { poolSize: 3, queryMs: 20_000, longQueryMs: 60_000 }));
    const pids = await Promise.all(
      Array.from(
        { length: 12 },
        async () => (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid, pg_sleep(0.05)')).rows[0]?.pid,
      ),
    );
    expect(new Set(pids).size).toBeLessThanOrEqual(3);
    await pool.end();
  });

  test('a question that is cut off in the middle says that the database is away, whoever asked it', async () => {
    const { pool } = fresh.database;
    const match = await store.create(newMatch(), OPENING);
    const holder = await pool.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE match, match_event IN ACCESS EXCLUSIVE MODE');
      const asked = Promise.allSettled([store.get(match.id), store.read(match.id), store.list({}, { limit: 1 })]);
      const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      let answers: PromiseSettledResult<unknown>[] = [];
      void asked.then((settled) => {
        answers = settled;
      });
      await until(async () => {
        await pool.query(cut);
        return answers.length > 0;
      });
      expect(answers.map((one) => one.status === 'rejected' && isAway(one.reason))).toEqual([true, true, true]);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    expect(await store.get(match.id)).toMatchObject({ id: match.id, head: OPENING.length });
  });
});
