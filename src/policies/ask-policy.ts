import type { AnyGame } from '~/games/game';
import type { Policy } from './policy';

type Player = Pick<Policy, 'choose' | 'needsChance'>;

/** A seat's move: its policy sees that seat's observation alone, and draws on from where its earlier moves left off. */
export function askPolicy(game: AnyGame, player: Player, { state, seat }: { state: unknown; seat: string }): unknown {
  const observation = game.observe(state, seat);
  const chance = player.needsChance === true ? game.chance?.(state, seat) : undefined;
  const { houseMove } = game;
  if (chance === undefined || houseMove === undefined) return player.choose(observation);
  const before = chance.drawn;
  const move = player.choose(observation, chance);
  const kept = (chosen: unknown) => (chance.drawn === before ? chosen : houseMove(chosen, chance.drawn));
  return move instanceof Promise ? move.then(kept) : kept(move);
}
