/**
 * Matches of tournaments that are over and wait for their scores: the best possible result of their world is worked out once, by whichever
 * worker comes first, and serves every match of that world.
 */
import type { FixtureResult } from '../tournaments/tournament';
import type { FixtureJob } from '../tournaments/tournament-store';

/** What the scores of all matches of a world need. Money in cents. */
export interface SolvedWorld {
  optimum_cents: number;
  autarky_cents: Record<string, number>;
  scale_cents: number;
  gap: number;
  by_clock: boolean;
}

/** A world to be solved. `key`: the same world under the same code has the same one. */
export interface WorldKey {
  key: string;
  /** How hard it is: blocks times jobs. */
  size: number;
}

/** A match that is over: its result without what depends on the world's optimum. */
export interface PlayedFixture {
  result: FixtureResult;
  world: WorldKey;
}

/** A world that this process solves now; the events of `matchId` describe it. */
export interface ClaimedWorld extends WorldKey {
  matchId: string;
}

export interface ReadyFixture extends FixtureJob {
  result: FixtureResult;
  bounds: SolvedWorld;
}

export interface ClaimWish {
  /** Worlds of this size and above are hard. */
  hardFrom: number;
  /** How many of each, at most. */
  short: number;
  hard: number;
  /** Whoever does not renew its claim for so long has died. */
  forMs: number;
}

export interface ScoringStore {
  /** The match is over and stored: its fixture waits for its scores now. False: it is not to be played any more, or waits already. */
  hand(fixture: FixtureJob, played: PlayedFixture): Promise<boolean>;
  /** Worlds that nobody solves and some match waits for, the smallest first. */
  claim(wish: ClaimWish): Promise<ClaimedWorld[]>;
  renew(keys: readonly string[], forMs: number): Promise<void>;
  /** Gives worlds back unsolved. */
  release(keys: readonly string[]): Promise<void>;
  solved(key: string, bounds: SolvedWorld): Promise<void>;
  /** The solver failed. After the third time the matches of that world fail with `why`; returns the tournaments they are of. */
  broke(key: string, why: string): Promise<string[]>;
  /** Matches whose world is solved. */
  ready(limit: number): Promise<ReadyFixture[]>;
}

export const MOST_SOLVES = 3;
/** What the clock cut is solved anew for matches that end so much later. */
export const CUT_KEPT_MS = 3_600_000;
