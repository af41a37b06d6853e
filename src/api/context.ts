/** What a procedure is given: the process's services and what is known of the caller. */
import type { EvalReport } from '~/eval/report';
import type { MatchFeeds } from '~/live/match-feed';
import type { Services } from '~/match/services';
import type { RateLimit } from './rate-limit';

/** Made once a process, by `server.ts`. */
export interface Desk {
  services: Services;
  feeds: MatchFeeds;
  access: Access;
  /** Plays a match's scripted seats in this process, until it ends or another process takes over. */
  run(matchId: string): void;
  benchmark: BenchmarkDesk;
  creations: RateLimit;
  unlocks: RateLimit;
  database: 'embedded' | 'server';
  version: string;
}

/** Who may do what on this address. */
export interface Access {
  /** Only this machine reaches the server: everybody who does is its operator. */
  loopback: boolean;
  isToken(candidate: string): boolean;
}

export const RUN_STATUSES = ['running', 'finished', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export interface BenchmarkProgress {
  /** Episodes. */
  done: number;
  total: number;
  status: RunStatus;
  reports: EvalReport[] | null;
  /** A sentence, when it failed. */
  fault: string | null;
}

/** Recomputes a ruleset's benchmark beside the match loop, one run at a time. */
export interface BenchmarkDesk {
  latest(ruleset: string): Promise<EvalReport[]>;
  /** The run's id; a ruleset that is being computed answers with the run that goes on. */
  recompute(ruleset: string): string;
  progress(runId: string): BenchmarkProgress | null;
}

export interface Caller {
  /** For rate limits. */
  address: string;
  isOperator: boolean;
}

export interface Context {
  desk: Desk;
  caller: Caller;
  /** Adds a header to the answer (the operator's cookie). */
  setCookie(cookie: string): void;
}
