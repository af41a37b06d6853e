/** What the operator sees of a database and its processes: only counts, sizes and times, nothing about single matches. */
import type { TurnCount } from '~/lib/play/turn-tally';
import type { ArchiveState } from '../archive/archive-state';

/** A web process, as it reports itself every few seconds. */
export interface WebProcess {
  id: string;
  host: string;
  pid: number;
  version: string;
  memoryBytes: number;
  sockets: number;
  /** Number of matches that it runs. */
  matches: number;
  watchers: number;
}

export interface LivingWebProcess extends WebProcess {
  /** ISO. */
  since: string;
  /** It hosts exports, sessions and inference workers for all processes. */
  isHub: boolean;
}

/** A process that plays matches of tournaments. */
export interface LivingMatchWorker {
  id: string;
  slots: number;
  code: string | null;
  since: string;
  /** Number of matches that it is playing. */
  playing: number;
}

export interface JobCount {
  /** `quick` and `slow`: one match per job; `batches`: scripted matches that are claimed many together. */
  queue: 'quick' | 'slow' | 'batches';
  waiting: number;
  running: number;
}

/** Counts over the whole database, fast enough for every scrape. */
export interface DatabaseCounts {
  bytes: number;
  matches: readonly { status: string; count: number }[];
  tournaments: readonly { status: string; count: number }[];
  jobs: readonly JobCount[];
  turns: readonly TurnCount[];
  webProcesses: readonly LivingWebProcess[];
  matchWorkers: readonly LivingMatchWorker[];
  archive: ArchiveState;
}

export interface TableSize {
  name: string;
  /** Including indexes and TOAST tables. */
  bytes: number;
  /** The planner's estimate. */
  rows: number;
}

export interface SlowQuery {
  /** Without parameter values, from pg_stat_statements. */
  text: string;
  calls: number;
  /** Milliseconds. */
  mean: number;
  total: number;
}

export interface FailingAgent {
  /** `name@version` */
  agent: string;
  /** Number of its latest turns considered. */
  turns: number;
  fallbacks: number;
  /** Why the last fallback played, without names of keys; null if unknown. */
  why: string | null;
  /** ISO time of its latest turn. */
  at: string;
}

export interface DatabaseDetails {
  version: string;
  tables: readonly TableSize[];
  /** null: see `whyNoQueries`. */
  queries: readonly SlowQuery[] | null;
  whyNoQueries: string | null;
  failing: readonly FailingAgent[];
}

export interface PoolUse {
  busy: number;
  idle: number;
  /** Queries waiting for a connection. */
  waiting: number;
  most: number;
}

export interface OperationsStore {
  /** Records that a web process is alive, and removes those that have been silent for a while. */
  sign(process: WebProcess): Promise<void>;
  leave(id: string): Promise<void>;
  /** Adds a process's counts. */
  addTurns(counts: readonly TurnCount[]): Promise<void>;
  counts(): Promise<DatabaseCounts>;
  details(): Promise<DatabaseDetails>;
  pool(): PoolUse;
}
