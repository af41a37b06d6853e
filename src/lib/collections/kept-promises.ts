/** Keeps what takes long to compute, for the most recently used keys. Concurrent requests for one share its computation. */
export class KeptPromises<T> {
  private readonly most: number;
  private readonly keepsFailure: (fault: unknown) => boolean;
  private readonly known = new Map<string, Promise<T>>();

  /** Failures are not kept, but for those that `keepsFailure` names. */
  constructor(most: number, keepsFailure: (fault: unknown) => boolean = () => false) {
    this.most = most;
    this.keepsFailure = keepsFailure;
  }

  /** What is kept or being computed. */
  begun(key: string): Promise<T> | undefined {
    return this.known.get(key);
  }

  of(key: string, compute: () => Promise<T>): Promise<T> {
    const before = this.known.get(key);
    const asked = before ?? compute();
    this.known.delete(key);
    this.known.set(key, asked);
    if (before === undefined) asked.catch((fault: unknown) => this.keepsFailure(fault) || this.known.delete(key));
    for (const oldest of this.known.keys()) {
      if (this.known.size <= this.most) break;
      this.known.delete(oldest);
    }
    return asked;
  }
}
