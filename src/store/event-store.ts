/**
 * Where matches and their events live. Two implementations keep the same promises (one contract test runs on both):
 * `postgres-event-store.ts` (embedded or server) and `memory-event-store.ts` (for programs that need no database).
 */
import type { GameEvent } from '~/games/game';
import type { MatchStatus, SeatCard, Visibility } from './match-words';

/** A match as it is stored. Nothing here may be sent out as it is: see `match/match-card.ts`. */
export interface MatchRecord {
  id: string;
  game: string;
  ruleset: string;
  rulesetVersion: number;
  task: string;
  seed: number;
  judgeMode: string;
  /** The parsed configuration that `Game.open` was given. */
  config: unknown;
  seats: SeatCard[];
  visibility: Visibility;
  /** Seconds a round. */
  pace: number;
  status: MatchStatus;
  /** Sequence number of the newest event; 0 before the opening. */
  head: number;
  round: number;
  rounds: number;
  scores: Record<string, number | null> | null;
  showcase: boolean;
  fault: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

export type NewMatch = Omit<MatchRecord, 'status' | 'head' | 'round' | 'scores' | 'fault' | 'createdAt' | 'finishedAt'>;

/** One event with its place. `json` is the very text that is stored; `event` is that text parsed. */
export interface StoredEvent<Event extends GameEvent = GameEvent> {
  seq: number;
  json: string;
  event: Event;
  recordedAt: Date;
}

/**
 * The right to run a match: only its holder may append. `token` grows with every new holder (fencing), so that a process which
 * slept through its lease and wakes up is refused (`lease_lost`) though nobody told it.
 */
export interface Lease {
  matchId: string;
  owner: string;
  token: number;
  until: Date;
}

/** What an append also changes on the match, in the same transaction. */
export interface MatchProgress {
  round?: number;
  scores?: Record<string, number | null>;
  status?: MatchStatus;
  finishedAt?: Date;
  fault?: string;
}

/** What an append brings: events, and what they change on the match. */
export interface News {
  events: readonly GameEvent[];
  progress?: MatchProgress;
}

export type AppendAnswer =
  | { ok: true; head: number; stored: StoredEvent[] }
  | { ok: false; code: 'version_conflict' | 'lease_lost' | 'unknown_match'; head: number };

export interface MatchFilter {
  status?: MatchStatus[];
  ruleset?: string;
  task?: string;
  policy?: string;
  seed?: number;
}

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** What an operator asks of a running match; whoever holds the lease carries it out. */
export type ControlCommand = 'pause' | 'resume' | 'step' | 'abort';

export type CommandAnswer = { ok: true } | { ok: false; code: 'unknown_match' | 'match_over' | 'not_paused' };

export interface Notice {
  matchId: string;
  /** `events`: new head; `card`: status, pace and the like; `control`: a command waits. */
  kind: 'events' | 'card' | 'control';
  head: number;
  /** The process that caused it, so that it need not react to itself. */
  from: string;
}

export interface EventStore {
  /** Creates the match together with its opening events, in one transaction. */
  create(match: NewMatch, opening: readonly GameEvent[]): Promise<MatchRecord>;
  get(matchId: string): Promise<MatchRecord | null>;
  /** Newest first. */
  list(filter: MatchFilter, page: { cursor?: string | undefined; limit: number }): Promise<Page<MatchRecord>>;
  /** Events with seq > after, in order, at most `limit`. */
  read(matchId: string, after?: number, limit?: number): Promise<StoredEvent[]>;
  /** Appends at the expected head; all or nothing, durable when it answers. */
  append(lease: Lease, expectedHead: number, news: News): Promise<AppendAnswer>;

  /** Takes the lease of a match that nobody holds (or whose lease ran out); null when somebody else does. */
  acquire(matchId: string, owner: string, forMs: number): Promise<Lease | null>;
  renew(lease: Lease, forMs: number): Promise<Lease | null>;
  release(lease: Lease): Promise<void>;
  /** Matches that nobody holds and somebody should: running ones, and paused ones with commands waiting. */
  orphans(limit: number): Promise<MatchRecord[]>;

  /** Writes the command down and tells all processes. `unknown_match`, `match_over` are refusals. */
  command(matchId: string, command: ControlCommand): Promise<CommandAnswer>;
  /** For the holder: takes the commands that wait, oldest first. */
  takeCommands(lease: Lease): Promise<ControlCommand[]>;
  /** For the holder: changes that are no game event (paused, aborted). */
  update(lease: Lease, progress: MatchProgress): Promise<boolean>;

  /** Hears of every commit of every process on this database, own ones included. Returns the way to stop. */
  listen(heard: (notice: Notice) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
