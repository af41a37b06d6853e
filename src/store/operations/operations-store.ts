/** What the operator sees of a database and of the processes on it. Nothing here is of a match: counts, sizes and times alone. */
import type { TurnCount } from '~/lib/play/turn-tally';
import type { ArchiveState } from '../archive/archive-state';

/** A web process, as it says of itself every few seconds. */
export interface WebProcess {
  id: string;
  host: string;
  pid: number;
  version: string;
  memoryBytes: number;
  sockets: number;
  /** Matches that it runs. */
  matches: number;
}

export interface LivingWebProcess extends WebProcess {
  /** ISO. */
  since: string;
  /** It keeps exports, sessions and inference workers for all. */
  isHub: boolean;
  watchers: number;
}

/** A process that plays matches of tournaments. */
export interface LivingMatchWorker {
  id: string;
  slots: number;
  code: string | null;
  since: string;
  /** Matches that it has in hand. */
  playing: number;
}

export interface JobCount {
  /** `quick` and `slow`: jobs of one match each; `batches`: matches of scripts, taken many at once. */
  queue: 'quick' | 'slow' | 'batches';
  waiting: number;
  running: number;
}

/** Counts over the whole database, cheap enough for every scrape. */
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
  /** With its indexes and what is stored apart. */
  bytes: number;
  /** As the planner estimates it. */
  rows: number;
}

export interface SlowQuery {
  /** Without its values, as pg_stat_statements keeps it. */
  text: string;
  calls: number;
  /** Milliseconds. */
  mean: number;
  total: number;
}

export interface FailingAgent {
  /** `name@version` */
  agent: string;
  /** Of its last turns. */
  turns: number;
  fallbacks: number;
  /** Why the last fallback played, without the names of keys; null: it is not said. */
  why: string | null;
  /** ISO, of its last turn. */
  at: string;
}

export interface DatabaseDetails {
  version: string;
  tables: readonly TableSize[];
  /** null: `whyNoQueries` says why there are none. */
  queries: readonly SlowQuery[] | null;
  whyNoQueries: string | null;
  failing: readonly FailingAgent[];
}

export interface PoolUse {
  busy: number;
  idle: number;
  /** Queries that wait for a connection. */
  waiting: number;
  most: number;
}

export interface OperationsStore {
  /** Says that a web process lives, and forgets those that have not said so for a while. */
  sign(process: WebProcess): Promise<void>;
  leave(id: string): Promise<void>;
  /** Adds what a process has counted. */
  addTurns(counts: readonly TurnCount[]): Promise<void>;
  counts(): Promise<DatabaseCounts>;
  details(): Promise<DatabaseDetails>;
  pool(): PoolUse;
}
