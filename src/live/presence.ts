/** Which seat holders are connected to this process. Reloading a page does not count as leaving. */

/** After a holder's last connection closes, the time to reconnect before the seat counts as empty. */
const GRACE_MS = 3_000;

export interface PresenceOptions {
  /** Stores it for all processes. */
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

  /** When the process ends, removes the presences that it recorded. */
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

  /** Writes in order, so that the last call determines the stored value. */
  private say({ matchId, seat }: Count, isHere: boolean): void {
    this.queue = this.queue.then(() => this.options.set(matchId, seat, isHere)).catch(this.options.onFault);
  }
}

function keyOf(matchId: string, seat: string): string {
  return `${matchId} ${seat}`;
}
