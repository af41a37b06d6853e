/**
 * Work on threads beside this process's own, the only way to it: few threads, started when first asked, ended when idle. Work that waits or
 * runs keeps the process alive, an idle thread does not. Every thread begins with `thread-entry.mjs`, which finds jobs by their ids.
 */
import { availableParallelism } from 'node:os';
import Tinypool from 'tinypool';
import type { Job } from '~/contract/means';

export interface ThreadSettings {
  /** Threads at most. */
  most: number;
  /** Jobs that wait for a thread at most; more are refused with `TooManyWait`. */
  mostWaiting?: number | undefined;
  idleMs?: number;
  /** What a thread loads instead of the entry that knows all jobs. It exports `work({ id, input })`. */
  entry?: URL | undefined;
}

/** What every thread loads, in plain JavaScript, since a thread cannot read the sources by itself. */
const ENTRY = new URL('./thread-entry.mjs', import.meta.url);

const IDLE_MS = 60_000;

/** Longer than any process runs. */
const FOREVER_MS = 2 ** 31 - 1;

/** Every thread is taken and as many jobs wait as may. */
export class TooManyWait extends Error {
  override readonly name = 'TooManyWait';
}

/** A job was ended because it took longer than it may. Asking again would take as long. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

/** Its threads were closed before it was done. */
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
  /** From the smallest on, equals in the order asked. */
  private readonly waiting: Waiting[] = [];

  constructor(settings: ThreadSettings) {
    this.settings = settings;
  }

  /** As threads become free, small ones first. What a thread throws is thrown here. */
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

  /** Ends the threads; what they still do, and what waits for them, fails. */
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
      // The file goes with each job: one that cannot be loaded fails its job, not the whole pool.
      const how = { filename: entry.href, name: 'work', ...(signal && { signal }) };
      return (await this.pool.run({ id: job.id, input }, how)) as Answer;
    } catch (fault) {
      if (closings !== this.closings) throw new ThreadsClosed('the threads were closed');
      if (signal?.aborted) throw new TookTooLong(`${job.id} took longer than ${limitMs} ms on its thread`);
      throw fault;
    }
  }
}

/** Of this process, by the ids of their jobs. */
const shared = new Map<string, Threads>();

/** On threads that this process keeps for jobs of its kind. */
export function onThread<Input, Answer>(job: Job<Input, Answer>, input: Input): Promise<Answer> {
  const isLarge = (job.size?.(input) ?? 0) >= (job.large ?? Number.POSITIVE_INFINITY);
  const key = `${job.id}${isLarge ? ' large' : ''}`;
  const threads = shared.get(key) ?? new Threads({ most: isLarge ? 1 : (job.threads ?? USUAL), mostWaiting: job.mostWaiting });
  shared.set(key, threads);
  return threads.run(job, input);
}

const USUAL = Math.max(1, Math.min(2, availableParallelism() - 1));

/** For a process that stops: no thread stays behind. What is asked for later starts anew. */
export async function closeThreads(): Promise<void> {
  const all = [...shared.values()];
  shared.clear();
  await Promise.all(all.map((threads) => threads.close()));
}
