/** A database of many matches: some are played by the tournament worker and archived, the rest are multiplied from them by SQL. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Services } from '~/match/services';
import { NO_MINDS, openAgentRuntime } from '~/start/agent-runtime';
import { archiveMatches } from '~/store/archive/archive-matches';
import { withUpkeep } from '~/store/archive/upkeep';
import { createTournament } from '~/tournament/create-tournament';
import { readPlan } from '~/tournament/read-plan';
import type { BenchStore } from './bench-store';

const QUIET = { info() {}, warn() {}, error() {} };
const MANDI = fileURLToPath(new URL('../bin/mandi.mjs', import.meta.url));
/** The share of matches whose events stay in the tables. */
const HOT = 0.1;
const LIVE = 40;

export interface Growth {
  /** In all. */
  matches: number;
  /** Of these, as many are played. */
  played: number;
  tell(line: string): void;
}

/** Shares of the played matches, in percent. */
const CUPS = [
  {
    share: 55,
    plan: { ruleset: 'classic', task: 'coalition_market', entrants: ['rule_based_expert', 'random_validish', 'greedy_hoarder', 'wait'] },
  },
  { share: 15, plan: { ruleset: 'classic', task: 'single_trade', kind: 'rated', entrants: ['rule_based_expert', 'greedy_hoarder'] } },
  { share: 15, plan: { ruleset: 'open', task: 'single_trade', entrants: ['greedy', 'house'] } },
  { share: 15, plan: { game: 'bazaar/open', task: 'haggle', entrants: ['greedy', 'linear'] } },
] as const;
/** Models leave turns of their own: this one answers by chance and loads nothing. */
const MODELS = { ruleset: 'classic', task: 'single_trade', entrants: ['null-random', 'rule_based_expert'] };
const MODEL_MATCHES = 40;
/** As many matches as make a list of tournaments worth paging. */
const OF_A_CUP = 400;

export async function growDatabase(bench: BenchStore, { matches, played, tell }: Growth): Promise<void> {
  const { store, database } = bench;
  tell(`playing ${played} matches`);
  const { agents, close } = await openAgentRuntime(NO_MINDS, { log: QUIET, store: store.agents });
  const services = { store, agents };
  const ids = [await begin(services, MODELS, MODEL_MATCHES)];
  for (const { share, plan } of CUPS) {
    for (let left = Math.ceil((played * share) / 100); left > 0; left -= OF_A_CUP)
      ids.push(await begin(services, plan, Math.min(left, OF_A_CUP)));
  }
  // The last ones stay in the tables.
  ids.push(await begin(services, MODELS, MODEL_MATCHES));
  await close();
  await playAll(bench, ids);
  tell('archiving');
  const { rows } = await database.pool.query<{ before: Date }>(
    'SELECT percentile_disc($1::float8) WITHIN GROUP (ORDER BY finished_at) AS before FROM match',
    [1 - HOT],
  );
  const config = { databaseUrl: database.target.url, home: '' };
  await withUpkeep({ config, kind: 'archive', say: tell }, (client) =>
    archiveMatches({ client, place: database.archive, before: rows[0]?.before ?? new Date() }),
  );
  await multiply(bench, matches, tell);
}

async function begin(services: Pick<Services, 'store' | 'agents'>, plan: object, size: number): Promise<string> {
  const entrants = 'entrants' in plan && Array.isArray(plan.entrants) ? plan.entrants.length : 1;
  const source = 'kind' in plan ? {} : { source: { range: 'train', from: 0 } };
  const read = readPlan({ ...plan, ...source, name: 'a cup of many', nulls: [], worlds: Math.max(1, Math.round(size / entrants)) });
  if (!read.ok) throw new Error(`bench: ${read.why}`);
  const made = await createTournament(services, read.value);
  if (!made.ok) throw new Error(made.why);
  return made.value.id;
}

