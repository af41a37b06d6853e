import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 100;
/** More models than a server has; the oldest is forgotten. */
const MOST_KNOWN = 1_000;

/**
 * Waits for models that nobody serves at the moment: a worker or a web process that ended is usually back within seconds. One wait for
 * each absence, so that an agent whose model stays away does not lose time in every turn.
 */
export class Absences {
  /** By what is asked for: null while it is served, otherwise the wait of this absence. */
  private readonly known = new Map<string, Promise<void> | null>();

  served(name: string): void {
    if (this.known.get(name) === null) return;
    this.remember(name, null);
  }

  /** It was served before, or a call has waited for it: it may come. */
  isKnown(name: string): boolean {
    return this.known.has(name);
  }

  /**
   * Resolves once `isServed`, after `ms`, or when `signal` aborts. Calls of one absence share its wait, each for its own `ms` at most;
   * after it, they do not wait.
   */
  wait(name: string, { isServed, ms, signal }: AbsenceWait): Promise<void> {
    const running = this.known.get(name) ?? untilTrue(isServed, ms);
    this.remember(name, running);
    const ends = AbortSignal.any([AbortSignal.timeout(Math.ceil(ms)), ...(signal ? [signal] : [])]);
    return Promise.race([running, new Promise<void>((resolve) => ends.addEventListener('abort', () => resolve(), { once: true }))]);
  }

  private remember(name: string, wait: Promise<void> | null): void {
    this.known.delete(name);
    const [oldest] = this.known.keys();
    if (this.known.size >= MOST_KNOWN && oldest !== undefined) this.known.delete(oldest);
    this.known.set(name, wait);
  }
}

interface AbsenceWait {
  isServed(): boolean;
  ms: number;
  signal: AbortSignal | undefined;
}

async function untilTrue(holds: () => boolean, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (!holds() && performance.now() < end) await pause(LOOK_EVERY_MS);
}
