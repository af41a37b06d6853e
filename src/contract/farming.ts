/** Whether a score can be collected without making anything: a game that has farmers measures what each of them gains. */
import type { Draws } from '~/lib/random/draws';
import type { Game, GameEvent, SeatId } from './game';
import type { Means } from './means';

/** A player that would farm a score. It is grafted upon another, which plays as before. */
export interface FarmerCard {
  id: string;
  /** What it tries. */
  summary: string;
  /** Seats of one owner, measured by their sum. */
  seats: 1 | 2;
}

/** One graft to be tried; ids of the game. */
export interface FarmTrial {
  farmer: string;
  /** Who plays beneath it. */
  base: string;
  /** Who plays in all other seats. */
  others: string;
}

export interface FarmResult {
  /** Gain of the owner's seats together, with the farmer less without. */
  difference: number;
  /** Farmer's moves that were carried out. */
  deeds: number;
}

/** What a game cannot do by itself: it is handed in. */
export interface FarmMeans extends Pick<Means, 'solve'> {
  /** The events of a whole match in memory. */
  play<Config, State, Event extends GameEvent, Observation>(
    game: Game<Config, State, Event, Observation>,
    config: Config,
    playerOf: (seat: SeatId) => (seen: Observation, chance?: Draws) => unknown,
  ): Event[];
}

export interface Farming<Config = unknown> {
  readonly farmers: readonly FarmerCard[];
  /** Ids of who can play beneath a farmer, and around it. */
  readonly bases: readonly string[];
  /** All trials in one world, in their order. */
  measure(config: Config, trials: readonly FarmTrial[], means: FarmMeans): Promise<FarmResult[]>;
}
