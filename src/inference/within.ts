/** A time limit that applies whatever the work does. */
import { BackendFault } from './backend-fault';

export interface Limits {
  ms: number;
  signal?: AbortSignal | undefined;
  /** The error's message after the time is up. */
  late(): string;
}

/**
 * Runs `work` with a signal that fires when the time is up or the caller aborts. Does not wait for `work` to react: throws immediately and
 * ignores its later result.
 */
export function within<T>(limits: Limits, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { ms, signal: outer, late } = limits;
  return new Promise<T>((resolve, reject) => {
    const inner = new AbortController();
    const giveUp = () => end(new BackendFault('aborted', 'The caller gave up.'));
    const timer = setTimeout(() => end(new BackendFault('timeout', late())), Math.max(0, ms));
    function settle(): void {
      clearTimeout(timer);
      outer?.removeEventListener('abort', giveUp);
    }
    function end(fault: BackendFault): void {
      settle();
      reject(fault);
      inner.abort(fault);
    }
    if (outer?.aborted) {
      giveUp();
      return;
    }
    outer?.addEventListener('abort', giveUp, { once: true });
    work(inner.signal).then(resolve, reject).finally(settle);
  });
}
