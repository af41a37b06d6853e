/** Helpers on observations. */
import type { OpenFacts, PublicBlock } from './observation';

/** Unallocated, unpledged, with hours left. */
export function isFree(block: PublicBlock): boolean {
  return (block.status === 'available' || block.status === 'reserved') && block.hours_left > 0;
}

/** The only coalition in which a block may be used, as long as it exists. */
export function bondOf(facts: OpenFacts, block: PublicBlock): string | null {
  const bond = block.conditions.find(({ coalition_only }) => facts.active_coalitions.some((one) => one.coalition_id === coalition_only));
  return bond?.coalition_only ?? null;
}
