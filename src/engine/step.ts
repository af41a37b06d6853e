/** One turn of any game: the moves of the awaited seats become events and the next state. */
import type { Game, GameEvent, SeatId } from '~/contract/game';
import type { GuardMark } from '~/contract/guard';

export interface SeatMove {
  seat: SeatId;
  move: unknown;
  /** What guards changed. */
  guarded?: readonly GuardMark[];
}

export interface Stepped<State, Event> {
  events: Event[];
  state: State;
}

/** Plays moves in order and returns their events. Takes over `state`. */
export function step<State, Event extends GameEvent>(
  game: Game<unknown, State, Event>,
  state: State,
  moves: readonly SeatMove[],
): Stepped<State, Event> {
  const events: Event[] = [];
  let now = state;
  for (const { seat, move, guarded } of moves) {
    for (const event of game.decide(now, seat, move, guarded)) {
      events.push(event);
      now = game.evolve(now, event);
    }
  }
  return { events, state: now };
}

/** All seats are asked before any move counts, so no seat sees another's move of the same turn. Returns a promise if any of them does. */
export function askAll(seats: readonly SeatId[], ask: (seat: SeatId) => unknown): SeatMove[] | Promise<SeatMove[]> {
  const moves = seats.map((seat): SeatMove => ({ seat, move: ask(seat) }));
  if (!moves.some(({ move }) => move instanceof Promise)) return moves;
  return Promise.all(moves.map(async ({ seat, move }) => ({ seat, move: await move })));
}
