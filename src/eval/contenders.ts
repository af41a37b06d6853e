/** Whom an evaluation can play: the policies of the registry, and the farming scripts of ruleset `open`, which no match seats. */

import { FARMER_IDS, farmerPolicy } from '~/policies/open/farmers/policies';
import type { Policy } from '~/policies/policy';
import { findPolicy, policiesFor } from '~/policies/registry';

/** Fresh for each episode. */
export function findContender(id: string): Policy | null {
  return findPolicy(id) ?? farmerPolicy(id);
}

/** Everyone who can play a ruleset (`game/ruleset`), farmers last. */
export function contendersFor(ruleset: string): readonly Policy[] {
  return [...policiesFor(ruleset), ...farmersFor(ruleset)];
}

/** Who stands beside every result: those that do nothing, draw or repeat themselves, and every script that farms the score. */
export function nullsFor(ruleset: string): string[] {
  const kinds = ['null', 'farmer'] as const;
  return kinds.flatMap((kind) => contendersFor(ruleset).flatMap(({ id, control }) => (control === kind ? [id] : [])));
}

function farmersFor(ruleset: string): Policy[] {
  return ruleset === 'gpu-market/open' ? FARMER_IDS.flatMap((id) => (farmerPolicy(id) as Policy | null) ?? []) : [];
}
