/** So many per span of time and caller: in this process, or counted together by all web processes on one database. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { SharedCounts } from '~/store/shared-counts';

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
