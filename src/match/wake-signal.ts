/** A bell. Whoever listens remembers how often it had rung, so that a ring between two looks is never missed. */
export class WakeSignal {
  private count = 0;
  private stir: (() => void) | null = null;

  get rings(): number {
    return this.count;
  }

  ring(): void {
    this.count += 1;
    this.stir?.();
  }

  /** Sleeps `ms`, or until it has rung more often than `heard` times. One sleeper at a time. */
  sleep(ms: number, heard: number): Promise<void> {
    if (this.count > heard) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.stir?.(), ms);
      this.stir = () => {
        clearTimeout(timer);
        this.stir = null;
        resolve();
      };
    });
  }
}
