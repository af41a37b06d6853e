import type { Agent } from '~/agents/agent';
import { agentRef } from '~/agents/agent';
import { type GameRef, isPlayed } from '~/contract/game-ref';

import { findPolicy, policiesFor, policyNamed } from '~/games/policies';
import { type Answer, answered, type Refused, refused } from './answer';
import type { Services } from './services';

/** What use cases that assign seats need to look up agents. */
export type Naming = Pick<Services, 'agents'>;

/** A registered person: the seat is reserved, and the host sends them its link. */
export interface NamedPerson {
  /** `ann@1` */
  agent: string;
  /** Their name at the table. */
  name: string;
}

/** By requested name: the stored name of a policy or agent, the person, or why it cannot be used. */
export type Players = ReadonlyMap<string, Answer<string | NamedPerson, 'unknown_policy'>>;

/** Resolves a player that plays by itself: a scripted policy's id or an agent's `name@version` (default: the newest). */
export async function namePlayer({ agents }: Naming, game: GameRef, name: string): Promise<Answer<string, 'unknown_policy'>> {
  const policy = findPolicy(game.key, name);
  if (policy) return answered(policy.id);
  const found = await agents?.find(name);
  if (!found) {
    const person = await agents?.person(name);
    if (person) return refusePerson(person);
    const why = (await agents?.whyNoVersion(name)) ?? null;
    return why === null ? unknownPlayer(game, name, await agentsFor(agents, game)) : refused('unknown_policy', why);
  }
  const { agent, ref } = found;
  return whyNotSeated(agent, game) ?? answered(ref);
}

/** Resolves several names, including people. */
export async function namePlayers(naming: Naming, game: GameRef, names: Iterable<string>): Promise<Players> {
  const players = new Map<string, Answer<string | NamedPerson, 'unknown_policy'>>();
  for (const name of new Set(names)) {
    const person = findPolicy(game.key, name) ? null : await naming.agents?.person(name);
    players.set(name, person ? namePerson(person, game) : await namePlayer(naming, game, name));
  }
  return players;
}

/** The person under their name at the table. */
export function namePerson(person: Agent, game: GameRef): Answer<NamedPerson, 'unknown_policy'> {
  return whyNotSeated(person, game) ?? answered({ agent: agentRef(person), name: person.title });
}

/** The refusal for places where a person cannot play. */
export function refusePerson(person: Agent): Refused<'unknown_policy'> {
  return refused('unknown_policy', `${agentRef(person)} is a person: ${WHERE_PEOPLE_PLAY}`);
}

export const WHERE_PEOPLE_PLAY =
  'people take a seat of their own at a table, or enter an exhibition tournament, where the host sends them a link. Name a policy, a model or a program here.';

function whyNotSeated(agent: Agent, game: GameRef): Refused<'unknown_policy'> | null {
  if (agent.retired) return refused('unknown_policy', `The agent ${agentRef(agent)} is retired.`);
  if (isPlayed(agent.plays, game)) return null;
  return refused('unknown_policy', `The agent ${agentRef(agent)} does not play ${game.key}; it plays ${agent.plays.join(', ')}.`);
}

/** Agents that can be named. Leaves out null models, which are for measurement. */
async function agentsFor(agents: Naming['agents'], game: GameRef): Promise<string[]> {
  const listed = (await agents?.list(game)) ?? [];
  return listed.flatMap(({ agent }) =>
    policyNamed(agent.name) || agent.name.startsWith('null-') || agent.spec.kind === 'person' ? [] : [agent.name],
  );
}

export function unknownPlayer(
  game: GameRef,
  name: string,
  agents: readonly string[] = [],
): Answer<string, 'unknown_policy'> & { ok: false } {
  const policy = policyNamed(name);
  if (policy && !isPlayed(policy.plays, game))
    return refused('unknown_policy', `${policy.id} does not play ${game.key}; it plays ${policy.plays.join(', ')}.`);
  const known = policiesFor(game.key).map(({ id }) => id);
  const typed = name.toLowerCase();
  const near = typed.length < 3 ? undefined : [...agents, ...known].find((one) => one.startsWith(typed) || typed.startsWith(one));
  const hint = near === undefined ? '' : ` (did you mean ${near}?)`;
  const installed = agents.length === 0 ? '' : `; agents are ${agents.join(', ')}`;
  return refused(
    'unknown_policy',
    `There is no policy or agent "${name}" for ${game.key}${hint}; policies are ${known.join(', ')}${installed}.`,
  );
}
