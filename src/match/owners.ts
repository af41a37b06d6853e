/**
 * Owners confirmed by the operator. The owner in an agent's file is only a claim; all agents without a confirmed owner count as one
 * owner's.
 */
import { lookAlikeKeys } from '~/lib/text/look-alike';
import { isReservedName, readVisibleName } from '~/lib/text/visible-name';
import type { OwnerRecord } from '~/store/owners/owner-store';
import { type Answer, answered, refused } from './answer';
import { newMatchId } from './match-id';
import type { Services } from './services';

type OwnerServices = Pick<Services, 'store' | 'agents'>;
type OwnerRefusal = 'bad_input' | 'unknown_agent' | 'unknown_owner';

const MOST = 80;

export async function addOwner({ store }: Pick<Services, 'store'>, typed: string): Promise<Answer<OwnerRecord, OwnerRefusal>> {
  const name = readVisibleName(typed, { most: MOST });
  if (!name.ok) return refused('bad_input', `An owner's name ${name.why}.`);
  if (isReservedName(name.value))
    return refused('bad_input', `"${name.value}" could be taken for Mandi itself, a seat or a result: choose another name.`);
  const keys = lookAlikeKeys(name.value);
  const added = await store.owners.add({ id: newMatchId(), name: name.value, keys });
  if (added) return answered(added);
  const known = await store.owners.find(keys);
  return refused('bad_input', `"${name.value}" looks like the owner "${known?.name ?? name.value}", who already exists.`);
}

/** Assigns the agents, in all versions, to the owner. Tournaments that have begun keep the owners they recorded. */
export async function confirmAgents(
  services: OwnerServices,
  { owner, agents }: { owner: string; agents: readonly string[] },
): Promise<Answer<OwnerRecord, OwnerRefusal>> {
  const { store } = services;
  const found = await findOwner(services, owner);
  if (!found.ok) return found;
  for (const agent of agents) {
    const listed = await services.agents?.get(agent);
    if (!listed) return refused('unknown_agent', `There is no agent "${agent}".`);
    if (listed.builtIn) return refused('bad_input', `${agent} comes with Mandi, and has no owner.`);
    await store.owners.give(listed.agent.name, found.value.id);
  }
  return answered((await store.owners.get(found.value.id)) ?? found.value);
}

/** Removes the agent's confirmed owner. */
export async function releaseAgent({ store }: Pick<Services, 'store'>, agent: string): Promise<Answer<null, OwnerRefusal>> {
  const gone = await store.owners.give(agent, null);
  return gone ? answered(null) : refused('unknown_agent', `"${agent}" has no confirmed owner.`);
}

export async function removeOwner(services: Pick<Services, 'store'>, owner: string): Promise<Answer<null, OwnerRefusal>> {
  const found = await findOwner(services, owner);
  if (!found.ok) return found;
  await services.store.owners.remove(found.value.id);
  return answered(null);
}

/** By id or by name. */
async function findOwner({ store }: Pick<Services, 'store'>, owner: string): Promise<Answer<OwnerRecord, OwnerRefusal>> {
  const found = (await store.owners.get(owner)) ?? (await store.owners.find(lookAlikeKeys(owner)));
  return found ? answered(found) : refused('unknown_owner', `There is no owner "${owner}".`);
}
