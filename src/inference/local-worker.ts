/** Keeps this machine's worker connected to the pool: starts it when possible and restarts it when it dies. */

import type { WorkerLine } from './worker-protocol';
import type { PlaceAtPool, WorkerPool } from './workers/worker-pool';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A worker that ran at least this long did not die of a startup problem. */
const GOOD_LIFE_MS = 60_000;

export class LocalWorker {
  private readonly pool: WorkerPool;
  private readonly start: () => WorkerLine | null;
  private timer: NodeJS.Timeout | null = null;
  private running: { line: WorkerLine; place: PlaceAtPool } | null = null;
  /** How the running worker is to end: not at all, for now, or to be replaced immediately. */
  private end: 'none' | 'rest' | 'again' = 'none';
  private pause = FIRST_PAUSE_MS;
  private isStopped = false;

  /** `start` returns null while there is nothing to start (no weights yet). Call `wake` when that may have changed. */
  constructor(pool: WorkerPool, start: () => WorkerLine | null) {
    this.pool = pool;
    this.start = start;
  }

  /** Starts the worker if it is not running; otherwise it rereads its models folder. One that is ending is replaced. */
  wake(): void {
    if (this.isStopped) return;
    if (this.running?.place.stay() === false) {
      this.end = 'again';
      this.running.line.close('another is to follow at once'); // it has nothing left to write
      return;
    }
    if (this.running) {
      this.end = 'none';
      this.pool.look();
      return;
    }
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.run();
  }

  /** Lets the worker finish its current and waiting turns, then end. `wake` cancels this or starts another one. */
  rest(): void {
    if (!this.running) return;
    this.end = 'rest';
    this.running.place.rest();
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
    this.end = 'none';
    let isClosed = false;
    let tell = (_why: string) => {};
    line.onClose((why) => {
      isClosed = true;
      this.running = null;
      tell(why);
      if (this.isStopped) return;
      if (this.end === 'again') this.run();
      else if (this.end === 'none') this.comeBack(Date.now() - began);
    });
    if (isClosed) return;
    const place = this.pool.attach({
      send: (message) => line.send(message),
      onMessage: (hear) => line.onMessage(hear),
      onClose: (hear) => {
        tell = hear;
      },
      close: (why) => line.close(why),
    });
    if (!isClosed) this.running = { line, place };
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
