/** A counter that wakes a sleeper. Listeners remember the count, so that a signal between two checks is not missed. */
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

  /** Sleeps `ms`, or until the count exceeds `heard`. Only one sleeper at a time. */
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
