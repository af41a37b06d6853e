import { findPolicy, policiesFor } from '~/policies/registry';
import { type Answer, answered, refused } from './answer';
import type { Services } from './services';

/** What the use cases that seat somebody need to know of agents. */
export type Naming = Pick<Services, 'agents'>;

/** By a name as it was asked for: the name under which it is stored, or why it cannot be. */
export type Players = ReadonlyMap<string, Answer<string, 'unknown_policy'>>;

/** Who may play a seat of this ruleset: a scripted policy's id, or an agent's `name@version` (the newest, where none is named). */
export async function namePlayer({ agents }: Naming, ruleset: string, name: string): Promise<Answer<string, 'unknown_policy'>> {
  const policy = findPolicy(name);
  if (policy?.plays.includes(ruleset)) return answered(policy.id);
  const found = await agents?.find(name);
  if (!found) return unknownPlayer(ruleset, name);
  const { agent, ref } = found;
  if (agent.retired) return refused('unknown_policy', `The agent ${ref} is retired.`);
  if (agent.plays.includes(ruleset)) return answered(ref);
  return refused('unknown_policy', `The agent ${ref} does not play ${ruleset}; it plays ${agent.plays.join(', ')}.`);
}

/** Several at once. */
export async function namePlayers(naming: Naming, ruleset: string, names: Iterable<string>): Promise<Players> {
  const players = new Map<string, Answer<string, 'unknown_policy'>>();
  for (const name of new Set(names)) players.set(name, await namePlayer(naming, ruleset, name));
  return players;
}

export function unknownPlayer(ruleset: string, name: string): Answer<string, 'unknown_policy'> & { ok: false } {
  const known = policiesFor(ruleset).map(({ id }) => id);
  return refused('unknown_policy', `There is no policy or agent "${name}" for ${ruleset}; policies are ${known.join(', ')}.`);
}
