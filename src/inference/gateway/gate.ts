import type { ChatModel } from '../chat-model';
import type { Circuits } from './circuits';

/** A backend with its circuit breakers. */
export interface Gate {
  model: ChatModel;
  circuits: Circuits;
  /** Another Mandi with its own gateway. Errors of its backends do not count against it. */
  isServer?: boolean;
  /** Its counts are used as reported: another Mandi has already checked them, and a null model reports none. */
  isTrusted: boolean;
}

/** Gates in the order they are tried, computed when the stage is reached. */
export type Stage = () => readonly Gate[];

export interface RetryOptions {
  /** Retries at the same backend after temporary errors. */
  times?: number;
  /** Delay before the first retry; doubled each time, and shortened randomly by up to a half. */
  baseMs?: number;
  mostMs?: number;
}
