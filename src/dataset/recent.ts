/** Recent matches, to skip them when a run looks again. */

/** How far back a run looks again, because a match is stored after the end time it states, by another process' clock. */
export const LATE_MS = 20_000;

export class RecentMatches {
  readonly #ended = new Map<string, number>();
  #latest = 0;

  has(id: string): boolean {
    return this.#ended.has(id);
  }

  /** Forgets matches that ended long before the latest, except those whose world was sealed. */
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
