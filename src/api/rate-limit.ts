/** So many a span of time and caller; in memory, for this process. */
export interface RateLimit {
  /** Counts one; null when there is room, else the seconds to wait. */
  take(caller: string): number | null;
}

interface Count {
  since: number;
  used: number;
}

/** More callers than this at once are forgotten, oldest first, so that memory stays small. */
const MOST_CALLERS = 10_000;

/** A fixed window a caller: `most` in `spanMs`. */
export function rateLimit(most: number, spanMs: number, now: () => number = Date.now): RateLimit {
  const counts = new Map<string, Count>();
  return {
    take(caller) {
      const at = now();
      const count = counts.get(caller);
      if (!count || at - count.since >= spanMs) {
        counts.delete(caller);
        counts.set(caller, { since: at, used: 1 });
        forgetOldest(counts);
        return null;
      }
      if (count.used >= most) return Math.ceil((count.since + spanMs - at) / 1000);
      count.used += 1;
      return null;
    },
  };
}

function forgetOldest(counts: Map<string, Count>): void {
  if (counts.size <= MOST_CALLERS) return;
  const [oldest] = counts.keys();
  if (oldest !== undefined) counts.delete(oldest);
}
