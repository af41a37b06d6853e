/** A queue of fixtures to be played: graphile-worker's, on the same Postgres. A job says which fixture; all else the fixture knows. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import type { Logger, WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { type Target, timed } from '../connect';
import { isExactCode } from '../tournaments/tournament';
import type { FixtureJob } from '../tournaments/tournament-store';

const TASK = 'tournament_match';
/** Failures are counted on the fixture; a job is taken as often as its takers die. */
const ENDLESS_ATTEMPTS = 32_000;
/** Jobs are taken when they are told of; now and then in case that was missed. */
const LOOK_EVERY_MS = 2_000;
/** A match that is tried again goes before all that wait, once it has rested. */
const FIRST = -1;
const IN_TURN = 0;
/** Where turns are counted from when nothing waits: a job's turn is a moment long past, a microsecond after the one before it. */
const FIRST_TURN = "timestamptz '2000-01-01 00:00:00Z'";

/** Jobs of one tournament. */
export interface NewJobs {
  id: string;
  orders: readonly number[];
  /** Of the tournament: who has other code does not find them. */
  code: string;
  /** They are tried again, after so long. */
  restSeconds?: number;
}

export interface QueueOptions {
  target: Target;
  pool: pg.Pool;
  /** graphile-worker's own, beside Mandi's. */
  schema: string;
  /** For taking and putting away jobs, and one to hear of new ones. */
  connections: number;
}

/** Whoever takes jobs for this process, one for each match at once. */
export interface Taker {
  name: string;
  /** The job that it has in hand: its queue and number. */
  job(): string | null;
}

export interface QueuedJob extends FixtureJob {
  /** False of jobs from before there were two queues: see `JobQueues`. */
  isSorted?: boolean;
}

export interface QueueRun {
  takers: readonly Taker[];
  /** True once since the last call: there was nothing to take. */
  wasIdle(): boolean;
  /** A taker has given up (the database went away at the wrong moment): begin another run. */
  isBroken(): boolean;
  stop(): Promise<void>;
}

export class JobQueue {
  private readonly options: QueueOptions;
  private migrated: Promise<void> | null = null;

  constructor(options: QueueOptions) {
    this.options = options;
  }

  /** Its tables are there afterwards. */
  ready(): Promise<void> {
    this.migrated ??= this.migrate().catch((fault: unknown) => {
      this.migrated = null;
      throw fault;
    });
    return this.migrated;
  }

  /**
   * As part of the caller's transaction. A fixture has one job; one that is in somebody's hands is replaced by a new one. Jobs take turns
   * with those of other tournaments, from whatever turn it is now: who comes later waits for nobody's last match.
   */
  async add(client: Pick<pg.ClientBase, 'query'>, { id, orders, code, restSeconds }: NewJobs): Promise<void> {
    const isInTurn = restSeconds === undefined;
    const runAt = isInTurn ? `turn + place_in_line * interval '1 microsecond'` : `now() + $5 * interval '1 second'`;
    const spec = `ROW($1::text, json_build_object('id', $2::text, 'order', place, 'isSorted', true), NULL, ${runAt}, $4, $2 || ':' || place, ${isInTurn ? IN_TURN : FIRST}, NULL)`;
    await client.query(
      `SELECT count(*) FROM ${this.name}.add_jobs((
         SELECT array_agg(${spec}::${this.name}.job_spec ORDER BY place)
         FROM unnest($3::int[]) WITH ORDINALITY AS line (place, place_in_line), (${this.turn}) AS now_is (turn)
       ))`,
      [taskOf(code), id, orders, ENDLESS_ATTEMPTS, ...(isInTurn ? [] : [restSeconds])],
    );
  }

  /** Gives back what these takers had in hand. */
  async free(client: Pick<pg.ClientBase, 'query'>, takers: readonly string[]): Promise<void> {
    await client.query(`SELECT ${this.name}.force_unlock_workers($1::text[])`, [takers]);
  }

  /**
   * True of a fixture without a job here that somebody alive has or will take. $1: names of living takers; $2: own ones; $3: what they have
   * in hand.
   */
  get lost(): string {
    return `NOT EXISTS (
      SELECT FROM ${this.name}.jobs AS job
      WHERE job.key = fixture.tournament_id || ':' || fixture.place AND (
        job.locked_by IS NULL
        OR (job.locked_by = ANY($1::text[]) AND NOT (
          job.locked_by = ANY($2::text[]) AND ${pg.escapeLiteral(`${this.options.schema} `)} || job.id <> ALL($3::text[]) AND job.locked_at < now() - interval '5 seconds'
        ))
      )
    )`;
  }

