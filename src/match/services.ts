/** The dependencies of a match's use cases; created once per process, in `server.ts` and in commands. */
import type { Hearing, Judgement } from '~/contract/game';
import type { Account } from '~/inference/chat-model';
import type { Audience } from '~/live/audience';
import type { EventStore } from '~/store/event-store';
import type { AgentService } from './agent-service';

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A budget for a match's agents, in addition to their own. */
export interface Budget {
  /** The account that is charged. */
  tournament: string;
  /** Why the budget is exhausted, so that fallbacks play; null if it is not. */
  empty: string | null;
}

export interface Services {
  store: EventStore;
  audience: Audience;
  /** Models and remote programs. Absent: only built-in policies can play. */
  agents?: AgentService;
  log: Log;
  /**
   * Judge mode `llm`: called before a pitch round closes, charged to that match and tournament. Never throws; a missing answer is a
   * `fallback`.
   * Respects `limitMs` and its own limit. Absent: the rule judge decides.
   */
  hearPitches?(hearing: Hearing, account?: Pick<Account, 'match' | 'tournament'>, limitMs?: number): Promise<Judgement>;
  /** Called before each agent turn. Absent: only the agent's own budget applies. */
  budget?(): Promise<Budget>;
  /** Digest of the weights pinned for a seat; null if none. Compared with each answer in a rated match. */
  pinned?(seat: string): string | null;
  /** Unique id of this process; owns leases and sends notices. */
  processId: string;
  /** Milliseconds since 1970, never jumping (`lib/time/steady-clock`). The only clock that use cases read. */
  now(): number;
  /** Lease duration; shorter in tests. */
  leaseMs?: number;
}
