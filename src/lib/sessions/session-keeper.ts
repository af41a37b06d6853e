/** Storage for OpenEnv sessions over HTTP. The store implements it; the endpoint replays from it. */

export interface KeptCall {
  kind: 'reset' | 'step';
  /** The request as received. */
  sent: unknown;
  /** SHA-256 of the result, so that a replay can check that it reproduces it. */
  seen: string;
}

export interface SessionKeeper {
  /** Creates the session if needed and removes its calls. */
  clear(id: string): Promise<void>;
  /** Stores call number `place`, counted from 1. Returns false if another process has continued the session. */
  note(id: string, place: number, call: KeptCall): Promise<boolean>;
  /** In order; null if there is no such session. */
  load(id: string): Promise<KeptCall[] | null>;
  remove(id: string): Promise<void>;
}
