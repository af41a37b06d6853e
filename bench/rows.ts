/**
 * Every screen of a database of many matches: what its slowest statement takes, and which index it goes by. Statements are those that the
 * server sent for each procedure; each is explained with the values that it had.
 */
import { join } from 'node:path';
import { createTRPCClient, httpLink } from '@trpc/client';
import pg from 'pg';
import { LOAD_TEST_LIMITS } from '~/api/access/limits';
import { reportStore } from '~/api/report/store';
import type { AppRouter } from '~/api/router';
import { REPOSITORY } from '~/config';
import { type RunningServer, serve } from '~/server';
import { postgresOperations } from '~/store/operations/postgres-operations-store';
import { postgresPeerStore } from '~/store/peers/peer-store';
import { pinHash } from '~/tournament/leaderboard';
import { type BenchStore, openBenchStore, openKeptStore } from './bench-store';
import { growDatabase } from './grow-database';
import { type Explained, explain, hearStatements, type Statement } from './heard-statements';
import type { BenchOptions, Measure, Section } from './section';

const USUAL = 10_000;
/** Of the matches, so many are played; the rest are copies. */
const PLAYED = 0.02;
const LEAST_PLAYED = 200;
/** What took longer the first time is told. */
const SLOW_MS = 1_000;
/** A background statement that comes every few seconds is heard in this time. */
const IDLE_MS = 12_000;

export const section: Section = { id: 'rows', title: 'Screens of a database of many matches: the slowest statement of each', measure };

async function measure(options: BenchOptions): Promise<Measure[]> {
  const { quick, serverUrl, tell, keptUrl = null } = options;
  const matches = options.matches ?? (quick ? 2_000 : USUAL);
  const bench = keptUrl === null ? await openBenchStore(serverUrl) : await openKeptStore(keptUrl);
  try {
    if ((await countOf(bench)) < matches / 2) {
      const played = Math.max(LEAST_PLAYED, Math.round(matches * PLAYED));
      await growDatabase(bench, { matches, played, tell });
    }
    const server = await serveHere(bench, tell);
    try {
      return await measureScreens(bench, server, options);
    } finally {
      await server.stop();
    }
  } finally {
    await bench.close();
  }
}

