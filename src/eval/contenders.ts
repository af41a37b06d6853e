/** Whom an evaluation can play: the policies of the registry, and the farming scripts of ruleset `open`, which no match seats. */

import type { GameKey } from '~/contract/game-ref';
import type { Policy } from '~/contract/policy';
import { FARMER_IDS, farmerPolicy } from '~/games/gpu-market/open/players/farmers/policies';
import { findPolicy, policiesFor, policyNamed } from '~/games/policies';

/** Fresh for each episode. */
export function findContender(game: GameKey, id: string): Policy | null {
  return findPolicy(game, id) ?? farmersFor(game).find((policy) => policy.id === id) ?? null;
}

/** Whatever game it is of. */
export function contenderNamed(id: string): Policy | null {
  return policyNamed(id) ?? farmerPolicy(id);
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
  return game === 'gpu-market/open' ? FARMER_IDS.flatMap((id) => (farmerPolicy(id) as Policy | null) ?? []) : [];
}
