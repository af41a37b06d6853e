/** How to test a game with random play (`npm run test:game`): legal moves, illegal moves, and each seat's private data. */
import type { Draws } from '~/lib/random/draws';
import type { GameEvent, SeatId } from './game';

export interface Trial<Observation = unknown, State = unknown, Event extends GameEvent = GameEvent> {
  /** Upper limits of options, by id, so that a thousand matches take seconds. */
  readonly most: Readonly<Record<string, number>>;
  /** A random player that makes legal moves and reaches everything that can happen. */
  play(seen: Observation, draws: Draws): unknown;
  /** One move for each entry of the seat's list of legal moves, with random field values. */
  listed(seen: Observation, draws: Draws): unknown[];
  /** Moves that are not in the list. Each must be refused. */
  unlisted(seen: Observation, draws: Draws): unknown[];
  /** Codes with which a listed move may still be refused, because the seat could not know the reason. */
  readonly unseen: readonly string[];
  /** A move that does nothing. Only for games in which no turn lapses. */
  readonly idle?: unknown;
  /** The seat's own observation includes the seed, as in a published format. */
  readonly showsSeed?: true;
  /** Who owns what. A refused move must leave the same as an idle turn. */
  held(state: State): unknown;
  /** The same opening with this seat's private data changed. */
  twin(opening: readonly Event[], seat: SeatId, draws: Draws): Event[];
  /**
   * True once the rules have legitimately revealed a difference between a match and its twin, e.g. a band that contains the seat's money.
   */
  parted?(one: State, twin: State, seat: SeatId): boolean;
}
