/**
 * Work on threads beside this process's own: few threads, started when first asked, ended when idle. A task that waits or runs keeps the
 * process alive, an idle thread does not. The one wrapper of tinypool for whatever keeps a place to ask.
 */
import Tinypool from 'tinypool';

export interface ThreadSettings {
  /** What a thread loads, in plain JavaScript, since a thread cannot read the sources by itself. It exports `work(task)`. */
  entry: URL;
  /** Threads at most. */
  most: number;
  /** Tasks that wait for a thread at most; more are refused with `TooManyWait`. */
  mostWaiting?: number;
  /** From when a thread has the task; whoever takes longer is ended with its thread, and `TookTooLong` is thrown. */
  limitMs?: number;
  idleMs?: number;
}

const IDLE_MS = 60_000;

/** Longer than any process runs. */
const FOREVER_MS = 2 ** 31 - 1;

/** Every thread is taken and as many tasks wait as may. */
export class TooManyWait extends Error {
  override readonly name = 'TooManyWait';
}

/** A task was ended because it took longer than it may. Asking again would take as long. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

export class Threads<Task, Answer> {
  private readonly settings: ThreadSettings;
  private pool: Tinypool | null = null;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(settings: ThreadSettings) {
    this.settings = settings;
  }

  /** In the order asked, as threads become free. What a thread throws is thrown here. */
  async run(task: Task): Promise<Answer> {
    const { most, mostWaiting = Number.POSITIVE_INFINITY } = this.settings;
    if (this.running >= most && this.waiting.length >= mostWaiting) throw new TooManyWait('too many tasks wait for a thread');
    const alive = setInterval(() => undefined, FOREVER_MS);
    try {
      if (this.running >= most) await new Promise<void>((resolve) => this.waiting.push(resolve));
      else this.running += 1;
      return await this.onThread(task);
    } finally {
      clearInterval(alive);
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  /** Ends the threads; what they still do fails. */
  async close(): Promise<void> {
    const { pool } = this;
    this.pool = null;
    await pool?.destroy();
  }

  private async onThread(task: Task): Promise<Answer> {
    const { entry, most, limitMs, idleMs = IDLE_MS } = this.settings;
    this.pool ??= new Tinypool({ minThreads: 0, maxThreads: most, idleTimeout: idleMs });
    const signal = limitMs === undefined ? null : AbortSignal.timeout(limitMs);
    try {
      // The file goes with each task: one that cannot be loaded fails its task, not the whole pool.
      return (await this.pool.run(task, { filename: entry.href, name: 'work', ...(signal && { signal }) })) as Answer;
    } catch (fault) {
      if (signal?.aborted) throw new TookTooLong(`a thread took longer than ${limitMs} ms`);
      throw fault;
    }
  }
}
