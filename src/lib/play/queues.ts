/** Work by key: for one key one after the other, for different keys at the same time. A failure is the caller's own, and holds up nobody. */
export class Queues {
  /** The end of each key's line; a key without work has none. */
  private readonly last = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.last.get(key) ?? Promise.resolve()).then(work);
    const settled: Promise<void> = turn
      .catch(() => undefined)
      .then(() => {
        if (this.last.get(key) === settled) this.last.delete(key);
      });
    this.last.set(key, settled);
    return turn;
  }
}
