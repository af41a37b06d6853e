import pg from 'pg';
import type { TurnCount } from '~/lib/play/turn-tally';
import { archiveState } from '../archive/archive-state';
import type { Database } from '../database';
import { codeOf, messageOf } from '../database-error';
import { jobSchemas } from '../jobs/job-queues';
import { DEAD_MS } from '../jobs/job-taking';
import { JOB_PACES } from '../tournaments/tournament-pace';
import { failingAgents } from './failing-agents';
import type {
  DatabaseCounts,
  DatabaseDetails,
  JobCount,
  LivingMatchWorker,
  LivingWebProcess,
  OperationsStore,
  SlowQuery,
  TableSize,
} from './operations-store';

/** A process silent for this long is considered gone. */
const SILENT = "interval '20 seconds'";
const MOST_TABLES = 10;
const MOST_QUERIES = 10;

const SIGN = `
WITH gone AS (DELETE FROM server_process WHERE id <> $1 AND seen_at < now() - interval '1 hour')
INSERT INTO server_process (id, host, pid, version, memory_bytes, sockets, matches, watchers) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (id) DO UPDATE SET memory_bytes = excluded.memory_bytes, sockets = excluded.sockets, matches = excluded.matches,
  watchers = excluded.watchers, seen_at = now()`;

const ADD_TURNS = `
INSERT INTO turn_tally AS known (kind, backend, origin, turns, seconds)
SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::float8[])
ON CONFLICT (kind, backend, origin) DO UPDATE SET turns = known.turns + excluded.turns, seconds = known.seconds + excluded.seconds`;

const WEB_PROCESSES = `
SELECT id, host, pid, version, memory_bytes::float8 AS "memoryBytes", sockets, matches, watchers, since,
  EXISTS (SELECT FROM web_hub WHERE process = server_process.id AND until > now()) AS "isHub"
FROM server_process WHERE seen_at > now() - ${SILENT} ORDER BY since, id`;

/** $1: milliseconds. */
const MATCH_WORKERS = `
SELECT id, slots, code, since, (
  SELECT count(*) FROM tournament JOIN tournament_fixture AS fixture ON fixture.tournament_id = tournament.id
  WHERE tournament.status = 'running' AND fixture.status = 'playing' AND fixture.worker = tournament_worker.id
)::int AS playing
FROM tournament_worker WHERE seen_at >= now() - $1 * interval '1 ms' ORDER BY since, id`;

const BATCHES = `
SELECT count(*) FILTER (WHERE fixture.status = 'waiting')::int AS waiting, count(*) FILTER (WHERE fixture.status = 'playing')::int AS running
FROM tournament JOIN tournament_fixture AS fixture ON fixture.tournament_id = tournament.id
WHERE tournament.status = 'running' AND fixture.in_batches AND fixture.status IN ('waiting', 'playing')`;

const TABLES = `
SELECT n.nspname || '.' || c.relname AS name, pg_total_relation_size(c.oid)::float8 AS bytes, GREATEST(c.reltuples, pg_stat_get_live_tuples(c.oid), 0)::float8 AS rows
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'm') AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_%'
ORDER BY bytes DESC, name LIMIT ${MOST_TABLES}`;

const QUERIES = `
SELECT left(regexp_replace(query, '\\s+', ' ', 'g'), 600) AS text, calls::float8 AS calls, mean_exec_time AS mean, total_exec_time AS total
FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND calls > 0
ORDER BY mean_exec_time DESC LIMIT ${MOST_QUERIES}`;

const NOT_INSTALLED =
  'The extension pg_stat_statements is not installed in this database. Add it to shared_preload_libraries, restart PostgreSQL, and run CREATE EXTENSION pg_stat_statements.';

