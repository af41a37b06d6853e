/** Fixtures of scripts are claimed many at once, played in memory, and stored by one statement (docs/decisions/tournament-queue.md). */
import type { GameEvent } from '~/contract/game';
import type { MatchRecord } from '../match-record';
import type { FixtureRecord, FixtureResult } from './tournament';

/** A match of a fixture that was claimed, played to its end in memory. */
export interface BatchedMatch {
  tournamentId: string;
  order: number;
  match: MatchRecord;
  /** Which play of its season's world. */
  seasonPlay: number;
  /** Its events with their texts, from the first. */
  events: readonly { event: GameEvent; json: string; recordedAt?: Date }[];
  result: FixtureResult;
  /** The world that must be solved before its scores are known; null: they are. */
  world: { key: string; size: number } | null;
}

export interface WaitingTournament {
  id: string;
  code: string;
  /** Every other tournament goes before it. */
  demo: boolean;
}

export interface BatchStore {
  /** Running tournaments of which something waits to be claimed, the oldest first. A demo is left out while somebody plays. */
  waiting(): Promise<WaitingTournament[]>;
  /** So many of a running tournament, in order; nobody else has or gets them. */
  claim(id: string, limit: number): Promise<FixtureRecord[]>;
  /** Stores matches whole, with their fixtures' results, or not at all: one that was claimed anew, cancelled or begun elsewhere is left out. Ids of those stored. */
  keep(played: readonly BatchedMatch[]): Promise<Set<string>>;
  /** Claimed ones wait again. */
  release(matchIds: readonly string[]): Promise<void>;
  /** What processes claimed that have died since waits again. */
  releaseOfDead(): Promise<void>;
  /** From here on the queue has them, as any other match: those named, or all of the tournament that wait. */
  toQueue(id: string, orders: readonly number[] | null): Promise<void>;
}
