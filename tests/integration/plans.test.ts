// In a database with more rows than a page shows, lists go by an index: nothing reads a large table as a whole.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MatchFilter } from '~/store/event-store';
import { cursorOf } from '~/store/match-order';
import { PostgresEventStore } from '~/store/postgres-event-store';
import { explain, hearStatements } from '../../bench/heard-statements';
import { type FreshDatabase, freshDatabase } from './support/database';

const FILL = `
INSERT INTO match (id, game, game_version, task, seed, judge_mode, config, seats, visibility, pace, status, rounds, head, created_at, finished_at)
SELECT 'm' || n, CASE WHEN n % 3 = 0 THEN 'bazaar/open' ELSE 'gpu-market/classic' END, 1, CASE WHEN n % 50 = 0 THEN 'rare' ELSE 'common' END, n,
  CASE WHEN n % 10 = 0 THEN 'rule' ELSE 'off' END, '{}',
  jsonb_build_array(jsonb_build_object('seat', 'lab_0', 'kind', 'script', 'policy', CASE WHEN n % 100 = 0 THEN 'rare' ELSE 'common' END)),
  'open', 0, CASE WHEN n % 4000 = 0 THEN 'running' ELSE 'finished' END, 8, 1, now() - n * interval '1 minute', now() - n * interval '1 minute'
FROM generate_series(1, 20000) AS n;
INSERT INTO archive_file (name, sha256, bytes, rows) VALUES ('one', '', 1, 1);
INSERT INTO match_archive (match_id, file, first_row, events, turns, receipts, sha256, types)
SELECT 'm' || n, 'one', n, 1, 0, 0, '', '{ended}' FROM generate_series(5001, 20000) AS n;
INSERT INTO match_event (match_id, seq, type, payload) SELECT 'm' || n, e, 'said', '{"type":"said"}' FROM generate_series(1, 5000) AS n, generate_series(1, 4) AS e;
INSERT INTO tournament (id, plan, status, stages, entrants, code, created_at)
SELECT 't' || n, json_build_object('kind', CASE WHEN n % 50 = 0 THEN 'rated' ELSE 'exhibition' END), 'finished', 1, '[]', '', now() - n * interval '1 minute'
FROM generate_series(1, 8000) AS n;
INSERT INTO tournament_fixture (tournament_id, place, stage, task, world, meeting, rotation, seats, match_id, status)
SELECT 't' || n / 10, n, 0, 'common', 0, '', 0, '[]', 'm' || n, 'done' FROM generate_series(10, 20000) AS n`;

describe('plans', () => {
  let fresh: FreshDatabase;
  let store: PostgresEventStore;
  let client: pg.Client;
  const heard = hearStatements();

  beforeAll(async () => {
    fresh = await freshDatabase('embedded');
    store = new PostgresEventStore(fresh.database, 'plans');
    client = new pg.Client(fresh.database.target.config);
    await client.connect();
    await client.query(FILL);
    await client.query('VACUUM (ANALYZE)');
  });
  afterAll(async () => {
    heard.end();
    await client.end();
    await store.close();
    await fresh.drop();
  });

  async function scansOf(ask: () => Promise<unknown>): Promise<string[]> {
    const { rows: sizes } = await client.query<{ name: string; rows: number }>(
      "SELECT relname AS name, reltuples::float8 AS rows FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    );
    expect(sizes.find(({ name }) => name === 'match')?.rows).toBe(20_000);
    const statements = await heard.during(ask);
    expect(statements.length).toBeGreaterThan(0);
    const plans = await Promise.all(statements.map((statement) => explain(client, statement, sizes)));
    return plans.flatMap((plan) => (plan === null ? ['not explained'] : plan.scans));
  }

  const filters: [string, MatchFilter][] = [
    ['newest', {}],
    ['running', { status: ['lobby', 'running', 'paused'] }],
    ['failed', { status: ['failed'] }],
    ['a game and task', { game: 'gpu-market/classic', task: 'rare' }],
    ['a player', { policy: 'rare' }],
    ['a player whom nobody met', { policy: 'nobody' }],
    ['with people', { people: true }],
    ['a seed', { seed: 777 }],
    ['a seed that nobody played', { seed: 999_999 }],
  ];
  it.each(filters)('the list of matches: %s', async (_, filter) => {
    expect(await scansOf(() => store.list(filter, { limit: 20 }))).toEqual([]);
  });

  it('a page from the middle of the list begins at its cursor', async () => {
    const cursor = cursorOf({ createdAt: new Date(Date.now() - 10_000 * 60_000), id: 'm10000' });
    const [statement] = await heard.during(() => store.list({ status: ['finished'] }, { cursor, limit: 20 }));
    const plan = statement && (await explain(client, statement, []));
    expect(plan?.pages).toBeLessThan(100);
  });

  const others: [string, () => Promise<unknown>][] = [
    ['matches that ended, for exports', () => store.finished({ game: 'gpu-market/classic', version: 1 }, { limit: 50 })],
    ['an archived match', () => store.read('m19999').catch(() => [])], // there is no file
    ['the newest tournaments', () => store.tournaments.list({ limit: 20 })],
    ['rated tournaments', () => store.tournaments.list({ limit: 20, kind: 'rated' })],
    ['counts of some tournaments', () => store.tournaments.countsOf(['t1', 't2', 't3'])],
    ['the tournament of a match', () => store.tournaments.fixtureOf('m15000')],
    ['the tournaments of a page of matches', () => store.tournaments.tournamentsOf(['m15000', 'm15001', 'nowhere'])],
    ['matches of a player', () => store.agents.matchesOf(['rare', 'nobody'])],
    ['seats of a player', () => store.agents.playedBy('rare', 100)],
    ['verdicts', () => store.judging.verdicts(['said'], 50)],
  ];
  it.each(others)('%s', async (_, ask) => {
    expect(await scansOf(ask)).toEqual([]);
  });
});
