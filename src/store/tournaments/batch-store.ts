/** Scripted fixtures are claimed in batches, played in memory, and stored with one statement (docs/decisions/tournament-queue.md). */
import type { GameEvent } from '~/contract/game';
import type { MatchRecord } from '../match-record';
import type { FixtureRecord, FixtureResult } from './tournament';

/** The match of a claimed fixture, played to its end in memory. */
export interface BatchedMatch {
  tournamentId: string;
  order: number;
  match: MatchRecord;
  /** Which play of its season's world. */
  seasonPlay: number;
  /** All events with their texts. */
  events: readonly { event: GameEvent; json: string; recordedAt?: Date }[];
  result: FixtureResult;
  /** The world that must be solved before its scores are known; null if they are known. */
  world: { key: string; size: number } | null;
}

export interface WaitingTournament {
  id: string;
  code: string;
  /** Other tournaments have priority over it. */
  demo: boolean;
}

export interface BatchStore {
  /** Running tournaments with fixtures to claim, oldest first. Leaves out a demo while people play. */
  waiting(): Promise<WaitingTournament[]>;
  /** Claims this many fixtures of a running tournament, in order, exclusively. */
  claim(id: string, limit: number): Promise<FixtureRecord[]>;
  /**
   * Stores whole matches with their fixtures' results. Skips those that were claimed again, cancelled or started elsewhere. Returns the ids
   * of stored ones.
   */
  keep(played: readonly BatchedMatch[]): Promise<Set<string>>;
  /** Releases claimed fixtures. */
  release(matchIds: readonly string[]): Promise<void>;
  /**
   * Releases the claims of dead processes and of this one, which must be playing and storing nothing: the answer to a claim may have been
   * lost with its connection, and then nobody else takes those fixtures while this process lives.
   */
  releaseUnplayed(): Promise<void>;
  /** Moves fixtures to the queue, which plays them like any other match: those listed, or all waiting ones of the tournament. */
  toQueue(id: string, orders: readonly number[] | null): Promise<void>;
}
