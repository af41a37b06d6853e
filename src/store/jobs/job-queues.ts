/** Two queues with separate slots, so that matches that wait for models do not delay scripted ones, or the reverse. */
import type pg from 'pg';
import type { Target } from '../connect';
import { IS_SLOW, JOB_PACES, type JobPace } from '../tournaments/tournament-pace';
import type { FixtureJob, JobSlots } from '../tournaments/tournament-store';
import { JobQueue, type NewJobs, type QueuedJob, type QueueRun } from './job-queue';

const CONNECTIONS: JobSlots = { quick: 5, slow: 3 };

export interface QueuesRun extends Omit<QueueRun, 'wasIdle'> {
  /** Queues that were empty at some time since the last call. */
  idle(): JobPace[];
}

/** The schema of each queue's jobs, next to Mandi's own tables. */
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
    // Separate tables, so that looking for one kind does not read past all jobs of the other.
    const names = jobSchemas(schema);
    const queue = (pace: JobPace): JobQueue => new JobQueue({ target, pool, schema: names[pace], connections: CONNECTIONS[pace] });
    this.pool = pool;
    this.queues = { quick: queue('quick'), slow: queue('slow') };
  }

  async ready(): Promise<void> {
    await this.queues.quick.ready();
    await this.queues.slow.ready();
  }

  /** Like `JobQueue.add`, each in its queue. Fixtures that are claimed in batches have no job. */
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

  /** SQL that is true for a fixture lost to both queues; see `JobQueue.lost`. */
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

  /** Checks a job from before there were two queues. If it is slow, moves it to the other queue and returns true. */
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
