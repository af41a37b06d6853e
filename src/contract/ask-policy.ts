import type { AnyGame } from './game';
import type { Policy } from './policy';

type Player = Pick<Policy, 'choose' | 'needsChance'>;

/** Guards: what was wished in, what is played out. */
export type Hold = (observation: unknown, move: unknown) => unknown;

interface Asked {
  state: unknown;
  seat: string;
  hold?: Hold | undefined;
}

/** A seat's move: its policy sees that seat's observation alone, and draws on from where its earlier moves left off. */
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