  /** Takes jobs, so many at once. What is lost of its bookkeeping when the server crashes is found again: it does not wait for the disk. */
  async run({ slots, code }: { slots: number; code: string | null }, play: (job: QueuedJob) => Promise<void>): Promise<QueueRun> {
    await this.ready();
    const { run } = await import('graphile-worker');
    const { schema } = this.options;
    const pool = unhurriedPool(this.options);
    const events: WorkerEvents = new EventEmitter();
    const watched = watch(events, schema);
    const task = (job: unknown): Promise<void> => inLibrary.exit(() => play(job as QueuedJob));
    const logger = await silence();
    const runner = await quietly(() =>
      run({
        pgPool: pool,
        schema,
        concurrency: slots,
        pollInterval: LOOK_EVERY_MS,
        noHandleSignals: true,
        logger,
        events,
        taskList: { [TASK]: task, [taskOf(code)]: task },
      }),
    );
    runner.promise.catch(() => undefined); // told as `isBroken`
    async function stop(): Promise<void> {
      await runner.stop().catch(() => undefined); // one that is stopped already says so
      await pool.end();
    }
    return { ...watched, stop };
  }

  private async migrate(): Promise<void> {
    const { runMigrations } = await import('graphile-worker');
    const { pool, schema } = this.options;
    // Of processes that begin on a new database at the same moment each would make the schema, and all but one fail.
    const client = await pool.connect();
    try {
      await client.query('SELECT pg_advisory_lock(hashtext($1))', [schema]);
      await runMigrations({ pgPool: pool, schema, logger: await silence() });
    } finally {
      const isFree = await client.query('SELECT pg_advisory_unlock(hashtext($1))', [schema]).catch(() => null);
      client.release(isFree === null);
    }
  }

  /** That of the first who waits: of those whom the same processes play ($1), for nobody may play the others for long. */
  private get turn(): string {
    return `SELECT COALESCE(min(run_at), ${FIRST_TURN}) FROM ${this.name}.jobs
      WHERE locked_at IS NULL AND attempts < max_attempts AND priority = ${IN_TURN} AND run_at <= now() AND task_identifier = $1::text`;
  }

  private get name(): string {
    return pg.escapeIdentifier(this.options.schema);
  }
}

function taskOf(code: string | null): string {
  return code !== null && isExactCode(code) ? `${TASK} ${code}` : TASK;
}

function watch(events: WorkerEvents, schema: string): Omit<QueueRun, 'stop'> {
  const takers: Taker[] = [];
  let idle = false;
  let broken = false;
  events.on('worker:create', ({ worker }) => {
    const job = (): string | null => {
      const active = worker.getActiveJob();
      return active && `${schema} ${active.id}`;
    };
    takers.push({ name: worker.workerId, job });
  });
  events.on('worker:getJob:empty', () => {
    idle = true;
  });
  events.on('worker:fatalError', () => {
    broken = true;
  });
  return {
    takers,
    wasIdle() {
      const was = idle;
      idle = false;
      return was;
    },
    isBroken: () => broken,
  };
}

function unhurriedPool({ target: { config, schema, limits }, connections }: QueueOptions): pg.Pool {
  const path = schema === undefined ? '' : `; SET search_path TO ${pg.escapeIdentifier(schema)}`;
  const onConnect = (client: pg.ClientBase): unknown =>
    client.query(`SET synchronous_commit TO off; SET statement_timeout TO ${limits.queryMs}${path}`);
  const pool = new pg.Pool({ ...timed(config, limits.queryMs), application_name: 'mandi jobs', max: connections, onConnect });
  pool.on('error', () => undefined); // a connection that breaks is replaced by the next query's
  return pool;
}

/** What goes wrong is told by events; its own words are for its developers. */
async function silence(): Promise<Logger> {
  const { Logger } = await import('graphile-worker');
  return new Logger(() => () => undefined);
}

const inLibrary = new AsyncLocalStorage<true>();
let isQuiet = false;

/** Some stack traces it writes past its logger, into the terminal of whoever runs the worker: the console is closed to it, and open to what it calls. */
function quietly<T>(work: () => T): T {
  if (!isQuiet) {
    isQuiet = true;
    const { console } = globalThis;
    for (const name of ['trace', 'error', 'warn'] as const) {
      const write = console[name].bind(console);
      console[name] = (...words: unknown[]): void => {
        if (inLibrary.getStore() === undefined) write(...words);
      };
    }
  }
  return inLibrary.run(true, work);
}
