import type { Draws } from '~/lib/random/draws';
import type { GameKey } from './game-ref';

export type Control = 'null' | 'farmer' | 'variant';

/** A player: takes an observation and returns a move. */
export interface Policy<Observation = unknown, Move = unknown> {
  readonly id: string;
  readonly title: string;
  /** One sentence for catalogs and forms. */
  readonly summary: string;
  /** The games it can play, in all versions. */
  readonly plays: readonly GameKey[];
  /**
   * Set for policies that do not compete: no strategy (`null`), a demonstration of farming (`farmer`), or a changed contestant (`variant`).
   */
  readonly control?: Control;
  /** Plays seats that nobody took or whose holder has left. */
  readonly standIn?: true;
  /** Plays every seat when alternative moves are compared by playing the match on. One per game. Default: the stand-in. */
  readonly playsOn?: true;
  /** Uses its seat's random stream. Whoever runs the seat provides the stream and stores its position. */
  readonly needsChance?: true;
  /** Scripted policies return a move; models and remote programs return a promise. The observation is their only input. */
  choose(observation: Observation, chance?: Draws): Move | Promise<Move>;
}
