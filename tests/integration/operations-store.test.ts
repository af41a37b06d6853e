// What the operator is told of a database: counts, sizes, who lives, what fails. On both kinds of database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TurnTally } from '~/lib/play/turn-tally';
import { keepTally } from '~/store/operations/keep-tally';
import type { OperationsStore } from '~/store/operations/operations-store';
import { postgresOperations } from '~/store/operations/postgres-operations-store';
import { PostgresEventStore } from '~/store/postgres-event-store';
import type { Entrant, TournamentPlan } from '~/store/tournaments/tournament';
import type { NewFixture } from '~/store/tournaments/tournament-store';
import { describeOnDatabases, type FreshDatabase, freshDatabase } from './support/database';

const CODE = '1';

function fixture(order: number, player: string, inBatches = false): NewFixture {
  const seats = [{ seat: 'lab_0', entrant: 'one', player }];
  return { order, stage: 0, task: 'single_trade', world: order, meeting: 'one', rotation: 0, seats, matchId: `match${order}`, inBatches };
}

describeOnDatabases('operations', (kind) => {
  let fresh: FreshDatabase;
  let operations: OperationsStore;
  let store: PostgresEventStore;
  beforeAll(async () => {
    fresh = await freshDatabase(kind);
    operations = postgresOperations(fresh.database);
    store = new PostgresEventStore(fresh.database, 'this-process');
  });
  afterAll(async () => {
    await store.close();
    await fresh.drop();
  });

  const web = (id: string) => ({ id, host: 'hall', pid: 7, version: '1.2.3', memoryBytes: 5e9, sockets: 3, matches: 2, watchers: 7 });

  test('web processes that live are told, with what they hold; who leaves or falls silent is not', async () => {
    for (const id of ['one', 'two', 'three']) await operations.sign(web(id));
    await operations.sign({ ...web('one'), sockets: 4 });
    await operations.leave('two');
    const { pool } = fresh.database;
    await pool.query("UPDATE server_process SET seen_at = now() - interval '30 seconds' WHERE id = 'three'");
    await pool.query("INSERT INTO web_hub (name, process, url, until) VALUES ('web', 'one', 'http://hall', now() + interval '1 minute')");
    const { webProcesses } = await operations.counts();
    expect(webProcesses).toEqual([{ ...web('one'), sockets: 4, isHub: true, since: expect.stringMatching(/^\d{4}-.*Z$/) as string }]);
  });

  test('turns add up over processes, and what could not be written is written later', async () => {
    const tally = new TurnTally();
    tally.script(500);
    tally.add({ kind: 'model', backend: 'vllm', origin: 'own', ms: 2_000 });
    let isAway = true;
    const addTurns: OperationsStore['addTurns'] = (counts) => (isAway ? Promise.reject(new Error('away')) : operations.addTurns(counts));
    await keepTally({ addTurns }, tally)();
    expect((await operations.counts()).turns).toEqual([]);
    isAway = false;
    await keepTally({ addTurns }, tally)();
    tally.script(500);
    await keepTally({ addTurns }, tally)();
    const { turns } = await operations.counts();
    expect(turns.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      { kind: 'model', backend: 'vllm', origin: 'own', turns: 1, seconds: 2 },
      { kind: 'script', backend: '', origin: '', turns: 2, seconds: 1 },
    ]);
  });

  test('queues: scripts in batches and one by one, models, and who plays', async () => {
    expect((await operations.counts()).jobs).toEqual(['batches', 'quick', 'slow'].map((queue) => ({ queue, waiting: 0, running: 0 })));
    const plan = { name: 'a plan' } as TournamentPlan;
    const entrants = [{ name: 'one', kind: 'scripted' } as Entrant];
    const fixtures = [fixture(0, 'greedy', true), fixture(1, 'greedy', true), fixture(2, 'greedy'), fixture(3, 'model@1')];
    await store.tournaments.create({ id: 'cup', plan, entrants, seasonId: null, code: CODE }, fixtures);
    const waiting = async () => Object.fromEntries((await operations.counts()).jobs.map((job) => [job.queue, job.waiting]));
    expect(await waiting()).toEqual({ batches: 2, quick: 1, slow: 1 });
    expect((await operations.counts()).tournaments).toEqual([{ status: 'running', count: 1 }]);

    await fresh.database.pool.query(
      "INSERT INTO tournament_worker (id, takers, slots, code) VALUES ('worker', '{}', 16, '1'), ('dead', '{}', 16, '1')",
    );
    await fresh.database.pool.query("UPDATE tournament_worker SET seen_at = now() - interval '1 minute' WHERE id = 'dead'");
    await fresh.database.pool.query("UPDATE tournament_fixture SET status = 'playing', worker = 'worker' WHERE place = 0");
    const { matchWorkers, jobs } = await operations.counts();
    expect(matchWorkers).toMatchObject([{ id: 'worker', slots: 16, code: '1', playing: 1 }]);
    expect(jobs[0]).toEqual({ queue: 'batches', waiting: 1, running: 1 });
  });

  test('agents that fall back, with the last reason and without names of keys; an agent that answers is not among them', async () => {
    const turn = (origin: string, fallbackWhy: string | null) => JSON.stringify({ origin, fallbackWhy, said: 'a \u0000 zero' });
    const key = 'It answered with status 401: it refused the key BOT_KEY.';
    const rows = [
      ['fine@1', turn('own', null), '1 minute'],
      ['half@1', turn('own', null), '2 minutes'],
      ['half@1', turn('fallback', 'It was late.'), '3 minutes'],
      ['gone@2', turn('fallback', 'It was late.'), '5 minutes'],
      ['gone@2', turn('fallback', key), '4 minutes'],
      ['old@1', turn('fallback', 'It was late.'), '2 days'],
    ];
    for (const [at, [agent, report, ago]] of rows.entries()) {
      await fresh.database.pool.query(
        "INSERT INTO agent_turn (match_id, seat, turn, round, agent, report, at) VALUES ('m', 's', $1, 0, $2, $3, now() - $4::interval)",
        [at, agent, report, ago],
      );
    }
    const { failing } = await operations.details();
    expect(failing.map(({ agent, turns, fallbacks, why }) => [agent, turns, fallbacks, why])).toEqual([
      ['gone@2', 2, 2, 'It answered with status 401: it refused the key.'],
      ['half@1', 2, 1, 'It was late.'],
    ]);
  });

  test('the largest tables; and why there are no queries, while the extension is missing or not loaded', async () => {
    const { tables, queries, whyNoQueries, version } = await operations.details();
    expect(version).toMatch(/^\d+\.\d+/);
    expect(tables).toHaveLength(10);
    expect(tables.map(({ bytes }) => bytes)).toEqual(tables.map(({ bytes }) => bytes).toSorted((a, b) => b - a));
    expect(tables.find(({ name }) => name === 'public.tournament_fixture')?.rows).toBeGreaterThanOrEqual(0);
    expect([queries, whyNoQueries]).toEqual([null, expect.stringContaining('pg_stat_statements is not installed')]);
    await fresh.database.pool.query('CREATE EXTENSION pg_stat_statements');
    const after = await operations.details();
    expect([after.queries, after.whyNoQueries]).toEqual([null, expect.stringContaining('shared_preload_libraries')]);
  });

  test('connections of this process', () => {
    expect(operations.pool()).toMatchObject({ busy: 0, waiting: 0, most: fresh.database.target.limits.poolSize });
  });
});
