/** How a game is put to the test by chance (`npm run test:game`): what may be played, what may not, and what each seat keeps to itself. */
import type { Draws } from '~/lib/random/draws';
import type { GameEvent, SeatId } from './game';

export interface Trial<Observation = unknown, State = unknown, Event extends GameEvent = GameEvent> {
  /** The most that an option may be, by its id, so that a thousand matches take seconds. */
  readonly most: Readonly<Record<string, number>>;
  /** A player by chance: legal moves, so that all that can happen does. */
  play(seen: Observation, draws: Draws): unknown;
  /** One move for each entry of the seat's list of legal ones, its fields by chance. */
  listed(seen: Observation, draws: Draws): unknown[];
  /** Moves that the list leaves out. Each must be refused. */
  unlisted(seen: Observation, draws: Draws): unknown[];
  /** Codes by which a listed move may still be refused: for what its seat could not know. */
  readonly unseen: readonly string[];
  /** Does nothing. Only for games in which no turn lapses. */
  readonly idle?: unknown;
  /** A seat's own observation names the seed, as a published format has it. */
  readonly showsSeed?: true;
  /** What belongs to whom: a refused move leaves of it what an idle turn leaves. */
  held(state: State): unknown;
  /** The same opening but for what this seat keeps to itself. */
  twin(opening: readonly Event[], seat: SeatId, draws: Draws): Event[];
  /** By its rules the game has shown what differs between a match and its twin, e.g. by a band in which the seat's money lies. */
  parted?(one: State, twin: State, seat: SeatId): boolean;
}
