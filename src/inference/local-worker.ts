/** Keeps the worker of this machine at the pool: started when it can be, started again when it dies. */

import type { WorkerLine } from './worker-protocol';
import type { WorkerPool } from './workers/worker-pool';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A worker that lived so long died of something new. */
const GOOD_LIFE_MS = 60_000;

export class LocalWorker {
  private readonly pool: WorkerPool;
  private readonly start: () => WorkerLine | null;
  private timer: NodeJS.Timeout | null = null;
  private line: WorkerLine | null = null;
  private pause = FIRST_PAUSE_MS;
  private isStopped = false;

  /** `start` answers null while there is nothing to start (no weights yet); call `wake` when that may have changed. */
  constructor(pool: WorkerPool, start: () => WorkerLine | null) {
    this.pool = pool;
    this.start = start;
  }

  /** Starts it if it does not run; a running one reads its folder of models again. */
  wake(): void {
    if (this.isStopped) return;
    if (this.line) {
      this.pool.look();
      return;
    }
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.run();
  }

  /** It finishes what it writes and ends; `wake` may start another. */
  rest(): void {
    this.line?.send({ type: 'end' });
  }

  stop(): void {
    this.isStopped = true;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private run(): void {
    const line = this.start();
    if (line === null) return;
    const began = Date.now();
    this.line = line;
    let tell = (_why: string) => {};
    line.onClose((why) => {
      this.line = null;
      tell(why);
      if (!this.isStopped) this.comeBack(Date.now() - began);
    });
    this.pool.attach({
      send: (message) => line.send(message),
      onMessage: (hear) => line.onMessage(hear),
      onClose: (hear) => {
        tell = hear;
      },
      close: (why) => line.close(why),
    });
  }

  private comeBack(livedMs: number): void {
    if (livedMs >= GOOD_LIFE_MS) this.pause = FIRST_PAUSE_MS;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.run();
    }, this.pause);
    this.timer.unref();
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE_MS);
  }
}
