import type { AnyGame } from './game';
import type { Policy } from './policy';

type Player = Pick<Policy, 'choose' | 'needsChance'>;

/** Applies the guards: takes the move that the policy chose and returns the move to play. */
export type Hold = (observation: unknown, move: unknown) => unknown;

interface Asked {
  state: unknown;
  seat: string;
  hold?: Hold | undefined;
}

/** A seat's move. The policy sees only that seat's observation, and its random stream continues where its last move stopped. */
export function askPolicy(game: AnyGame, player: Player, { state, seat, hold }: Asked): unknown {
  const observation = game.observe(state, seat);
  const chance = player.needsChance === true ? game.chance?.(state, seat) : undefined;
  const { houseMove } = game;
  if (chance === undefined || houseMove === undefined) {
    const move = player.choose(observation);
    if (hold === undefined) return move;
    return move instanceof Promise ? move.then((wished: unknown) => hold(observation, wished)) : hold(observation, move);
  }
  const held = (move: unknown) => (hold ? hold(observation, move) : move);
  const before = chance.drawn;
  const move = player.choose(observation, chance);
  const kept = (chosen: unknown) => (chance.drawn === before ? held(chosen) : houseMove(held(chosen), chance.drawn));
  return move instanceof Promise ? move.then(kept) : kept(move);
}
