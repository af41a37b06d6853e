/** What the use cases of a match need from outside; made once a process, in `server.ts` and the command line. */
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

/** Who pays for a match's agents besides their own budgets. */
export interface Budget {
  /** On whose account their calls go. */
  tournament: string;
  /** Why nothing more is paid for, so that their fallbacks play; null: it is. */
  empty: string | null;
}

export interface Services {
  store: EventStore;
  audience: Audience;
  /** Models and remote programs that can be seated; without it policies of the house alone can. */
  agents?: AgentService;
  log: Log;
  /**
   * Judge mode `llm`: asked before a pitch round closes, on the account of that match and tournament; never throws, and silence is a
   * `fallback`. Answers within `limitMs`, and within its own limit. Absent: the rule judge decides.
   */
  hearPitches?(hearing: Hearing, account?: Pick<Account, 'match' | 'tournament'>, limitMs?: number): Promise<Judgement>;
  /** Asked before an agent is; absent: nobody but the agent's own budget sets a limit. */
  budget?(): Promise<Budget>;
  /** The digest of the weights that were agreed on for a seat; null: none were. Compared with each answer of a rated match. */
  pinned?(seat: string): string | null;
  /** This process, unique: owner of leases, sender of notices. */
  processId: string;
  /** Milliseconds since 1970 that never jump (`lib/time/steady-clock`); the only clock the use cases read. */
  now(): number;
  /** A holder of a match that is not heard of for so long has died. Shorter in tests. */
  leaseMs?: number;
}
