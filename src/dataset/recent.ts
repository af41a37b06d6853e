/** The matches of the last moments, which a second look at those that ended would find again. */

/** A match is stored some time after the moment at which it says it ended, and by another process' clock: so far back a run looks again. */
export const LATE_MS = 20_000;

export class RecentMatches {
  readonly #ended = new Map<string, number>();
  #latest = 0;

  has(id: string): boolean {
    return this.#ended.has(id);
  }

  /** Forgets what ended long before the latest: no second look goes so far back, but for matches whose world was sealed. */
  add(id: string, at: number): void {
    if (at < this.#latest - 2 * LATE_MS) return;
    this.#latest = Math.max(this.#latest, at);
    this.#ended.set(id, at);
    for (const [one, ended] of this.#ended) {
      if (ended >= this.#latest - 2 * LATE_MS) break;
      this.#ended.delete(one);
    }
  }

  copy(): RecentMatches {
    const copy = new RecentMatches();
    for (const [id, at] of this.#ended) copy.add(id, at);
    return copy;
  }
}
