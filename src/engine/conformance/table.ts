/** Types shared by the law checks. */
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

/** The moves of one turn. */
export interface Doing {
  moves: SeatMove[];
  /** Seats that had not moved by then did not move at all. */
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

/** The current turn, for failure reports. */
export interface Place {
  turn: number;
}

export function viewersOf(seats: readonly SeatId[]): Viewer[] {
  return [{ kind: 'all' }, { kind: 'public' }, ...seats.map((seat): Viewer => ({ kind: 'seat', seat }))];
}
