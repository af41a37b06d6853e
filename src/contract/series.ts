/** Several matches of one game that count as one: a duel with sides changed, a career. */
import type { SeatId } from './game';

/** Who takes part in a series, by place: 0 is the first. */
export type PlayerIndex = number;

export interface SeriesMatch<Config = unknown> {
  config: Config;
  seats: Readonly<Record<SeatId, PlayerIndex>>;
}

/** A match of a series that is over. */
export interface PlayedInSeries<Config = unknown> extends SeriesMatch<Config> {
  scores: Readonly<Record<SeatId, number | null>>;
}

export interface SeriesMeans {
  /** By place. `memory`: that player may know its earlier matches again. */
  players: readonly { memory: boolean }[];
  /** A seed for the match at that place that tells nothing of the others', for who could play the coming worlds elsewhere first. */
  seedAt(seed: number, place: number): number;
}

export interface Series<Config = unknown> {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** How many take part. */
  readonly players: number;
  /** `end`: of its matches nothing that a running one keeps to itself is told before all are over. */
  readonly reveal: 'each' | 'end';
  /**
   * The match that follows those that are over, in their order; null: the series is. The same matches lead to the same next one, whoever
   * asks. `first`: the configuration that was asked for.
   */
  next(first: Config, played: readonly PlayedInSeries<Config>[], by: SeriesMeans): SeriesMatch<Config> | null;
  /** By player; null: without a score. */
  score(played: readonly PlayedInSeries<Config>[]): (number | null)[];
}
