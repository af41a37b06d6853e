/** Several matches of one game that count as one: a duel with sides swapped, a career. */
import type { SeatId } from './game';

/** Index of a player in a series; 0 is the first. */
export type PlayerIndex = number;

export interface SeriesMatch<Config = unknown> {
  config: Config;
  seats: Readonly<Record<SeatId, PlayerIndex>>;
}

/** A finished match of a series. */
export interface PlayedInSeries<Config = unknown> extends SeriesMatch<Config> {
  scores: Readonly<Record<SeatId, number | null>>;
}

export interface SeriesMeans {
  /** By player index. `memory`: the player may see its earlier matches. */
  players: readonly { memory: boolean }[];
  /** The seed of the match at that index. Seeds reveal nothing about each other, so nobody can practice the coming worlds. */
  seedAt(seed: number, place: number): number;
}

export interface Series<Config = unknown> {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Number of players. */
  readonly players: number;
  /** `end`: what a running match hides stays hidden until all matches are over. */
  readonly reveal: 'each' | 'end';
  /**
   * The next match, given the finished ones in order; null if the series is over. Deterministic: the same input gives the same match.
   * `first`: the requested configuration.
   */
  next(first: Config, played: readonly PlayedInSeries<Config>[], by: SeriesMeans): SeriesMatch<Config> | null;
  /** Score by player; null for no score. */
  score(played: readonly PlayedInSeries<Config>[]): (number | null)[];
}
