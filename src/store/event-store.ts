/**
 * Stores matches and their events. Two implementations behave the same (one contract test runs on both): `postgres-event-store.ts`
 * (embedded or external server) and `memory-event-store.ts` (for programs without a database).
 */

import type { GameEvent } from '~/contract/game';
import type { GameKey } from '~/contract/game-ref';
import type { AgentStore, AgentTurn } from './agent-store';
import type { JudgeStore } from './judge-store';
import type { MatchRecord, MissedTurn, NewMatch, TurnClock } from './match-record';
import type { MatchStatus } from './match-types';
import type { OwnerStore } from './owners/owner-store';
import type { SessionBook } from './peers/session-book';
import type { ScoringStore } from './scoring/scoring-store';
import type { SeasonStore } from './seasons/season-store';
import type { SeriesStore } from './series/series-store';
import type { SharedCounts } from './shared-counts';
import type { TableStore, TurnAnswer } from './table-store';
import type { TournamentStore } from './tournaments/tournament-store';

export type { MatchRecord, MissedTurn, NewMatch, Origin, SeasonWorld, TurnClock } from './match-record';

/** One event with its number. `json` is the stored text; `event` is that text parsed. */
export interface StoredEvent<Event extends GameEvent = GameEvent> {
  seq: number;
  json: string;
  event: Event;
  recordedAt: Date;
}

/**
 * The right to run a match: only its holder may append. `token` increases with every new holder (fencing), so that a process which was
 * suspended past its lease's end is refused (`lease_lost`).
 */
export interface Lease {
  matchId: string;
  owner: string;
  token: number;
  until: Date;
  /** For how long nobody held the match before this lease. Absent: the match is new. */
  idleMs?: number;
}

/** What an append also changes on the match, in the same transaction. */
export interface MatchProgress {
  round?: number;
  turn?: number;
  scores?: Record<string, number | null>;
  status?: MatchStatus;
  finishedAt?: Date;
  /** Setting it makes the match unrated. */
  fault?: string;
  clock?: TurnClock;
  missed?: MissedTurn;
}

/** What an append contains: events, changes of the match, answers to submitted turns, and agents' turns. */
export interface News {
  events: readonly GameEvent[];
  progress?: MatchProgress;
  answers?: readonly TurnAnswer[];
  /** What agents did for these events. A turn replaces an earlier one of the same seat and turn number. */
  turns?: readonly AgentTurn[];
}

export type AppendAnswer =
  | { ok: true; head: number; stored: StoredEvent[] }
  | { ok: false; code: 'version_conflict' | 'lease_lost' | 'unknown_match'; head: number };

export interface MatchFilter {
  /** Prefix of the id. */
  begins?: string;
  /** Default: private matches are included. */
  isPrivate?: boolean;
  status?: MatchStatus[];
  game?: GameKey;
  /** Version of the game's rules. */
  version?: number;
  task?: string;
  policy?: string;
  /** With a person at the table. */
  people?: true;
  seed?: number;
}

/** Position of a match in the order in which matches ended. */
export interface EndPlace {
  finishedAt: Date;
  id: string;
}

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** What an operator requests of a running match. The lease's holder carries it out. */
export type ControlCommand = 'pause' | 'resume' | 'step' | 'abort';

/** A host's additional requests: seconds on the clock, or a shock (parsed by the match's game). An abort may have a reason. */
export type Order =
  | { [C in ControlCommand]: { command: C } & (C extends 'abort' ? { why?: string } : object) }[ControlCommand]
  | { command: 'extend'; seconds: number }
  | { command: 'shock'; request: unknown };

/** A waiting order. An order to pause, resume or abort stays until `update` confirms it, because a step may follow it immediately. */
export type TakenOrder = Order & { id: string };

export type CommandAnswer = { ok: true } | { ok: false; code: 'unknown_match' | 'match_over' | 'not_paused' | 'not_started' };

export const NOTICE_KINDS = ['events', 'card', 'control', 'turn', 'answer', 'tournament', 'season'] as const;

export interface Notice {
  matchId: string;
  /**
   * `events`: new head; `card`: status, seats, clock and so on; `control`: a command is waiting; `turn`: a turn was submitted; `answer`: a
   * submitted turn was answered; `tournament`: `matchId` is the id of a tournament that changed; `season`: `matchId` is the id of a closed
   * season.
   */
  kind: (typeof NOTICE_KINDS)[number];
  head: number;
  /** The process that caused it, which ignores its own notices. */
  from: string;
}

export interface EventStore {
  /** Seats, tokens, turns and logs of the same matches. */
  readonly tables: TableStore;
  readonly seasons: SeasonStore;
  readonly series: SeriesStore;
  readonly owners: OwnerStore;
  /** What people said about their pitches. */
  readonly judging: JudgeStore;
  /** Added agents, and every agent's turns. */
  readonly agents: AgentStore;
  readonly tournaments: TournamentStore;
  readonly scoring: ScoringStore;
  /** Counters shared by all processes on this database. */
  readonly counts: SharedCounts;
  /** Sessions of the operator's browsers. */
  readonly sessions: SessionBook;
  /** The same as of some seconds ago, from a replica: for lists and exports. Never to read what was just written. Absent: there is none. */
  readonly lately?: EventStore;

  /** Creates the match with its opening events in one transaction. */
  create(match: NewMatch, opening: readonly GameEvent[]): Promise<MatchRecord>;
  /** Like `create`, with the lease held by this process from the start. */
  createHeld(match: NewMatch, opening: readonly GameEvent[], forMs: number): Promise<{ match: MatchRecord; lease: Lease }>;
  get(matchId: string): Promise<MatchRecord | null>;
  /** Newest first. */
  list(filter: MatchFilter, page: { cursor?: string | undefined; limit: number }): Promise<Page<MatchRecord>>;
  /** Finished matches, in the order in which they ended, after that position. */
  finished(
    filter: Pick<MatchFilter, 'game' | 'version' | 'task'>,
    page: { after?: EndPlace | undefined; limit: number },
  ): Promise<MatchRecord[]>;
  /** Events with seq > after, in order, at most `limit`. */
  read(matchId: string, after?: number, limit?: number): Promise<StoredEvent[]>;
  /** Appends at the expected head, completely or not at all. Durable when it returns. */
  append(lease: Lease, expectedHead: number, news: News): Promise<AppendAnswer>;

  /** Acquires the lease of a match whose lease is free or expired; null if another process holds it. */
  acquire(matchId: string, owner: string, forMs: number): Promise<Lease | null>;
  renew(lease: Lease, forMs: number): Promise<Lease | null>;
  release(lease: Lease): Promise<void>;
  /**
   * Matches that need a holder and have none: running ones, and paused ones with waiting commands or turns. Without those of tournaments.
   */
  orphans(limit: number): Promise<MatchRecord[]>;

  /** Stores the command and notifies all processes. */
  command(matchId: string, command: ControlCommand | Order): Promise<CommandAnswer>;
  /** For the holder: takes the waiting orders, oldest first. */
  takeCommands(lease: Lease): Promise<TakenOrder[]>;
  /** For the holder: changes without a game event (paused, aborted). `done`: the order that caused it, if any. */
  update(lease: Lease, progress: MatchProgress, done?: TakenOrder): Promise<boolean>;

  /** Subscribes to the commits of all processes on this database, including this one. Returns a function that unsubscribes. */
  listen(heard: (notice: Notice) => void): Promise<() => Promise<void>>;
  /** Rejects with the reason if nothing can be written. Cheap to call. */
  checkWrites(): Promise<void>;
  close(): Promise<void>;
}
