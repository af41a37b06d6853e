/** The time limit of a turn. Every wait ends with it, or when the caller aborts. */

/** Maximum delay of a timer: 31 bits of milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The turn's time is over, or the caller aborted. */
export class TimeUp extends Error {
  override readonly name = 'TimeUp';
}

export class TurnClock {
  private readonly began = performance.now();
  private readonly timeMs: number;
  private readonly signal: AbortSignal | undefined;

  constructor(timeMs: number, signal?: AbortSignal) {
    this.timeMs = Math.max(0, timeMs);
    this.signal = signal;
  }

  elapsed(): number {
    return Math.round(performance.now() - this.began);
  }

  left(): number {
    return Math.max(0, Math.floor(this.timeMs - (performance.now() - this.began)));
  }

  isCalledOff(): boolean {
    return this.signal?.aborted === true;
  }

  /** The result of the work, or `TimeUp` when its time is over. The work receives a signal, and its late result is ignored. */
  async within<T>(work: (signal: AbortSignal) => Promise<T>, mostMs = Number.POSITIVE_INFINITY): Promise<T> {
    const time = Math.min(this.left(), mostMs);
    if (this.signal?.aborted) throw new TimeUp('The turn was cancelled.');
    if (time <= 0) throw new TimeUp('The turn ran out of time.');
    const stop = new AbortController();
    return new Promise<T>((resolve, reject) => {
      const end = (why: string) => {
        settle();
        reject(new TimeUp(why));
        stop.abort();
      };
      const callOff = () => end('The turn was cancelled.');
      const timer = setTimeout(() => end('The turn ran out of time.'), Math.min(time, LONGEST_TIMER));
      const settle = () => {
        clearTimeout(timer);
        this.signal?.removeEventListener('abort', callOff);
      };
      this.signal?.addEventListener('abort', callOff, { once: true });
      work(stop.signal).then(resolve, reject).finally(settle);
    });
  }
}
