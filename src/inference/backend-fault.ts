/** A backend's fault with what the gateway must know to go on: whether the same backend is worth asking again, and what was spent. */
import { type Attempt, ChatFault, type ChatFaultCode, type TokenCount } from './chat-model';

export interface FaultFacts {
  /** A second try at the same backend may go better. */
  again?: boolean;
  /** Milliseconds that the backend asks to be left alone. */
  afterMs?: number | null;
  /** Tokens that were used up although nothing came of it. */
  spent?: TokenCount | null;
  /** It says that the backend is away, and nothing about a model of it; left out: `unreachable` and `overloaded` do. */
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

/** Whatever was thrown, as a fault. What is no `ChatFault` is an error of the backend's code; its text may hold anything and stays out. */
export function asFault(thrown: unknown): BackendFault {
  if (thrown instanceof BackendFault) return thrown;
  if (thrown instanceof ChatFault) return new BackendFault(thrown.code, thrown.message, { attempts: thrown.attempts });
  const kind = thrown instanceof Error ? thrown.name : typeof thrown;
  return new BackendFault('bad_reply', `The backend failed in a way it should not (${kind}).`);
}
