/** Whom an evaluation can play: the policies of the registry, and the farming scripts of the game's pack, which no match seats. */

import type { GameKey } from '~/contract/game-ref';
import type { Policy } from '~/contract/policy';
import { packOf } from '~/games/packs';
import { findPolicy, policiesFor, policyNamed } from '~/games/policies';
import { findGame, GAMES } from '~/games/registry';

/** Fresh for each episode. */
export function findContender(game: GameKey, id: string): Policy | null {
  return findPolicy(game, id) ?? farmersFor(game).find((policy) => policy.id === id) ?? null;
}

/** Whatever game it is of. */
export function contenderNamed(id: string): Policy | null {
  return policyNamed(id) ?? GAMES.flatMap(({ ref }) => farmersFor(ref.key)).find((policy) => policy.id === id) ?? null;
}

/** Everyone who can play a game, farmers last. */
export function contendersFor(game: GameKey): readonly Policy[] {
  return [...policiesFor(game), ...farmersFor(game)];
}

/** Who stands beside every result: those that do nothing, draw or repeat themselves, and every script that farms the score. */
export function nullsFor(game: GameKey): string[] {
  const kinds = ['null', 'farmer'] as const;
  return kinds.flatMap((kind) => contendersFor(game).flatMap(({ id, control }) => (control === kind ? [id] : [])));
}

function farmersFor(game: GameKey): Policy[] {
  const rules = findGame(game);
  return rules === null ? [] : (packOf(rules.ref).farmers?.() ?? []);
}
