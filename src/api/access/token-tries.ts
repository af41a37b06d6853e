/** Counts wrong tokens by visitor over all endpoints, to slow down guessing. */
import { createHash } from 'node:crypto';
import { Queues } from '~/lib/play/queues';
import { rateLimit, type SharedLimit } from './rate-limit';

const MOST_REMEMBERED = 10_000;

export class TokenTries {
  private readonly here;
  private readonly everywhere;
  private readonly spanMs: number;
  private readonly now: () => number;
  /** Blocked until, by visitor. */
  private readonly blocked = new Map<string, number>();
  /** Counts a wrong token only once per time window, because a browser sends an old cookie with each request. */
  private readonly counted = new Map<string, number>();
  private readonly queues = new Queues();
  /** Valid tokens of seats, tables and judges. They grant no operator rights, but sending them is not a guess. */
  private readonly known = new Map<string, number>();

  constructor(
    most: number,
    { spanMs = 60_000, shared, now = Date.now }: { spanMs?: number; shared?: SharedLimit; now?: () => number } = {},
  ) {
    // One less, because the last wrong token triggers the block.
    this.here = rateLimit(most - 1, spanMs);
    this.everywhere = shared ? rateLimit(most - 1, spanMs, shared) : null;
    this.spanMs = spanMs;
    this.now = now;
  }

  /** Seconds to wait; null if this visitor may present tokens. */
  wait(visitor: string): number | null {
    const until = this.blocked.get(visitor);
    if (until === undefined) return null;
    const left = until - this.now();
    if (left > 0) return Math.ceil(left / 1000);
    this.blocked.delete(visitor);
    return null;
  }

  /** Counts immediately in this process; resolves once the other processes are updated. */
  async fail(visitor: string, token: string): Promise<void> {
    const guess = `${visitor} ${digest(token)}`;
    if (this.now() - (this.counted.get(guess) ?? Number.NEGATIVE_INFINITY) < this.spanMs) return;
    remember(this.counted, guess, this.now());
    const limits = [this.here, ...(this.everywhere ? [this.everywhere] : [])];
    await Promise.all(
      limits.map((limit) =>
        limit.take(visitor).then(
          (wait) => void (wait !== null && remember(this.blocked, visitor, this.now() + wait * 1000)),
          () => undefined, // it is counted in this process at least
        ),
      ),
    );
  }

  /** Sequential per visitor. */
  inTurn(visitor: string, work: () => Promise<void>): Promise<void> {
    return this.queues.run(visitor, work);
  }

  know(token: string): void {
    remember(this.known, digest(token), this.now());
  }

  isKnown(token: string): boolean {
    return this.known.has(digest(token));
  }
}

function remember(map: Map<string, number>, key: string, value: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= MOST_REMEMBERED) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
