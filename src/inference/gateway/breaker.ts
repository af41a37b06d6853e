/** A circuit breaker: a backend that keeps failing is skipped for a while; then one call tests it. */

export interface BreakerOptions {
  /** Consecutive faults that open the circuit. */
  faults?: number;
  /** Milliseconds; doubled after each failed trial, up to `mostMs`. */
  openMs?: number;
  mostMs?: number;
}

const FAULTS = 3;
const OPEN_MS = 10_000;
const MOST_MS = 160_000;

export class Breaker {
  private readonly options: BreakerOptions;
  private readonly now: () => number;
  private inARow = 0;
  private openings = 0;
  private openUntil: number | null = null;
  private isTrying = false;

  constructor(options: BreakerOptions, now: () => number) {
    this.options = options;
    this.now = now;
  }

  /** Milliseconds until the next trial; null: the circuit is closed. */
  get openFor(): number | null {
    return this.openUntil === null ? null : Math.max(0, this.openUntil - this.now());
  }

  /** Requests permission to call. While the circuit is open, one caller at a time is allowed once the time is up. */
  enter(): boolean {
    if (this.openUntil === null) return true;
    if (this.isTrying || this.now() < this.openUntil) return false;
    this.isTrying = true;
    return true;
  }

  succeeded(): void {
    this.inARow = 0;
    this.openings = 0;
    this.openUntil = null;
    this.isTrying = false;
  }

  failed(): void {
    this.inARow += 1;
    if (this.isTrying || (this.openUntil === null && this.inARow >= (this.options.faults ?? FAULTS))) this.open();
    this.isTrying = false;
  }

  /** The call ended without information about the backend, because the caller aborted or the request was invalid. */
  left(): void {
    this.isTrying = false;
  }

  private open(): void {
    const ms = Math.min((this.options.openMs ?? OPEN_MS) * 2 ** this.openings, this.options.mostMs ?? MOST_MS);
    this.openUntil = this.now() + ms;
    this.openings += 1;
  }
}
