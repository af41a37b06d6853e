/**
 * What belongs to a match with people or programs besides its events: seats, tokens, links, turns handed in, the table's log, who is
 * there. Postgres (`postgres-table-store.ts`) and memory (`memory-table-store.ts`) keep the same promises.
 */
import type { Receipt } from '~/contract/game';
import type { MatchRecord } from './match-record';
import type { NoteKind, SeatCard, TableRole } from './match-types';

export type { Receipt } from '~/contract/game';

/** A turn on its way to the holder of the match's lease. */
export interface HandedIn {
  matchId: string;
  seat: string;
  /** For which it is meant. */
  turn: number;
  /** The submitter's name for this turn: the same key is the same turn. */
  key: string;
  /** The move as it came in. */
  payload: unknown;
}

/** A turn that waits to be taken up. */
export interface WaitingTurn extends HandedIn {
  id: string;
  /** Accepted already, and held back while the match is paused. */
  held: boolean;
}

export interface TurnAnswer {
  id: string;
  receipt: Receipt;
  /** Answered, but taken up later: it still waits. */
  held?: boolean;
}

export type HandInAnswer =
  /** Stored; `receipt` when this very turn has been taken already. */
  | { ok: true; id: string; receipt: Receipt | null }
  | { ok: false; code: 'unknown_match' | 'not_started' | 'match_over' | 'seat_handed_over' };

/** Whom a token is for. */
export interface Holding {
  matchId: string;
  role: TableRole;
  /** Of role `seat`; of a judge a name of its own, if any. */
  seat: string | null;
}

/** A line of the table's log, without any token. */
export interface TableNote {
  at: Date;
  round: number;
  turn: number;
  kind: NoteKind;
  by: 'host' | 'seat' | 'house';
  seat: string | null;
  /** The name of whoever sits or sat there. */
  name: string | null;
  detail: string | null;
}

export const KEPT_FEW: readonly NoteKind[] = ['ready', 'not_ready', 'linked'];
export const MOST_KEPT = 20;

export type NewNote = Omit<TableNote, 'at' | 'round' | 'turn'>;

/** What `change` decides of a match: all of it is written, or nothing. */
export interface TableChange<T> {
  answer: T;
  seats?: SeatCard[];
  status?: MatchRecord['status'];
  finishedAt?: Date;
  /** Why it is over without having been played, or counts nowhere though it was. */
  fault?: string;
  rated?: boolean;
  /** Of a seat's own notes of `KEPT_FEW` kinds the newest `MOST_KEPT` stay: whoever sits there may make one after the other. */
  notes?: readonly NewNote[];
  /** SHA-256 of new tokens. */
  tokens?: readonly { hash: string; role: TableRole; seat: string | null }[];
  /** One-time codes, each by its SHA-256. Those of this match that are too old go. */
  links?: readonly { hash: string; role: TableRole; seat: string | null; expiresAt: Date }[];
  /** No token and no code of that role and seat is good any longer. */
  revoke?: readonly { role: TableRole; seat: string | null }[];
}

export interface TableStore {
  /**
   * Decides on the match as it stands, while nobody else changes its seats, and writes what was decided. `decide` may be asked for a
   * second time. null: there is no such match.
   */
  change<T>(matchId: string, decide: (match: MatchRecord) => TableChange<T>): Promise<{ answer: T; match: MatchRecord } | null>;

  /** Who bears this token; null: nobody, or no longer. */
  findHolder(tokenHash: string): Promise<Holding | null>;
  /** The same for several tokens at a time, in their order. */
  findHolders(tokenHashes: readonly string[]): Promise<(Holding | null)[]>;
  /** Spends a one-time code for a further token; null: there is no such code, or it is spent or too old. */
  redeem(linkHash: string, tokenHash: string): Promise<Holding | null>;

  /** Keeps a turn and tells all processes. A key whose turn was taken is answered as before; one that was refused may try again. */
  handIn(turn: HandedIn): Promise<HandInAnswer>;
  /** The answer to a turn; null: none yet. */
  answerTo(turnId: string): Promise<Receipt | null>;
  /** For the holder of the lease: the turns that wait, in order of arrival. */
  waitingTurns(matchId: string): Promise<WaitingTurn[]>;

  /** The log, oldest first. */
  notes(matchId: string): Promise<TableNote[]>;

  /** This process has, or no longer has, a connection of that seat's holder. The seat is `here` while any process has one. */
  setPresence(matchId: string, seat: string, isHere: boolean): Promise<MatchRecord | null>;
  /** This process lives: what it said of presences holds. */
  keepPresence(): Promise<void>;
  /** Forgets what processes said that were not heard of for so long; answers the matches that changed by it. */
  sweepPresence(olderThanMs: number): Promise<MatchRecord[]>;
  /** Aborts matches that were never started; answers them. */
  sweepLobbies(olderThanMs: number): Promise<MatchRecord[]>;
}
