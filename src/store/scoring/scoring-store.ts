/**
 * Finished tournament matches that wait for their scores. The best possible result of a world is computed once, by the first free worker,
 * for all matches of that world.
 */
import type { FixtureResult } from '../tournaments/tournament';
import type { FixtureJob } from '../tournaments/tournament-store';

/** What scores in a world depend on. Money in cents. */
export interface SolvedWorld {
  optimum_cents: number;
  autarky_cents: Record<string, number>;
  scale_cents: number;
  gap: number;
  by_clock: boolean;
}

/** A world to solve. `key`: equal for the same world under the same code. */
export interface WorldKey {
  key: string;
  /** Difficulty: blocks times jobs. */
  size: number;
}

/** A finished match: its result without the parts that depend on the world's optimum. */
export interface PlayedFixture {
  result: FixtureResult;
  world: WorldKey;
}

/** A world that this process is solving. The events of `matchId` describe it. */
export interface ClaimedWorld extends WorldKey {
  matchId: string;
}

export interface ReadyFixture extends FixtureJob {
  result: FixtureResult;
  bounds: SolvedWorld;
}

export interface ClaimWish {
  /** Worlds of this size or larger are hard. */
  hardFrom: number;
  /** Maximum number of each kind. */
  short: number;
  hard: number;
  /** A claim that is not renewed for this long has expired. */
  forMs: number;
}

export interface ScoringStore {
  /** Marks the fixture of a stored match as waiting for scores. Returns false if it must not be played any more or is waiting already. */
  hand(fixture: FixtureJob, played: PlayedFixture): Promise<boolean>;
  /** Unclaimed worlds that a match is waiting for, smallest first. */
  claim(wish: ClaimWish): Promise<ClaimedWorld[]>;
  renew(keys: readonly string[], forMs: number): Promise<void>;
  /** Releases worlds unsolved. */
  release(keys: readonly string[]): Promise<void>;
  solved(key: string, bounds: SolvedWorld): Promise<void>;
  /** Records a failed solve. After the third, the matches of that world fail with `why`. Returns their tournaments. */
  broke(key: string, why: string): Promise<string[]>;
  /** Matches whose world is solved. */
  ready(limit: number): Promise<ReadyFixture[]>;
}

export const MOST_SOLVES = 3;
/** A solve that was cut off by the time limit is repeated for matches that end this much later. */
export const CUT_KEPT_MS = 3_600_000;
