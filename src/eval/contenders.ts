/** Whom an evaluation can play: registered policies, and the farming scripts of the game's pack, which matches do not offer. */

import type { GameKey } from '~/contract/game-ref';
import type { Policy } from '~/contract/policy';
import { packOf } from '~/games/packs';
import { findPolicy, policiesFor, policyNamed } from '~/games/policies';
import { findGame, GAMES } from '~/games/registry';

/** New for each episode, because a farmer may remember. */
export function findContender(game: GameKey, id: string): Policy | null {
  return findPolicy(game, id) ?? farmersFor(game).find((policy) => policy.id === id) ?? null;
}

export function contenderNamed(id: string): Policy | null {
  return policyNamed(id) ?? GAMES.flatMap(({ ref }) => farmersFor(ref.key)).find((policy) => policy.id === id) ?? null;
}

/** Everybody who can play a game; farmers come last. */
export function contendersFor(game: GameKey): readonly Policy[] {
  return [...policiesFor(game), ...farmersFor(game)];
}

/** Controls that every result is shown with: policies that do nothing, act at random or repeat themselves, and all farming scripts. */
export function nullsFor(game: GameKey): string[] {
  const kinds = ['null', 'farmer'] as const;
  return kinds.flatMap((kind) => contendersFor(game).flatMap(({ id, control }) => (control === kind ? [id] : [])));
}

function farmersFor(game: GameKey): Policy[] {
  const rules = findGame(game);
  return rules === null ? [] : (packOf(rules.ref).farmers?.() ?? []);
}