async function countOf({ database }: BenchStore): Promise<number> {
  return (await database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM match')).rows[0]?.n ?? 0;
}

function serveHere({ database, store }: BenchStore, tell: (line: string) => void): Promise<RunningServer> {
  return serve({
    host: '127.0.0.1',
    port: 0,
    portIsFixed: true,
    origins: [],
    adminToken: null,
    limits: LOAD_TEST_LIMITS,
    store,
    reports: reportStore(database.prisma, join(REPOSITORY, 'public', 'benchmark')),
    database: database.kind,
    processId: 'bench',
    peers: postgresPeerStore(database.pool),
    operations: postgresOperations(database),
    log: { info() {}, warn() {}, error: (fields, line) => tell(`${line}: ${JSON.stringify(fields)}`) },
    version: 'bench',
    site: 'none',
    showcase: false,
  });
}

async function measureScreens(bench: BenchStore, { port }: RunningServer, { tell }: BenchOptions): Promise<Measure[]> {
  const client = new pg.Client(bench.database.target.config);
  await client.connect();
  const { rows: sizes } = await client.query<{ name: string; rows: number }>(
    "SELECT relname AS name, reltuples::float8 AS rows FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  );
  const heard = hearStatements();
  try {
    const measures: Measure[] = [];
    for (const { what, ask, isKept } of await screensOf(bench, `http://127.0.0.1:${port}`)) {
      const first = performance.now();
      if (!isKept) await ask().catch(() => null); // the second time it is as warm as it gets
      const cold = performance.now() - first;
      if (cold > SLOW_MS) tell(`${what}: the first time in ${Math.round(cold)} ms`);
      const began = performance.now();
      const statements = await heard.during(ask);
      const measured = await measureOf({ what, ms: performance.now() - began, statements }, client, sizes);
      tell(`${what}: ${measured.value.toFixed(1)} ms; ${measured.note}`);
      measures.push(measured);
    }
    tell('the server alone');
    const statements = await heard.during(() => new Promise((resolve) => setTimeout(resolve, IDLE_MS)));
    measures.push(await measureOf({ what: 'nobody asks: what the server does every few seconds', ms: 0, statements }, client, sizes));
    return measures;
  } finally {
    heard.end();
    await client.end();
  }
}

interface Screen {
  what: string;
  ask(): Promise<unknown>;
  /** The server keeps its answer for a while: a second time the database would not be asked. */
  isKept?: true;
}

async function measureOf(
  { what, ms, statements }: { what: string; ms: number; statements: readonly Statement[] },
  client: pg.Client,
  sizes: readonly { name: string; rows: number }[],
): Promise<Measure> {
  const all: Explained[] = [];
  for (const statement of slowestOfEach(statements)) {
    const told = await explain(client, statement, sizes);
    if (told !== null) all.push(told);
  }
  all.sort((a, b) => b.ms - a.ms);
  const [slowest] = all;
  const scans = [...new Set(all.flatMap((one) => one.scans))];
  const indexes = slowest?.indexes.join(', ') || 'none';
  const rest = ms > 0 ? `${statements.length} statements, ${Math.round(ms)} ms in all; ` : `${statements.length} statements; `;
  const read = slowest ? `${indexes}; ${slowest.pages} pages; ${slowest.head}` : 'asks the database nothing';
  const bad = scans.length > 0 ? `; READ AS A WHOLE: ${scans.join(', ')}` : '';
  return { what, value: slowest?.ms ?? 0, unit: 'ms', note: `${rest}${read}${bad}` };
}

/** One statement may be sent many times: the one that took longest stands for all. */
function slowestOfEach(statements: readonly Statement[]): Statement[] {
  const slowest = new Map<string, Statement>();
  for (const one of statements) if (one.ms > (slowest.get(one.text)?.ms ?? -1)) slowest.set(one.text, one);
  return [...slowest.values()].sort((a, b) => b.ms - a.ms).slice(0, 12);
}

async function screensOf({ database }: BenchStore, origin: string): Promise<Screen[]> {
  const api = createTRPCClient<AppRouter>({ links: [httpLink({ url: `${origin}/api/trpc` })] });
  const one = async (sql: string): Promise<string> => (await database.pool.query<{ id: string }>(sql)).rows[0]?.id ?? 'none';
  const finished = "FROM match WHERE status = 'finished'";
  const isArchived = 'EXISTS (SELECT FROM match_archive WHERE match_id = match.id)';
  const hot = await one(`SELECT id ${finished} AND NOT ${isArchived} ORDER BY head DESC LIMIT 1`);
  const archived = await one(`SELECT id ${finished} AND ${isArchived} ORDER BY created_at LIMIT 1`);
  const ofModel = await one('SELECT match_id AS id FROM agent_turn UNION ALL SELECT match_id FROM match_archive WHERE turns > 0 LIMIT 1');
  const rated = await one("SELECT id FROM tournament WHERE plan->>'kind' = 'rated' ORDER BY created_at LIMIT 1");
  const cup = await one("SELECT id FROM tournament WHERE plan->>'kind' <> 'rated' ORDER BY created_at LIMIT 1");
  const middle = await one('SELECT id FROM match ORDER BY created_at OFFSET (SELECT count(*) / 2 FROM match) LIMIT 1');
  const { rows: halfway } = await database.pool.query<{ at: Date; seed: string }>(
    'SELECT created_at AS at, seed FROM match WHERE id = $1',
    [middle],
  );
  const cursor = Buffer.from(`${halfway[0]?.at.getTime()} ${middle}`).toString('base64url');
  const classic = { ruleset: 'classic', task: 'single_trade' };
  const list = (what: string, input: Parameters<typeof api.match.list.query>[0]): Screen => ({
    what: `list of matches: ${what}`,
    ask: () => api.match.list.query(input),
  });
  return [
    list('newest', {}),
    list('that run', { status: ['lobby', 'running', 'paused'] }),
    list('finished, from the middle', { status: ['finished'], cursor }),
    list('that failed (none)', { status: ['failed'] }),
    list('of a task', classic),
    list('of a task that nobody played', { ruleset: 'classic', task: 'market_round' }),
    list('of a game that nobody played', { game: 'bazaar/classic' }),
    list('of a common player', { policy: 'rule_based_expert' }),
    list('of a rare player', { policy: 'null-random@1' }),
    list('of a player whom nobody has met', { policy: 'nobody' }),
    list('of a seed', { seed: Number(halfway[0]?.seed ?? 0) }),
    list('of a task, a player and a status', { ...classic, policy: 'greedy_hoarder', status: ['finished'] }),
    { what: 'a match, in the tables', ask: () => api.match.get.query({ id: hot }) },
    { what: 'its frames', ask: () => api.match.frames.query({ id: hot }) },
    { what: 'its events', ask: () => api.match.events.query({ id: hot }) },
    { what: 'its players', ask: () => api.match.players.query({ id: hot }) },
    { what: 'its explanation', ask: () => api.match.explain.query({ id: hot }) },
    { what: 'its table', ask: () => api.table.get.query({ id: hot }).catch(() => null) },
    { what: 'its judges', ask: () => api.judge.panel.query({ id: hot }).catch(() => null) },
    { what: 'its tournament', ask: () => api.tournament.ofMatch.query({ id: hot }) },
    { what: 'frames of an archived match', ask: () => api.match.frames.query({ id: archived }) },
    { what: 'events of an archived match', ask: () => api.match.events.query({ id: archived }) },
    { what: 'turns of a model', ask: () => api.agent.turns.query({ matchId: ofModel }) },
    { what: 'a series that there is not', ask: () => api.series.get.query({ id: 'none' }).catch(() => null) },
    { what: 'list of tournaments', ask: () => api.tournament.list.query({}) },
    { what: 'the demo leagues', ask: () => api.tournament.demo.query() },
    { what: 'a tournament', ask: () => api.tournament.get.query({ id: cup }) },
    { what: 'its matches', ask: () => api.tournament.fixtures.query({ id: cup }) },
    { what: 'its matches of one entrant', ask: () => api.tournament.fixtures.query({ id: cup, entrant: 'wait' }) },
    { what: 'its meetings', ask: () => api.tournament.meetings.query({ id: cup }) },
    { what: 'its leader', ask: () => api.tournament.leader.query({ id: cup }) },
    { what: 'a rated tournament', ask: () => api.tournament.get.query({ id: rated }) },
    { what: 'who is best, and why', ask: () => api.tournament.why.query({ ruleset: 'classic' }) },
    { what: 'boards', ask: () => api.leaderboard.boards.query() },
    { what: 'a board', ask: () => api.leaderboard.get.query(classic) },
    { what: 'the matches behind an entry', ask: async () => behindAnEntry(api, classic) },
    { what: 'list of agents', ask: () => api.agent.list.query({}) },
    { what: 'an agent that played much', ask: () => api.agent.get.query({ ref: 'rule_based_expert' }) },
    { what: 'a model', ask: () => api.agent.get.query({ ref: 'null-random@1' }) },
    { what: 'owners', ask: () => api.owner.list.query() },
    { what: 'reports', ask: () => api.report.list.query() },
    { what: 'the benchmark', ask: () => api.benchmark.latest.query({ ruleset: 'classic' }).catch(() => null) },
    { what: 'data: how many matches', ask: () => api.data.count.query({ ruleset: 'classic', format: 'trajectories', split: 'train' }) },
    {
      what: 'data: of one player',
      ask: () => api.data.count.query({ ruleset: 'classic', format: 'trajectories', split: 'train', player: 'wait' }),
    },
    { what: 'data: first rows', ask: () => api.data.sample.query({ ruleset: 'classic', format: 'trajectories', split: 'train' }) },
    { what: 'operations, and metrics', ask: () => api.operations.look.query(), isKept: true },
    { what: 'duels: two pitches', ask: () => api.judge.draw.mutate().catch(() => null) },
    { what: 'health', ask: async () => (await fetch(`${origin}/api/health`)).text(), isKept: true },
  ];
}

async function behindAnEntry(
  api: ReturnType<typeof createTRPCClient<AppRouter>>,
  board: { ruleset: string; task: string },
): Promise<unknown> {
  const { entries } = await api.leaderboard.get.query(board);
  const [first] = entries;
  return first ? api.leaderboard.evidence.query({ ...board, pin: pinHash(first) }) : null;
}
