/** Which seats have their holder connected to this process. A page that is loaded again is no departure. */

/** After the last connection of a holder is gone, a new one may come for so long before the seat counts as empty. */
const GRACE_MS = 3_000;

export interface PresenceOptions {
  /** Writes it down for all processes. */
  set(matchId: string, seat: string, isHere: boolean): Promise<void>;
  onFault(fault: unknown): void;
  graceMs?: number;
}

interface Count {
  matchId: string;
  seat: string;
  sockets: number;
  leaving: NodeJS.Timeout | null;
}

export class Presence {
  private readonly options: PresenceOptions;
  private readonly counts = new Map<string, Count>();
  private queue: Promise<void> = Promise.resolve();

  constructor(options: PresenceOptions) {
    this.options = options;
  }

  come(matchId: string, seat: string): void {
    const key = keyOf(matchId, seat);
    const count = this.counts.get(key) ?? { matchId, seat, sockets: 0, leaving: null };
    const isNew = !this.counts.has(key);
    if (count.leaving) clearTimeout(count.leaving);
    count.leaving = null;
    count.sockets += 1;
    this.counts.set(key, count);
    if (isNew) this.say(count, true);
  }

  go(matchId: string, seat: string): void {
    const count = this.counts.get(keyOf(matchId, seat));
    if (!count) return;
    count.sockets -= 1;
    if (count.sockets > 0) return;
    count.leaving = setTimeout(() => this.forget(count), this.options.graceMs ?? GRACE_MS);
  }

  /** The process ends: whoever was here is here no longer, as far as this process knows. */
  async close(): Promise<void> {
    for (const count of this.counts.values()) {
      if (count.leaving) clearTimeout(count.leaving);
      this.forget(count);
    }
    await this.queue;
  }

  private forget(count: Count): void {
    this.counts.delete(keyOf(count.matchId, count.seat));
    this.say(count, false);
  }

  /** In order, so that the last word is the last written. */
  private say({ matchId, seat }: Count, isHere: boolean): void {
    this.queue = this.queue.then(() => this.options.set(matchId, seat, isHere)).catch(this.options.onFault);
  }
}

function keyOf(matchId: string, seat: string): string {
  return `${matchId} ${seat}`;
}
