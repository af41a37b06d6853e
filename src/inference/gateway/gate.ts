import type { ChatModel } from '../chat-model';
import type { Circuits } from './circuits';

/** A backend with the circuits in front of it. */
export interface Gate {
  model: ChatModel;
  circuits: Circuits;
  /** A whole Mandi with a gateway of its own: what it says of its backends says nothing against itself. */
  isServer?: boolean;
  /** Its counts are taken as they are: another Mandi has bounded them, and a null model counts nothing. */
  isTrusted: boolean;
}

/** Gates in the order in which they are tried, found when their turn comes. */
export type Stage = () => readonly Gate[];

export interface RetryOptions {
  /** Further tries at the same backend, after faults that may pass. */
  times?: number;
  /** Before the first of them; doubled each time, and shortened by up to a half at random. */
  baseMs?: number;
  mostMs?: number;
}
