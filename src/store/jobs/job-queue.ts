/** A queue of fixtures to play, using graphile-worker on the same Postgres. A job contains only the fixture's id. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import type { Logger, WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { openClient, type Target, timed } from '../connect';
import { isExactCode } from '../tournaments/tournament';
import type { FixtureJob } from '../tournaments/tournament-store';

const TASK = 'tournament_match';
/** Failures are counted on the fixture. A job itself can be retried without limit when its worker dies. */
const ENDLESS_ATTEMPTS = 32_000;
/** Jobs are taken on notification, and at this interval in case one was lost. */
const LOOK_EVERY_MS = 2_000;
/** A retried match goes before all waiting ones once its pause is over. */
const FIRST = -1;
const IN_TURN = 0;
/** Start of the turn order when nothing is waiting. A job's turn is a fake timestamp, one microsecond after the previous one's. */
const FIRST_TURN = "timestamptz '2000-01-01 00:00:00Z'";

/** Jobs of one tournament. */
export interface NewJobs {
  id: string;
  orders: readonly number[];
  /** The tournament's code; processes with other code do not find these jobs. */
  code: string;
  /** Jobs of a retry; they become available after this time. */
  restSeconds?: number;
}

export interface QueueOptions {
  target: Target;
  pool: pg.Pool;
  /** The schema of graphile-worker's own tables. */
  schema: string;
  /** For taking and completing jobs, plus one for notifications. */
  connections: number;
}

/** A graphile-worker that takes one job at a time for this process. */
export interface Taker {
  name: string;
  /** The queue and number of its current job. */
  job(): string | null;
}

export interface QueuedJob extends FixtureJob {
  /** False for jobs from before there were two queues; see `JobQueues`. */
  isSorted?: boolean;
}

export interface QueueRun {
  takers: readonly Taker[];
  /** True if there was nothing to take at some time since the last call. */
  wasIdle(): boolean;
  /** A worker has stopped, for example because the database disconnected: start another run. */
  isBroken(): boolean;
  stop(): Promise<void>;
}

export class JobQueue {
  private readonly options: QueueOptions;
  private migrated: Promise<void> | null = null;

  constructor(options: QueueOptions) {
    this.options = options;
  }

  /** Creates the queue's tables if needed. */
  ready(): Promise<void> {
    this.migrated ??= this.migrate().catch((fault: unknown) => {
      this.migrated = null;
      throw fault;
    });
    return this.migrated;
  }

  /**
   * Part of the caller's transaction. A fixture has one job; if its job is being worked on, a new one replaces it. Jobs of different
   * tournaments alternate, starting from the current turn, so that a new tournament does not wait for all matches of another.
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

  /** Releases the jobs of these workers. */
  async free(client: Pick<pg.ClientBase, 'query'>, takers: readonly string[]): Promise<void> {
    await client.query(`SELECT ${this.name}.force_unlock_workers($1::text[])`, [takers]);
  }

  /**
   * SQL that is true for a fixture without a job that a living worker has or will take. $1: names of living workers; $2: this process's;
   * $3: their current jobs.
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

  /** Takes jobs, up to `slots` at a time. Does not wait for the disk, because lost bookkeeping is restored after a crash. */
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
    runner.promise.catch(() => undefined); // reported as `isBroken`
    async function stop(): Promise<void> {
      await runner.stop().catch(() => undefined); // a runner that has stopped already throws
      await pool.end();
    }
    return { ...watched, stop };
  }

  private async migrate(): Promise<void> {
    const { runMigrations } = await import('graphile-worker');
    const { pool, target, schema } = this.options;
    // Locked, because several processes on a new database would all try to create the schema, and all but one would fail.
    const client = await openClient(target); // not of the pool: a pooler would give the lock's connection to others
    try {
      await client.query('SELECT pg_advisory_lock(hashtext($1))', [schema]);
      await runMigrations({ pgPool: pool, schema, logger: await silence() });
    } finally {
      await client.end().catch(() => undefined); // and with it the lock
    }
  }

  /** SQL for the turn of the first waiting job, among those that the same processes play ($1), because others may have to wait for long. */
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
  pool.on('error', () => undefined); // the next query replaces a broken connection
  return pool;
}

/** Errors are reported through events; the library's own log is for its developers. */
async function silence(): Promise<Logger> {
  const { Logger } = await import('graphile-worker');
  return new Logger(() => () => undefined);
}

const inLibrary = new AsyncLocalStorage<true>();
let isQuiet = false;

/** The library writes some stack traces directly to the console, so the console is muted for it, but not for the code that it calls. */
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
