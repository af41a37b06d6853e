/**
 * Where matches and their events live. Two implementations keep the same promises (one contract test runs on both):
 * `postgres-event-store.ts` (embedded or server) and `memory-event-store.ts` (for programs that need no database).
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
  /** When it was taken up: for how long nobody had seen to the match. Left out: it is new. */
  idleMs?: number;
}

/** What an append also changes on the match, in the same transaction. */
export interface MatchProgress {
  round?: number;
  turn?: number;
  scores?: Record<string, number | null>;
  status?: MatchStatus;
  finishedAt?: Date;
  /** Whoever sets it makes the match unrated. */
  fault?: string;
  clock?: TurnClock;
  missed?: MissedTurn;
}

/** What an append brings: events, what they change on the match, what is answered to those who handed in turns, how agents came to theirs. */
export interface News {
  events: readonly GameEvent[];
  progress?: MatchProgress;
  answers?: readonly TurnAnswer[];
  /** What agents did for it; one of the same seat and turn takes the place of an earlier one. */
  turns?: readonly AgentTurn[];
}

export type AppendAnswer =
  | { ok: true; head: number; stored: StoredEvent[] }
  | { ok: false; code: 'version_conflict' | 'lease_lost' | 'unknown_match'; head: number };

export interface MatchFilter {
  /** How its id begins. */
  begins?: string;
  /** Left out: private matches are found too. */
  isPrivate?: boolean;
  status?: MatchStatus[];
  game?: GameKey;
  /** Of that game's rules. */
  version?: number;
  task?: string;
  policy?: string;
  seed?: number;
}

/** Where a match stands among those that have ended. */
export interface EndPlace {
  finishedAt: Date;
  id: string;
}

export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** What an operator asks of a running match; whoever holds the lease carries it out. */
export type ControlCommand = 'pause' | 'resume' | 'step' | 'abort';

/** A host may ask for more: seconds on the clock, or a shock (which the match's game reads). Who aborts may say why. */
export type Order =
  | { [C in ControlCommand]: { command: C } & (C extends 'abort' ? { why?: string } : object) }[ControlCommand]
  | { command: 'extend'; seconds: number }
  | { command: 'shock'; request: unknown };

/** An order that waits. One to pause, resume or abort keeps waiting until `update` says that it is done: a step may follow it at once. */
export type TakenOrder = Order & { id: string };

export type CommandAnswer = { ok: true } | { ok: false; code: 'unknown_match' | 'match_over' | 'not_paused' | 'not_started' };

export const NOTICE_KINDS = ['events', 'card', 'control', 'turn', 'answer', 'tournament', 'season'] as const;

export interface Notice {
  matchId: string;
  /** `events`: new head; `card`: status, seats, clock and the like; `control`: a command waits; `turn`: one was handed in; `answer`: to such; `tournament`: `matchId` is one that moved; `season`: `matchId` is one that was closed. */
  kind: (typeof NOTICE_KINDS)[number];
  head: number;
  /** The process that caused it, so that it need not react to itself. */
  from: string;
}

export interface EventStore {
  /** The same matches' seats, tokens, turns and logs. */
  readonly tables: TableStore;
  readonly seasons: SeasonStore;
  readonly series: SeriesStore;
  readonly owners: OwnerStore;
  /** What people said of their pitches. */
  readonly judging: JudgeStore;
  /** Agents that were added here, and every agent's turns. */
  readonly agents: AgentStore;
  readonly tournaments: TournamentStore;
  readonly scoring: ScoringStore;
  /** Shared by all processes on this database. */
  readonly counts: SharedCounts;
  /** Of the operator's browsers. */
  readonly sessions: SessionBook;

  /** Creates the match together with its opening events, in one transaction. */
  create(match: NewMatch, opening: readonly GameEvent[]): Promise<MatchRecord>;
  /** The same, and this process holds it from the first moment on. */
  createHeld(match: NewMatch, opening: readonly GameEvent[], forMs: number): Promise<{ match: MatchRecord; lease: Lease }>;
  get(matchId: string): Promise<MatchRecord | null>;
  /** Newest first. */
  list(filter: MatchFilter, page: { cursor?: string | undefined; limit: number }): Promise<Page<MatchRecord>>;
  /** Those that ended, in the order in which they did, after that place. */
  finished(
    filter: Pick<MatchFilter, 'game' | 'version' | 'task'>,
    page: { after?: EndPlace | undefined; limit: number },
  ): Promise<MatchRecord[]>;
  /** Events with seq > after, in order, at most `limit`. */
  read(matchId: string, after?: number, limit?: number): Promise<StoredEvent[]>;
  /** Appends at the expected head; all or nothing, durable when it answers. */
  append(lease: Lease, expectedHead: number, news: News): Promise<AppendAnswer>;

  /** Takes the lease of a match that nobody holds (or whose lease ran out); null when somebody else does. */
  acquire(matchId: string, owner: string, forMs: number): Promise<Lease | null>;
  renew(lease: Lease, forMs: number): Promise<Lease | null>;
  release(lease: Lease): Promise<void>;
  /** Matches that nobody holds and somebody should: running ones, and paused ones with commands or turns waiting; not those of tournaments. */
  orphans(limit: number): Promise<MatchRecord[]>;

  /** Writes the command down and tells all processes. */
  command(matchId: string, command: ControlCommand | Order): Promise<CommandAnswer>;
  /** For the holder: takes what was ordered, oldest first. */
  takeCommands(lease: Lease): Promise<TakenOrder[]>;
  /** For the holder: changes that are no game event (paused, aborted), by the order `done` where there was one. */
  update(lease: Lease, progress: MatchProgress, done?: TakenOrder): Promise<boolean>;

  /** Hears of every commit of every process on this database, own ones included. Returns the way to stop. */
  listen(heard: (notice: Notice) => void): Promise<() => Promise<void>>;
  /** Rejects when nothing can be written, with the reason. Cheap to ask. */
  checkWrites(): Promise<void>;
  close(): Promise<void>;
}