export function postgresOperations({ pool, target }: Pick<Database, 'pool' | 'target'>): OperationsStore {
  return {
    async sign({ id, host, pid, version, memoryBytes, sockets, matches, watchers }) {
      await pool.query(SIGN, [id, host, pid, version, memoryBytes, sockets, matches, watchers]);
    },
    async leave(id) {
      await pool.query('DELETE FROM server_process WHERE id = $1', [id]);
    },
    async addTurns(counts) {
      const columns = (['kind', 'backend', 'origin', 'turns', 'seconds'] as const).map((name) => counts.map((count) => count[name]));
      await pool.query(ADD_TURNS, columns);
    },
    counts: () => countAll(pool, jobSchemas(target.schema)),
    details: () => lookClosely(pool),
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      most: target.limits.poolSize,
    }),
  };
}

/** Sequential, because matches need the other connections. */
async function countAll(pool: pg.Pool, schemas: Record<(typeof JOB_PACES)[number], string>): Promise<DatabaseCounts> {
  const size = await pool.query<{ bytes: number }>('SELECT pg_database_size(current_database())::float8 AS bytes');
  const matches = await pool.query<{ status: string; count: number }>('SELECT status, count(*)::int AS count FROM match GROUP BY status');
  const tournaments = await pool.query<{ status: string; count: number }>(
    'SELECT status, count(*)::int AS count FROM tournament GROUP BY status',
  );
  const turns = await pool.query<TurnCount>('SELECT kind, backend, origin, turns::float8 AS turns, seconds FROM turn_tally');
  const web = await pool.query<Omit<LivingWebProcess, 'since'> & { since: Date }>(WEB_PROCESSES);
  const workers = await pool.query<Omit<LivingMatchWorker, 'since'> & { since: Date }>(MATCH_WORKERS, [DEAD_MS]);
  const batches = await pool.query<{ waiting: number; running: number }>(BATCHES);
  const jobs: JobCount[] = [{ queue: 'batches', waiting: 0, running: 0, ...batches.rows[0] }];
  for (const pace of JOB_PACES) jobs.push({ queue: pace, ...(await countJobs(pool, schemas[pace])) });
  return {
    bytes: size.rows[0]?.bytes ?? 0,
    matches: matches.rows,
    tournaments: tournaments.rows,
    jobs,
    turns: turns.rows,
    webProcesses: web.rows.map(dated),
    matchWorkers: workers.rows.map(dated),
    archive: await archiveState(pool),
  };
}

/** A queue's tables are created with its first job. */
async function countJobs(pool: pg.Pool, schema: string): Promise<{ waiting: number; running: number }> {
  const name = `${pg.escapeIdentifier(schema)}.jobs`;
  const { rows: there } = await pool.query<{ there: string | null }>('SELECT to_regclass($1)::text AS there', [name]);
  if (!there[0]?.there) return { waiting: 0, running: 0 };
  const { rows } = await pool.query<{ waiting: number; running: number }>(
    `SELECT count(*) FILTER (WHERE locked_at IS NULL)::int AS waiting, count(locked_at)::int AS running FROM ${name}`,
  );
  return rows[0] ?? { waiting: 0, running: 0 };
}

async function lookClosely(pool: pg.Pool): Promise<DatabaseDetails> {
  const version = await pool.query<{ version: string }>("SELECT current_setting('server_version') AS version");
  const tables = await pool.query<TableSize>(TABLES);
  return {
    version: version.rows[0]?.version ?? '',
    tables: tables.rows,
    ...(await slowestQueries(pool)),
    failing: await failingAgents(pool),
  };
}

async function slowestQueries(pool: pg.Pool): Promise<Pick<DatabaseDetails, 'queries' | 'whyNoQueries'>> {
  const { rows: there } = await pool.query<{ there: string | null }>("SELECT to_regclass('pg_stat_statements')::text AS there");
  if (!there[0]?.there) return { queries: null, whyNoQueries: NOT_INSTALLED };
  try {
    const { rows } = await pool.query<SlowQuery>(QUERIES);
    return { queries: rows, whyNoQueries: null };
  } catch (fault) {
    if (!/^(42|55)/.test(codeOf(fault))) throw fault; // no permission, or the extension was not loaded at server start
    return { queries: null, whyNoQueries: `PostgreSQL does not show its statements: ${messageOf(fault)}.` };
  }
}

function dated<T extends { since: Date }>(row: T): Omit<T, 'since'> & { since: string } {
  return { ...row, since: row.since.toISOString() };
}
