/**
 * What a match with people or programs has besides events: seats, tokens, links, submitted turns, the table's log, presences. Postgres
 * (`postgres-table-store.ts`) and memory (`memory-table-store.ts`) behave the same.
 */
import type { Receipt } from '~/contract/game';
import type { MatchRecord } from './match-record';
import type { NoteKind, SeatCard, TableRole } from './match-types';

export type { Receipt } from '~/contract/game';

/** A submitted turn for the holder of the match's lease. */
export interface HandedIn {
  matchId: string;
  seat: string;
  /** The turn that it is for. */
  turn: number;
  /** Chosen by the submitter: the same key means the same turn. */
  key: string;
  /** The move as received. */
  payload: unknown;
}

/** A turn that has not been processed. */
export interface WaitingTurn extends HandedIn {
  id: string;
  /** Already accepted, and held while the match is paused. */
  held: boolean;
}

export interface TurnAnswer {
  id: string;
  receipt: Receipt;
  /** Answered but not played yet: it keeps waiting. */
  held?: boolean;
}

export type HandInAnswer =
  /** Stored. `receipt` is set if this turn was accepted earlier. */
  | { ok: true; id: string; receipt: Receipt | null }
  | { ok: false; code: 'unknown_match' | 'not_started' | 'match_over' | 'seat_handed_over' };

/** What a token grants. */
export interface Holding {
  matchId: string;
  role: TableRole;
  /** For role `seat`, the seat; for a judge, their name if they have one. */
  seat: string | null;
}

/** An entry of the table's log. Contains no tokens. */
export interface TableNote {
  at: Date;
  round: number;
  turn: number;
  kind: NoteKind;
  by: 'host' | 'seat' | 'house';
  seat: string | null;
  /** The name of the seat's current or former holder. */
  name: string | null;
  detail: string | null;
}

export const KEPT_FEW: readonly NoteKind[] = ['ready', 'not_ready', 'linked'];
/** Comings and goings of a seat. After the start it has one of each at most. */
export const KEPT_COMINGS: readonly NoteKind[] = ['joined', 'left'];
export const MOST_KEPT = 20;
/** Refused turns of a seat whose receipts are kept; their moves are not. */
export const MOST_REFUSED = 200;
/** Tokens of a seat that work. Its holder can make any number, so the oldest stop working. */
export const MOST_TOKENS = 100;

export type NewNote = Omit<TableNote, 'at' | 'round' | 'turn'>;

/** The changes that `change` decided on; written completely or not at all. */
export interface TableChange<T> {
  answer: T;
  seats?: SeatCard[];
  status?: MatchRecord['status'];
  finishedAt?: Date;
  /** Why it ended without being played, or why it does not count. */
  fault?: string;
  rated?: boolean;
  /**
   * For a seat's own notes of the `KEPT_FEW` kinds, and of `KEPT_COMINGS`, only the newest `MOST_KEPT` are kept, because anyone can create
   * any number.
   */
  notes?: readonly NewNote[];
  /** SHA-256 of new tokens. Of a seat, the newest `MOST_TOKENS` are kept. */
  tokens?: readonly { hash: string; role: TableRole; seat: string | null }[];
  /** One-time codes by their SHA-256. Expired ones of this match are deleted. */
  links?: readonly { hash: string; role: TableRole; seat: string | null; expiresAt: Date }[];
  /** Revokes all tokens and codes of that role and seat. */
  revoke?: readonly { role: TableRole; seat: string | null }[];
}

export interface TableStore {
  /**
   * Decides on the current match while its seats are locked, and writes the decision. `decide` may be called twice. null if there is no
   * such match.
   */
  change<T>(matchId: string, decide: (match: MatchRecord) => TableChange<T>): Promise<{ answer: T; match: MatchRecord } | null>;

  /** The holder of this token; null if it is unknown or revoked. */
  findHolder(tokenHash: string): Promise<Holding | null>;
  /** The same for several tokens, in order. */
  findHolders(tokenHashes: readonly string[]): Promise<(Holding | null)[]>;
  /** Exchanges a one-time code for a new token; null if it is unknown, used or expired. */
  redeem(linkHash: string, tokenHash: string): Promise<Holding | null>;

  /**
   * Stores a turn and notifies all processes. A key whose turn was accepted gets the same answer; a refused one can be retried. Of a seat's
   * refused turns, the newest `MOST_REFUSED` are kept.
   */
  handIn(turn: HandedIn): Promise<HandInAnswer>;
  /** The answer to a turn; null if there is none yet. */
  answerTo(turnId: string): Promise<Receipt | null>;
  /** For the lease's holder: the waiting turns, in order of arrival. */
  waitingTurns(matchId: string): Promise<WaitingTurn[]>;

  /** The log, oldest first. With `host`, only what the host did of these kinds: seats fill most of a log. */
  notes(matchId: string, only?: { host: readonly NoteKind[] }): Promise<TableNote[]>;

  /** Records that this process has, or no longer has, a connection of that seat's holder. The seat is `here` while any process has one. */
  setPresence(matchId: string, seat: string, isHere: boolean): Promise<MatchRecord | null>;
  /** Records that this process is alive, which keeps its presences valid. */
  keepPresence(): Promise<void>;
  /** Removes presences of processes silent for this long. Returns the changed matches. */
  sweepPresence(olderThanMs: number): Promise<MatchRecord[]>;
  /** Aborts matches that were never started, and returns them. */
  sweepLobbies(olderThanMs: number): Promise<MatchRecord[]>;
}
