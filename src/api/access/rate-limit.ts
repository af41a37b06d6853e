/** Limits per caller and time window, counted in this process or together by all web processes on one database. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { SharedCounts } from '~/store/shared-counts';
import { Refusal } from '../errors';

export interface RateLimit {
  /** Counts one call. null if allowed, otherwise the seconds to wait. */
  take(caller: string): Promise<number | null>;
}

export interface SharedLimit {
  name: string;
  counts: SharedCounts;
}

/** A fixed window per caller: `most` per `spanMs`. `shared`: counted in the database, or in this process while it is unavailable. */
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

/**
 * Runs expensive work of strangers, which blocks this thread for milliseconds, one at a time per visitor, so that nobody delays all others.
 */
export class CostlyTurns {
  /** Waiting calls by visitor, while one of theirs runs. */
  private readonly lines = new Map<string, Set<() => void>>();
  private readonly mostWaiting: number;

  constructor(mostWaiting: number) {
    this.mostWaiting = mostWaiting;
  }

  /** Calls of one batch also wait for each other. Work whose caller has left (`signal`) is skipped. */
  async inTurn<T>(visitor: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const line = this.lines.get(visitor);
    if (line) await this.wait(line);
    else this.lines.set(visitor, new Set());
    try {
      if (signal?.aborted) throw new Refusal('unavailable', 'This request was cancelled before its turn came.');
      return await work();
    } finally {
      setImmediate(() => this.next(visitor)); // lets others run in between
    }
  }

  private wait(line: Set<() => void>): Promise<void> {
    if (line.size >= this.mostWaiting) throw new Refusal('too_many_requests', 'Too many requests: try again in 1 s.', 1);
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

/** How much long-running work strangers may use. */
export interface LongTurnsSettings {
  /** Concurrent work over all visitors; each visitor has at most one. */
  atOnce: number;
  /** Waiting work of one visitor. */
  mostWaiting: number;
  /** Waiting work of all visitors. */
  mostWaitingInAll: number;
  /** Message if the visitor's queue is full. */
  whenShareIsTaken: string;
  /** Message if the queue of all visitors is full. */
  whenFull: string;
}

interface LongAsk {
  visitor: string;
  /** Key: requests with the same key have the same answer. */
  what: string;
  signal?: AbortSignal | undefined;
}

interface LongWish<Answer> {
  answer: Promise<Answer>;
  begin: () => void;
  giveUp: () => void;
  /** One per waiting caller. */
  signals: (AbortSignal | undefined)[];
}

/**
 * Runs strangers' work that takes seconds on a thread: one at a time per visitor, alternating between visitors, however much one of them
 * asks.
 */
export class LongTurns<Answer> {
  private readonly settings: LongTurnsSettings;
  /** Waiting work by visitor and key. The visitor whose turn is next comes first. */
  private readonly lines = new Map<string, Map<string, LongWish<Answer>>>();
  private readonly busy = new Set<string>();

  constructor(settings: LongTurnsSettings) {
    this.settings = settings;
  }

  /** Repeated requests for the same key share one place. Work whose callers have all left (`signal`) is skipped. */
  async inTurn({ visitor, what, signal }: LongAsk, work: () => Promise<Answer>): Promise<Answer> {
    this.clear();
    const line = this.lines.get(visitor) ?? new Map<string, LongWish<Answer>>();
    const same = line.get(what);
    if (same) {
      same.signals.push(signal);
      return same.answer;
    }
    if (!this.hasRoom() || this.busy.has(visitor)) this.refuseBeyond(line.size);
    const wish = wishFor(work, signal);
    this.lines.set(visitor, line.set(what, wish));
    this.begin();
    return wish.answer;
  }

  private refuseBeyond(waiting: number): void {
    const { mostWaiting, mostWaitingInAll, whenFull, whenShareIsTaken } = this.settings;
    if (waiting >= mostWaiting) throw new Refusal('too_many_requests', whenShareIsTaken, 10);
    const all = [...this.lines.values()].reduce((sum, line) => sum + line.size, 0);
    if (all >= mostWaitingInAll) throw new Refusal('unavailable', whenFull);
  }

  private hasRoom(): boolean {
    return this.busy.size < this.settings.atOnce;
  }

  /** Removes work that nobody waits for. */
  private clear(): void {
    for (const [visitor, line] of this.lines) {
      for (const [what, { signals, giveUp }] of line) {
        if (!signals.every((signal) => signal?.aborted)) continue;
        line.delete(what);
        giveUp();
      }
      if (line.size === 0) this.lines.delete(visitor);
    }
  }

  private begin(): void {
    this.clear();
    for (const [visitor, line] of this.lines) {
      if (!this.hasRoom()) return;
      const [first] = line;
      if (!first || this.busy.has(visitor)) continue;
      const [what, wish] = first;
      line.delete(what);
      this.lines.delete(visitor);
      if (line.size > 0) this.lines.set(visitor, line); // behind all others
      this.busy.add(visitor);
      const end = () => {
        this.busy.delete(visitor);
        this.begin();
      };
      wish.answer.then(end, end);
      wish.begin();
    }
  }
}

function wishFor<Answer>(work: () => Promise<Answer>, signal: AbortSignal | undefined): LongWish<Answer> {
  let [begin, giveUp] = [() => {}, () => {}];
  const turn = new Promise<void>((resolve, reject) => {
    begin = resolve;
    giveUp = () => reject(new Refusal('unavailable', 'This request was cancelled before its turn came.'));
  });
  return { answer: turn.then(work), begin, giveUp, signals: [signal] };
}
