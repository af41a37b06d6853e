/** Measures farming: whether a player can raise its score without creating value. */
import type { Draws } from '~/lib/random/draws';
import type { Game, GameEvent, SeatId } from './game';
import type { Means } from './means';

/** A player that tries to farm the score. It wraps a base policy, which otherwise plays as before. */
export interface FarmerCard {
  id: string;
  /** What it tries. */
  summary: string;
  /** Number of seats of one owner; the score is their sum. */
  seats: 1 | 2;
}

/** One farmer on one base policy, by the game's ids. */
export interface FarmTrial {
  farmer: string;
  /** The base policy that it wraps. */
  base: string;
  /** The policy of all other seats. */
  others: string;
}

export interface FarmResult {
  /** Gain of the owner's seats with the farmer, minus their gain without it. */
  difference: number;
  /** The same difference for the other seats, on average, where a game measures it: below 0, they pay for the farmer's gain. */
  others?: number;
  /** All profits with the farmer minus all without it, as a part of the optimum. */
  efficiency?: number;
  /** Number of farming moves that were accepted. */
  deeds: number;
}

/** Functions that a game receives because it may not import the engine. */
export interface FarmMeans extends Pick<Means, 'solve'> {
  /** Plays a whole match in memory and returns its events. */
  play<Config, State, Event extends GameEvent, Observation>(
    game: Game<Config, State, Event, Observation>,
    config: Config,
    playerOf: (seat: SeatId) => (seen: Observation, chance?: Draws) => unknown,
  ): Event[];
}

export interface Farming<Config = unknown> {
  readonly farmers: readonly FarmerCard[];
  /** Ids of policies that farmers can wrap, and that can play the other seats. */
  readonly bases: readonly string[];
  /** Measures all trials in one world. Results are in the order of the trials. */
  measure(config: Config, trials: readonly FarmTrial[], means: FarmMeans): Promise<FarmResult[]>;
}
