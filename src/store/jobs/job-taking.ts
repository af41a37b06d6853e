import type pg from 'pg';
import { IS_SLOW, type JobPace, MAY_BE_SLOW } from '../tournaments/tournament-pace';
import { FOR_PEOPLE } from '../tournaments/tournament-row';
import type { FixtureJob, JobSlots, JobTaker, LivingWorker } from '../tournaments/tournament-store';
import type { JobQueues, QueuesRun } from './job-queues';

const BEAT_MS = 2_000;
/** A process not heard of for this long is considered dead, and its jobs are put back. */
export const DEAD_MS = 6_000;
const PUT_BACK_AT_ONCE = 1_000;

/** Records that this process is alive while it takes jobs, and recovers jobs of dead processes. */
export class JobTaking implements JobTaker {
  private readonly at: TakingPlace;
  private run: QueuesRun | null = null;
  private timer: NodeJS.Timeout | null = null;
  private beating: Promise<void> = Promise.resolve();
  private stopped = false;
  /** When this process last recorded that it is alive. */
  private beatAt = 0;

  constructor(at: TakingPlace) {
    this.at = at;
  }

  async start(): Promise<this> {
    this.run = await this.at.queues.run(this.at, this.at.play);
    await this.beat();
    this.timer = setInterval(() => {
      this.beating = this.beating.then(() => this.beat());
    }, BEAT_MS);
    return this;
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.beating;
    this.stopped = true;
    await this.run?.stop();
    await this.at.pool.query('DELETE FROM tournament_worker WHERE id = $1', [this.at.id]).catch(() => undefined);
  }

  /** If the database is unavailable, tries again at the next beat. */
  private async beat(): Promise<void> {
    if (this.stopped) return;
    try {
      if (this.run?.isBroken()) await this.beginAnew();
      const wasHeard = Date.now() - this.beatAt < DEAD_MS;
      await this.sign();
      // If this process itself was silent for long, it may wrongly consider others dead, so they get a beat to report first.
      if (!wasHeard) return;
      await this.buryDead();
      const idle = this.run?.idle() ?? [];
      if (idle.length > 0) await this.putBack(idle);
    } catch {
      // try again at the next beat
    }
  }

  private async beginAnew(): Promise<void> {
    const old = this.run;
    this.run = await this.at.queues.run(this.at, this.at.play);
    void old?.stop();
  }

  private async sign(): Promise<void> {
    await this.at.pool.query(
      `INSERT INTO tournament_worker (id, takers, slots, code) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET takers = excluded.takers, seen_at = now()`,
      [this.at.id, this.names, this.at.slots.quick + this.at.slots.slow, this.at.code],
    );
    this.beatAt = Date.now();
  }

  private async buryDead(): Promise<void> {
    const { rows } = await this.at.pool.query<{ takers: string[] }>(
      `DELETE FROM tournament_worker WHERE seen_at < now() - $1 * interval '1 ms' RETURNING takers`,
      [DEAD_MS],
    );
    const takers = rows.flatMap((row) => row.takers);
    if (takers.length > 0) await this.at.queues.free(this.at.pool, takers);
  }

  /** Creates jobs for open fixtures that nobody has. */
  private async putBack(paces: readonly JobPace[]): Promise<void> {
    const own = this.run?.takers ?? [];
    const inHand = own.flatMap((taker) => taker.job() ?? []);
    const { rows } = await this.at.pool.query<{ id: string; place: number }>(
      `SELECT fixture.tournament_id AS id, place
       FROM tournament JOIN tournament_fixture AS fixture ON fixture.tournament_id = tournament.id
       WHERE tournament.status = 'running' AND fixture.status IN ('waiting', 'playing') AND NOT in_batches
         AND NOT (fixture.status = 'playing' AND ${FOR_PEOPLE})
         AND ('quick' = ANY($4) OR ${MAY_BE_SLOW}) AND CASE WHEN ${IS_SLOW} THEN 'slow' ELSE 'quick' END = ANY($4)
         AND ${this.at.queues.lost} LIMIT ${PUT_BACK_AT_ONCE}`,
      [await this.livingTakers(), this.names, inHand, paces],
    );
    for (const id of new Set(rows.map((row) => row.id))) {
      const orders = rows.filter((row) => row.id === id).map(({ place }) => place);
      await this.at.queues.add(this.at.pool, { id, orders });
    }
  }

  private async livingTakers(): Promise<string[]> {
    const { rows } = await this.at.pool.query<{ takers: string[] }>('SELECT takers FROM tournament_worker');
    return rows.flatMap((row) => row.takers);
  }

  private get names(): string[] {
    return this.run?.takers.map(({ name }) => name) ?? [];
  }
}

export interface TakingPlace {
  pool: pg.Pool;
  queues: JobQueues;
  /** Id of this process. */
  id: string;
  slots: JobSlots;
  /** Code of this process; null: it plays tournaments that are not pinned to any. */
  code: string | null;
  play(job: FixtureJob): Promise<void>;
}

export async function livingWorkers(pool: pg.Pool): Promise<LivingWorker[]> {
  const { rows } = await pool.query<LivingWorker>(
    `SELECT id, slots, code, since FROM tournament_worker WHERE seen_at >= now() - $1 * interval '1 ms' ORDER BY since, id`,
    [DEAD_MS],
  );
  return rows;
}
