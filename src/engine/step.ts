/** One turn of a match, whatever the game: the moves of the seats it waits for become events and the state after them. */
import type { Game, GameEvent, SeatId } from '~/contract/game';
import type { GuardMark } from '~/contract/guard';

export interface SeatMove {
  seat: SeatId;
  move: unknown;
  /** What guards have changed of it. */
  guarded?: readonly GuardMark[];
}

export interface Stepped<State, Event> {
  events: Event[];
  state: State;
}

/** Moves in their order, and what they lead to. `state` is taken over, not copied. */
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

/** All are asked before any answer counts: nobody sees another's move of the same turn. A promise where one of them promises. */
export function askAll(seats: readonly SeatId[], ask: (seat: SeatId) => unknown): SeatMove[] | Promise<SeatMove[]> {
  const moves = seats.map((seat): SeatMove => ({ seat, move: ask(seat) }));
  if (!moves.some(({ move }) => move instanceof Promise)) return moves;
  return Promise.all(moves.map(async ({ seat, move }) => ({ seat, move: await move })));
}
