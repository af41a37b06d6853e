/** A backend's error with what the gateway needs to continue: whether to retry the same backend, and what was used. */
import { type Attempt, ChatFault, type ChatFaultCode, type TokenCount } from './chat-model';

export interface FaultFacts {
  /** A second attempt at the same backend may succeed. */
  again?: boolean;
  /** Milliseconds that the backend asks callers to wait. */
  afterMs?: number | null;
  /** Tokens used although the call failed. */
  spent?: TokenCount | null;
  /** The backend is unavailable, independent of the model. Default: true for `unreachable` and `overloaded`. */
  isAway?: boolean;
  attempts?: readonly Attempt[];
}

export class BackendFault extends ChatFault {
  readonly again: boolean;
  readonly afterMs: number | null;
  readonly spent: TokenCount | null;
  readonly isAway: boolean;

  constructor(code: ChatFaultCode, message: string, facts: FaultFacts = {}) {
    super(code, message, facts.attempts);
    this.again = facts.again ?? (code === 'unreachable' || code === 'overloaded');
    this.afterMs = facts.afterMs ?? null;
    this.spent = facts.spent ?? null;
    this.isAway = facts.isAway ?? (code === 'unreachable' || code === 'overloaded');
  }
}

/**
 * Converts any thrown value. Anything but a `ChatFault` is a bug in the backend's code; its text is dropped, because it may contain
 * anything.
 */
export function asFault(thrown: unknown): BackendFault {
  if (thrown instanceof BackendFault) return thrown;
  if (thrown instanceof ChatFault) return new BackendFault(thrown.code, thrown.message, { attempts: thrown.attempts });
  const kind = thrown instanceof Error ? thrown.name : typeof thrown;
  return new BackendFault('bad_reply', `The backend failed unexpectedly (${kind}).`);
}
