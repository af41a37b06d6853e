import type { AgentCard } from '~/api/agent-words';
import type { OwnerCard } from '~/api/routers/owner';

/** By name once, in its newest version: added here, playable in rated tournaments, and nobody's. */
export function withoutOwner(cards: readonly AgentCard[], owners: readonly OwnerCard[]): AgentCard[] {
  const owned = new Set(owners.flatMap(({ agents }) => agents));
  const isFree = ({ agent, builtIn }: AgentCard) => !builtIn && agent.spec.kind !== 'person' && !agent.retired && !owned.has(agent.name);
  return cards.filter(isFree).toSorted((a, b) => a.agent.name.localeCompare(b.agent.name));
}
