/** So many per span of time and caller: in this process, or counted together by all web processes on one database. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { SharedCounts } from '~/store/shared-counts';
import { Refusal } from './errors';

export interface RateLimit {
  /** Counts one; null when there is room, else the seconds to wait. */
  take(caller: string): Promise<number | null>;
}

export interface SharedLimit {
  name: string;
  counts: SharedCounts;
}

/** A fixed window per caller: `most` in `spanMs`. `shared`: counted in the database, and in this process alone while that is away. */
export function rateLimit(most: number, spanMs: number, shared?: SharedLimit): RateLimit {
  const limiter = shared
    ? shared.counts.limiter({ name: shared.name, most, spanMs })
    : new RateLimiterMemory({ points: most, duration: spanMs / 1000 });
  return {
    async take(caller) {
      try {
        await limiter.consume(caller);
        return null;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
        throw refusal;
      }
    },
  };
}

/** What anybody may ask and costs this thread milliseconds is done one at a time for each visitor: nobody keeps all others waiting. */
export class CostlyTurns {
  /** By visitor, while something of theirs is being done: what waits, called once its turn has come. */
  private readonly lines = new Map<string, Set<() => void>>();
  private readonly mostWaiting: number;

  constructor(mostWaiting: number) {
    this.mostWaiting = mostWaiting;
  }

  /** Calls of one batch wait for each other too. What nobody waits for any longer (`signal`) is not done. */
  async inTurn<T>(visitor: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const line = this.lines.get(visitor);
    if (line) await this.wait(line);
    else this.lines.set(visitor, new Set());
    try {
      if (signal?.aborted) throw new Refusal('unavailable', 'This request was given up before its turn came.');
      return await work();
    } finally {
      setImmediate(() => this.next(visitor)); // others are served between two
    }
  }

  private wait(line: Set<() => void>): Promise<void> {
    if (line.size >= this.mostWaiting) throw new Refusal('too_many_requests', 'Too many at once: try again in 1 s.', 1);
    return new Promise((resolve) => line.add(resolve));
  }

  private next(visitor: string): void {
    const line = this.lines.get(visitor);
    const [first] = line ?? [];
    if (!line || !first) return void this.lines.delete(visitor);
    line.delete(first);
    first();
  }
}
