/** What the laws hand each other: who is asked, and what was played. */
import type { GameEvent, SeatId, Viewer } from '~/contract/game';
import type { GamePack } from '~/contract/pack';
import type { Draws } from '~/lib/random/draws';
import type { SeatMove } from '../step';
import type { AskedGame } from './asked';
import type { RawConfig } from './random-config';

export interface Table {
  asked: AskedGame;
  pack: GamePack;
  draws: Draws;
  place: Place;
}

/** What one turn was made of. */
export interface Doing {
  moves: SeatMove[];
  /** Those who had not moved by then did not move any more. */
  lapsed: boolean;
}

export interface Played {
  raw: RawConfig;
  config: unknown;
  seats: SeatId[];
  events: GameEvent[];
  doings: Doing[];
  state: unknown;
}

/** The turn that is played, for whoever tells of a failure. */
export interface Place {
  turn: number;
}

export function viewersOf(seats: readonly SeatId[]): Viewer[] {
  return [{ kind: 'all' }, { kind: 'public' }, ...seats.map((seat): Viewer => ({ kind: 'seat', seat }))];
}
