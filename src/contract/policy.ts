import type { Draws } from '~/lib/random/draws';
import type { GameKey } from './game-ref';

export type Control = 'null' | 'farmer' | 'variant';

/** Who plays a seat: an observation goes in, a move comes out. */
export interface Policy<Observation = unknown, Move = unknown> {
  readonly id: string;
  readonly title: string;
  /** One sentence for catalogues and forms. */
  readonly summary: string;
  /** The games it can play, each in every version. */
  readonly plays: readonly GameKey[];
  /** Set for one that is no contestant: it has no strategy (`null`), shows how a score is farmed (`farmer`), or varies a contestant (`variant`). */
  readonly control?: Control;
  /** It plays where nobody else does: seats that nobody took, or whose holder has left. */
  readonly standIn?: true;
  /** It plays matches on, in every seat, where moves are held against each other. One of a game; left out: who stands in. */
  readonly playsOn?: true;
  /** It draws from its seat's own stream: whoever runs the seat gives it that, and keeps the place to which it was read. */
  readonly needsChance?: true;
  /** Scripted policies answer at once; a model or a remote program promises. Nothing but the observation tells them anything. */
  choose(observation: Observation, chance?: Draws): Move | Promise<Move>;
}
