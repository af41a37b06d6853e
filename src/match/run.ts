import type { WakeSignal } from './wake-signal';

/**
 * How a run ended: the match is over; it is paused and nobody steps it; the process is stopping; another process has it; it failed because
 * of an error; there is no such match.
 */
export type RunEnd = 'over' | 'paused' | 'stopped' | 'taken' | 'failed' | 'unknown';

export interface Run {
  /** Wakes the run to check for commands. */
  wake: WakeSignal;
  /** On abort, leaves the match as it is for the next process. */
  signal: AbortSignal;
  /** Nobody watches, so consecutive rounds of policies are stored together. */
  inHaste?: boolean;
}
