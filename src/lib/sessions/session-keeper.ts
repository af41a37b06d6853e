/** Where what was played in OpenEnv sessions over HTTP is kept. The store keeps it, the endpoint plays it. */

export interface KeptCall {
  kind: 'reset' | 'step';
  /** As it came in. */
  sent: unknown;
  /** SHA-256 of what it led to: whoever plays it again sees whether it is the same. */
  seen: string;
}

export interface SessionKeeper {
  /** There is such a session, and nothing has been played in it, or not any more. */
  clear(id: string): Promise<void>;
  /** Calls are numbered from 1. False: another process has gone on with this session. */
  note(id: string, place: number, call: KeptCall): Promise<boolean>;
  /** In order; null: there is no such session. */
  load(id: string): Promise<KeptCall[] | null>;
  remove(id: string): Promise<void>;
}
