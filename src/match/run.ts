import type { WakeSignal } from './wake-signal';

/**
 * How a run ended: the match is over; it is paused and nobody steps it; the process stops; another process has it; it failed by its
 * own fault; there is none.
 */
export type RunEnd = 'over' | 'paused' | 'stopped' | 'taken' | 'failed' | 'unknown';

export interface Run {
  /** A command waits, or the like: look now. */
  wake: WakeSignal;
  /** Aborted: leave the match, as it stands, to the next process. */
  signal: AbortSignal;
  /** Nobody follows it: rounds of policies that come one after the other are stored together. */
  inHaste?: boolean;
}
