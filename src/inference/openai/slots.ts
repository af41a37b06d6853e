/** Limits concurrent requests to a server. The others wait here, with matches alternating. */
import { FairQueue } from '../workers/fair-queue';

interface Waiter {
  go(): void;
}

export class Slots {
  private readonly most: number;
  private readonly waiting = new FairQueue<Waiter>();
  private taken = 0;

  constructor(most: number | null) {
    this.most = most ?? Number.POSITIVE_INFINITY;
  }

  get queued(): number {
    return this.waiting.size;
  }

  get running(): number {
    return this.taken;
  }

  /** Runs `work` once a slot is free; not if the caller aborts while waiting. */
  async use<T>(group: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.enter(group, signal);
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.taken -= 1;
      this.next();
    }
  }

  private enter(group: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting.remove(waiter);
        reject(signal.reason);
      };
      const waiter: Waiter = {
        go: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.push(group, waiter);
      this.next();
    });
  }

  private next(): void {
    if (this.taken >= this.most) return;
    const waiter = this.waiting.take(() => true);
    if (!waiter) return;
    this.taken += 1;
    waiter.go();
  }
}
