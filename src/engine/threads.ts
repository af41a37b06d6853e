/**
 * The only way to run work on threads. Threads start on demand and end when idle. Waiting or running work keeps the process alive; an idle
 * thread does not. Every thread starts with `thread-entry.mjs`, which looks up jobs by id.
 */
import { availableParallelism } from 'node:os';
import Tinypool from 'tinypool';
import type { Job } from '~/contract/means';

export interface ThreadSettings {
  /** Maximum number of threads. */
  most: number;
  /** Maximum number of waiting jobs; more are refused with `TooManyWait`. */
  mostWaiting?: number | undefined;
  idleMs?: number;
  /** Loaded instead of the entry that finds all jobs. Must export `work({ id, input })`. */
  entry?: URL | undefined;
}

/** Plain JavaScript, because a thread cannot load the TypeScript sources by itself. */
const ENTRY = new URL('./thread-entry.mjs', import.meta.url);

const IDLE_MS = 60_000;

/** Longer than any process runs. */
const FOREVER_MS = 2 ** 31 - 1;

/** All threads are busy and the queue is full. */
export class TooManyWait extends Error {
  override readonly name = 'TooManyWait';
}

/** The job exceeded its time limit. Retrying would take as long. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

/** The pool was closed before the job finished. */
export class ThreadsClosed extends Error {
  override readonly name = 'ThreadsClosed';
}

interface Waiting {
  size: number;
  begin: () => void;
  fail: (fault: Error) => void;
}

export class Threads {
  private readonly settings: ThreadSettings;
  private pool: Tinypool | null = null;
  private running = 0;
  private closings = 0;
  /** Smallest first; equal sizes in order of arrival. */
  private readonly waiting: Waiting[] = [];

  constructor(settings: ThreadSettings) {
    this.settings = settings;
  }

  /** Runs a job when a thread is free, small jobs first. Rethrows what the thread throws. */
  async run<Input, Answer>(job: Job<Input, Answer>, input: Input): Promise<Answer> {
    const { most, mostWaiting = Number.POSITIVE_INFINITY } = this.settings;
    if (this.running >= most && this.waiting.length >= mostWaiting) throw new TooManyWait('too many jobs wait for a thread');
    const alive = setInterval(() => undefined, FOREVER_MS);
    try {
      if (this.running >= most) await this.turn(job.size?.(input) ?? 0);
      else this.running += 1;
    } catch (fault) {
      clearInterval(alive);
      throw fault;
    }
    try {
      return await this.onThreads(job, input);
    } finally {
      clearInterval(alive);
      const next = this.waiting.shift();
      if (next) next.begin();
      else this.running -= 1;
    }
  }

  /** Ends the threads. Running and waiting jobs fail. */
  async close(): Promise<void> {
    const { pool } = this;
    this.pool = null;
    this.closings += 1;
    for (const { fail } of this.waiting.splice(0)) fail(new ThreadsClosed('the threads were closed'));
    await pool?.destroy();
  }

  private turn(size: number): Promise<void> {
    return new Promise((begin, fail) => {
      const at = this.waiting.findIndex((other) => other.size > size);
      this.waiting.splice(at === -1 ? this.waiting.length : at, 0, { size, begin, fail });
    });
  }

  private async onThreads<Input, Answer>(job: Job<Input, Answer>, input: Input): Promise<Answer> {
    for (let left = (job.tries ?? 1) - 1; ; left -= 1) {
      try {
        return await this.onThread(job, input);
      } catch (fault) {
        if (left <= 0 || !(fault instanceof TookTooLong)) throw fault;
      }
    }
  }

  private async onThread<Input, Answer>(job: Job<Input, Answer>, input: Input): Promise<Answer> {
    const { most, idleMs = IDLE_MS, entry = ENTRY } = this.settings;
    const { closings } = this;
    this.pool ??= new Tinypool({ minThreads: 0, maxThreads: most, idleTimeout: idleMs });
    const limitMs = job.limitMs?.(input);
    const signal = limitMs === undefined ? null : AbortSignal.timeout(Math.max(0, limitMs));
    try {
      // The file is sent with each job: a file that fails to load fails only its job, not the pool.
      const how = { filename: entry.href, name: 'work', ...(signal && { signal }) };
      return (await this.pool.run({ id: job.id, input }, how)) as Answer;
    } catch (fault) {
      if (closings !== this.closings) throw new ThreadsClosed('the threads were closed');
      if (signal?.aborted) throw new TookTooLong(`${job.id} took longer than ${limitMs} ms on its thread`);
      throw fault;
    }
  }
}

/** This process's pools, by job id. */
const shared = new Map<string, Threads>();

/** Runs the job on this process's threads for jobs of that kind. */
export function onThread<Input, Answer>(job: Job<Input, Answer>, input: Input): Promise<Answer> {
  const isLarge = (job.size?.(input) ?? 0) >= (job.large ?? Number.POSITIVE_INFINITY);
  const key = `${job.id}${isLarge ? ' large' : ''}`;
  const threads = shared.get(key) ?? new Threads({ most: isLarge ? 1 : (job.threads ?? USUAL), mostWaiting: job.mostWaiting });
  shared.set(key, threads);
  return threads.run(job, input);
}

const USUAL = Math.max(1, Math.min(2, availableParallelism() - 1));

/** Ends all threads before the process stops. A later job starts new ones. */
export async function closeThreads(): Promise<void> {
  const all = [...shared.values()];
  shared.clear();
  await Promise.all(all.map((threads) => threads.close()));
}
