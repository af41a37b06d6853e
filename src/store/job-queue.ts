/** The queue of fixtures to be played: graphile-worker's, on the same Postgres. A job says which fixture; all else the fixture knows. */
import { EventEmitter } from 'node:events';
import type { Logger, WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Target } from './connect';
import type { FixtureJob } from './tournament-store';

const TASK = 'tournament_match';
/** Failures are counted on the fixture; a job is taken as often as its takers die. */
const ENDLESS_ATTEMPTS = 32_000;
/** Jobs are taken when they are told of; now and then in case that was missed. */
const LOOK_EVERY_MS = 2_000;
/** For taking and putting away jobs, and one to hear of new ones. */
const CONNECTIONS = 5;

/** Whoever takes jobs for this process, one for each match at once. */
export interface Taker {
  name: string;
  /** The job that it has in hand. */
  job(): string | null;
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
  /** graphile-worker's, beside Mandi's own. */
  readonly schema: string;
  private readonly target: Target;
  private readonly pool: pg.Pool;
  private migrated: Promise<void> | null = null;

  constructor(target: Target, pool: pg.Pool) {
    this.target = target;
    this.pool = pool;
    this.schema = target.schema === undefined ? 'graphile_worker' : `${target.schema}_jobs`;
  }

  /** Its tables are there afterwards. */
  ready(): Promise<void> {
    this.migrated ??= this.migrate().catch((fault: unknown) => {
      this.migrated = null;
      throw fault;
    });
    return this.migrated;
  }

  /** As part of the caller's transaction. A fixture has one job; one that is in somebody's hands is replaced by a new one. */
  async add(client: Pick<pg.ClientBase, 'query'>, jobs: { id: string; orders: readonly number[]; afterSeconds?: number }): Promise<void> {
    const { id, orders, afterSeconds = 0 } = jobs;
    if (orders.length === 0) return;
    const spec = `ROW($1, json_build_object('id', $2::text, 'order', place), NULL, now() + $4 * interval '1 second', $5, $2 || ':' || place, NULL, NULL)`;
    await client.query(
      `SELECT count(*) FROM ${this.name}.add_jobs((SELECT array_agg(${spec}::${this.name}.job_spec ORDER BY place) FROM unnest($3::int[]) AS place))`,
      [TASK, id, orders, afterSeconds, ENDLESS_ATTEMPTS],
    );
  }

  /** Gives back what these takers had in hand. */
  async free(client: Pick<pg.ClientBase, 'query'>, takers: readonly string[]): Promise<void> {
    await client.query(`SELECT ${this.name}.force_unlock_workers($1::text[])`, [takers]);
  }

  /** True of a fixture without a job that somebody alive has or will take. $1: names of living takers; $2: own ones; $3: what they have in hand. */
  get lost(): string {
    return `NOT EXISTS (
      SELECT FROM ${this.name}.jobs AS job
      WHERE job.key = fixture.tournament_id || ':' || fixture.place AND (
        job.locked_by IS NULL
        OR (job.locked_by = ANY($1::text[]) AND NOT (
          job.locked_by = ANY($2::text[]) AND job.id::text <> ALL($3::text[]) AND job.locked_at < now() - interval '5 seconds'
        ))
      )
    )`;
  }

  /** Takes jobs, so many at once. What is lost of its bookkeeping when the server crashes is found again: it does not wait for the disk. */
  async run(slots: number, play: (job: FixtureJob) => Promise<void>): Promise<QueueRun> {
    await this.ready();
    const { run } = await import('graphile-worker');
    const pool = unhurriedPool(this.target);
    const events: WorkerEvents = new EventEmitter();
    const watched = watch(events);
    const runner = await run({
      pgPool: pool,
      schema: this.schema,
      concurrency: slots,
      pollInterval: LOOK_EVERY_MS,
      noHandleSignals: true,
      logger: await silence(),
      events,
      taskList: { [TASK]: (job) => play(job as FixtureJob) },
    });
    runner.promise.catch(() => undefined); // told as `isBroken`
    async function stop(): Promise<void> {
      await runner.stop().catch(() => undefined); // one that is stopped already says so
      await pool.end();
    }
    return { ...watched, stop };
  }

  private async migrate(): Promise<void> {
    const { runMigrations } = await import('graphile-worker');
    await runMigrations({ pgPool: this.pool, schema: this.schema, logger: await silence() });
  }

  private get name(): string {
    return pg.escapeIdentifier(this.schema);
  }
}

function watch(events: WorkerEvents): Omit<QueueRun, 'stop'> {
  const takers: Taker[] = [];
  let idle = false;
  let broken = false;
  events.on('worker:create', ({ worker }) => {
    takers.push({ name: worker.workerId, job: () => worker.getActiveJob()?.id ?? null });
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

function unhurriedPool({ config, schema }: Target): pg.Pool {
  const path = schema === undefined ? '' : `; SET search_path TO ${pg.escapeIdentifier(schema)}`;
  const onConnect = (client: pg.ClientBase): unknown => client.query(`SET synchronous_commit TO off${path}`);
  const pool = new pg.Pool({ ...config, application_name: 'mandi jobs', max: CONNECTIONS, onConnect });
  pool.on('error', () => undefined); // a connection that breaks is replaced by the next query's
  return pool;
}

/** What goes wrong is told by events; its own words are for its developers. */
async function silence(): Promise<Logger> {
  const { Logger } = await import('graphile-worker');
  return new Logger(() => () => undefined);
}
