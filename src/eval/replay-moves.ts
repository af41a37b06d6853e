import type { AnyGame, GameEvent, SeatId } from '~/games/game';

/** The events of a match in which these moves were made, in this order. */
export function replayMoves(game: AnyGame, config: unknown, moves: readonly { seat: SeatId; move: unknown }[]): GameEvent[] {
  const events = game.open(config);
  let state = events.reduce<unknown>((so, event) => game.evolve(so, event), null);
  for (const { seat, move } of moves) {
    for (const event of game.decide(state, seat, move)) {
      events.push(event);
      state = game.evolve(state, event);
    }
  }
  return events;
}
