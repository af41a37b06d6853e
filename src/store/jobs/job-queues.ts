/** Two queues with slots of their own: matches that wait for models never keep those of scripts from being played, nor the other way round. */
import type pg from 'pg';
import type { Target } from '../connect';
import { IS_SLOW, JOB_PACES, type JobPace } from '../tournaments/tournament-pace';
import type { FixtureJob, JobSlots } from '../tournaments/tournament-store';
import { JobQueue, type NewJobs, type QueuedJob, type QueueRun } from './job-queue';

const CONNECTIONS: JobSlots = { quick: 5, slow: 3 };

export interface QueuesRun extends Omit<QueueRun, 'wasIdle'> {
  /** In which there was nothing to take since the last call. */
  idle(): JobPace[];
}

/** Where the jobs of each queue are, beside Mandi's own tables. */
export function jobSchemas(schema: string | undefined): Record<JobPace, string> {
  return schema === undefined
    ? { quick: 'graphile_worker', slow: 'graphile_worker_slow' }
    : { quick: `${schema}_jobs`, slow: `${schema}_slow_jobs` };
}

export class JobQueues {
  private readonly pool: pg.Pool;
  private readonly queues: Record<JobPace, JobQueue>;

  constructor(target: Target, pool: pg.Pool) {
    const { schema } = target;
    // Tables of its own for each: who looks for one kind need not read past all of the other.
    const names = jobSchemas(schema);
    const queue = (pace: JobPace): JobQueue => new JobQueue({ target, pool, schema: names[pace], connections: CONNECTIONS[pace] });
    this.pool = pool;
    this.queues = { quick: queue('quick'), slow: queue('slow') };
  }

  async ready(): Promise<void> {
    await this.queues.quick.ready();
    await this.queues.slow.ready();
  }

  /** See `JobQueue.add`; each in its own queue. Those that are claimed in batches have no job. */
  async add(client: Pick<pg.ClientBase, 'query'>, jobs: Omit<NewJobs, 'code'>): Promise<void> {
    if (jobs.orders.length === 0) return;
    const { rows } = await client.query<Record<JobPace, number[]> & { code: string | null }>(
      `SELECT max(code) AS code, COALESCE(array_agg(place ORDER BY place) FILTER (WHERE NOT is_slow), '{}') AS quick,
         COALESCE(array_agg(place ORDER BY place) FILTER (WHERE is_slow), '{}') AS slow
       FROM (
         SELECT place, tournament.code, ${IS_SLOW} AS is_slow FROM tournament JOIN tournament_fixture AS fixture ON fixture.tournament_id = tournament.id
         WHERE tournament.id = $1 AND place = ANY($2::int[]) AND NOT in_batches
       ) AS sorted`,
      [jobs.id, jobs.orders],
    );
    for (const pace of JOB_PACES) {
      const orders = rows[0]?.[pace] ?? [];
      if (orders.length > 0) await this.queues[pace].add(client, { ...jobs, orders, code: rows[0]?.code ?? '' });
    }
  }

  async free(client: Pick<pg.ClientBase, 'query'>, takers: readonly string[]): Promise<void> {
    for (const pace of JOB_PACES) await this.queues[pace].free(client, takers);
  }

  /** True of a fixture that is lost to both queues: see `JobQueue.lost`. */
  get lost(): string {
    return JOB_PACES.map((pace) => this.queues[pace].lost).join(' AND ');
  }

  async run({ slots, code }: { slots: JobSlots; code: string | null }, play: (job: FixtureJob) => Promise<void>): Promise<QueuesRun> {
    const quick = await this.queues.quick.run({ slots: slots.quick, code }, async (job) => {
      if (!(await this.sortLate(job))) await play(job);
    });
    const slow = await this.queues.slow.run({ slots: slots.slow, code }, play);
    const runs = { quick, slow };
    return {
      get takers() {
        return [...quick.takers, ...slow.takers];
      },
      idle: () => JOB_PACES.filter((pace) => runs[pace].wasIdle()),
      isBroken: () => quick.isBroken() || slow.isBroken(),
      async stop() {
        await Promise.all([quick.stop(), slow.stop()]);
      },
    };
  }

  /** A job from before there were two queues may be slow: true when it waits in the other one now. */
  private async sortLate({ id, order, isSorted }: QueuedJob): Promise<boolean> {
    if (isSorted) return false;
    const { rows } = await this.pool.query<{ isSlow: boolean }>(
      `SELECT ${IS_SLOW} AS "isSlow" FROM tournament JOIN tournament_fixture AS fixture ON fixture.tournament_id = tournament.id
       WHERE tournament.id = $1 AND place = $2`,
      [id, order],
    );
    if (!rows[0]?.isSlow) return false;
    await this.add(this.pool, { id, orders: [order] });
    return true;
  }
}