async function playAll({ store, database }: BenchStore, ids: readonly string[]): Promise<void> {
  const env = { ...process.env, DATABASE_URL: database.target.url, MANDI_MODEL: 'off' };
  const worker = spawn(process.execPath, [MANDI, 'worker', 'matches'], { env, stdio: 'ignore' });
  const gone = new Promise((resolve) => worker.once('exit', resolve));
  try {
    for (const id of ids) {
      while ((await store.tournaments.get(id))?.status === 'running') {
        if (worker.exitCode !== null) throw new Error('bench: the tournament worker has ended');
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  } finally {
    worker.kill('SIGTERM');
    await gone;
  }
}

/** The id of a copy: as long as any, of letters and digits. Null stays null. */
const renamed = (id: string): string => `left(md5(${id} || '/' || $1::int), 14)`;
const earlier = (at: string): string => `${at} - $1::int * interval '1 hour'`;

/** $1: the number of the copy; $2: at most so many matches. What is archived stays so: a copy reads the rows of its original. */
const COPY = {
  season: {
    columns: {
      id: renamed('s.id'),
      key_hash: 's.key_hash',
      key: 's.key',
      opened_at: earlier('s.opened_at'),
      closed_at: earlier('s.closed_at'),
    },
  },
  tournament: {
    columns: {
      id: renamed('s.id'),
      season_id: renamed('s.season_id'),
      created_at: earlier('s.created_at'),
      finished_at: earlier('s.finished_at'),
    },
  },
  match: {
    columns: {
      id: renamed('s.id'),
      season_id: renamed('s.season_id'),
      seed: '(s.seed + $1::int * 1000003) % 9007199254740991',
      created_at: earlier('s.created_at'),
      finished_at: earlier('s.finished_at'),
    },
  },
  tournament_fixture: {
    columns: {
      tournament_id: renamed('s.tournament_id'),
      match_id: renamed('s.match_id'),
      started_at: earlier('s.started_at'),
      finished_at: earlier('s.finished_at'),
    },
  },
  match_archive: { columns: { match_id: renamed('s.match_id') } },
  match_event: { columns: { match_id: renamed('s.match_id'), recorded_at: earlier('s.recorded_at') } },
  agent_turn: { columns: { match_id: renamed('s.match_id'), at: earlier('s.at') } },
} as const;

/** Plays a tournament of classic `coalition_market` to its end. */
export async function playClassic(bench: BenchStore, matches: number): Promise<void> {
  const [{ plan }] = CUPS;
  await playAll(bench, [await begin(bench, plan, matches)]);
}

async function multiply({ database }: BenchStore, matches: number, tell: (line: string) => void): Promise<void> {
  // Its statements may take as long as they take.
  const client = new pg.Client(database.target.config);
  await client.connect();
  try {
    await client.query("SET statement_timeout TO 0; SET synchronous_commit TO off; SET work_mem TO '256MB'");
    const tables = Object.keys(COPY) as (keyof typeof COPY)[];
    // The originals alone are copied, however many copies there are already.
    for (const table of tables) await client.query(`CREATE TEMP TABLE original_${table} AS SELECT * FROM ${table}`);
    const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM match');
    const base = rows[0]?.n ?? 0;
    const copies = Math.max(0, Math.ceil(matches / base) - 1);
    for (let copy = 1; copy <= copies; copy += 1) {
      for (const table of tables) await client.query(await copyOf(client, table), [copy]);
      if (copy % 5 === 0 || copy === copies) tell(`${(base * (copy + 1)).toLocaleString('en')} matches`);
    }
    // Some go on, held by nobody.
    await client.query(
      `UPDATE match SET status = 'paused', finished_at = NULL WHERE id IN (
         SELECT id FROM match WHERE NOT EXISTS (SELECT FROM match_archive WHERE match_id = match.id) ORDER BY created_at DESC LIMIT ${LIVE})`,
    );
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}

async function copyOf(client: pg.Client, table: keyof typeof COPY): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped',
    [table],
  );
  const changed: Readonly<Record<string, string>> = COPY[table].columns;
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => changed[name] ?? `s.${name}`);
  return `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM original_${table} AS s`;
}
