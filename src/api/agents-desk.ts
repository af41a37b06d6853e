/** Agents as their doors answer them: cards, sheets with results, new ones, a match to try one in, and null models beside one. */

import type { z } from 'zod';
import type { Agent } from '~/agents/agent';
import { readAgentWords } from '~/agents/agent-spec';
import { AddressRefused, guardAddress } from '~/agents/remote/guard-address';
import type { AnyGame } from '~/contract/game';
import type { AgentDesk } from '~/match/agent-desk';
import { openNullMatches } from '~/match/null-matches';
import { OPEN_SEAT } from '~/match/open-match';
import { readName } from '~/match/table/names';
import { openTable, type TableRequest } from '~/match/table/open-table';
import type { addAgentInput, agentListInput, nullsInput, tryInput } from './agent-inputs';
import { resultsOf } from './agent-results';
import type { AgentCard, AgentSheet, NullMatches } from './agent-words';
import { randomTrainSeed } from './any-seed';
import type { Context, Desk } from './context';
import { orRefuse, Refusal } from './errors';
import { gameFilter, gameNamed } from './inputs';
import { promptTextOf } from './prompt-text';
import { keepToken } from './seat-access';

/** Seconds a round of a match that shows an agent alone. */
const TRY_PACE = 2;

/** To everybody but the operator a remote agent's address is its host alone. */
export async function listAgents({ desk, caller }: Context, { older, ...named }: z.output<typeof agentListInput>): Promise<AgentCard[]> {
  const { game: key, version } = gameFilter(named);
  const game = key && { key, version };
  const cards = await (older ? agentsOf(desk).listOlder(game) : agentsOf(desk).list(game));
  return caller.isOperator ? cards : cards.map((card) => ({ ...card, agent: asPublic(card.agent) }));
}

export async function showAgent({ desk, caller }: Context, ref: string): Promise<AgentSheet> {
  const agents = agentsOf(desk);
  const card = await findAgent(agents, ref);
  const all = await agents.versions(card.agent.name);
  const versions = caller.isOperator ? all : all.map(asPublic);
  const shown = caller.isOperator ? card : { ...card, agent: asPublic(card.agent) };
  return { card: shown, versions, results: await resultsOf(desk.services.store.agents, all), promptText: promptTextOf(card.agent) };
}

/** Path and query of an address may be a secret of their own. */
function asPublic(agent: Agent): Agent {
  const { spec } = agent;
  if (spec.kind !== 'remote') return agent;
  return { ...agent, spec: { ...spec, url: `${new URL(spec.url).origin}/`, secretName: null } };
}

/** An address that was typed into a screen has to be public, now and whenever it is posted to. */
export async function addAgent(desk: Desk, input: z.output<typeof addAgentInput>): Promise<AgentCard> {
  const read = readAgentWords(input);
  if (!read.ok) throw new Refusal('bad_input', read.why);
  const { spec } = read.value;
  if (spec.kind === 'remote') await refusePrivate(spec.url);
  return orRefuse(await agentsOf(desk).add({ ...read.value, trusted: false }));
}

export async function retireAgent(desk: Desk, ref: string): Promise<AgentCard> {
  return orRefuse(await agentsOf(desk).retire(ref));
}

/** A table with a free seat against the agent; where nobody can sit down, a match that the agent plays alone. */
export async function tryAgent(
  ctx: Context,
  { name, ...input }: z.output<typeof tryInput>,
): Promise<{ matchId: string; hostToken: string | null }> {
  const { desk } = ctx;
  const { agent } = await findAgent(agentsOf(desk), input.ref);
  if (agent.spec.kind === 'person')
    throw new Refusal('bad_input', `${agent.title} is a person: set a table with a seat for ${input.ref}, and send them its link.`);
  if (name !== undefined) orRefuse(readName(name, []));
  const { match, token } = orRefuse(await openTable(desk.services, requestOf(input)));
  desk.services.log.info({ matchId: match.id, agent: agent.name }, 'an agent is tried');
  if (token === null) desk.run(match.id);
  else keepToken(ctx, { matchId: match.id, role: 'host', seat: null }, token);
  return { matchId: match.id, hostToken: token };
}

function requestOf({ ref, task, seed, ...named }: Omit<z.output<typeof tryInput>, 'name'>): TableRequest {
  const game = gameNamed(named);
  const request = { game: game.ref.key, version: game.ref.version, task, policy: ref, judgeMode: 'off' };
  const free = seatForPeople(game, task);
  if (free === null) return { ...request, seed: seed ?? randomTrainSeed(), pace: TRY_PACE };
  return { ...request, ...(seed !== undefined && { seed }), seats: { [free]: OPEN_SEAT } };
}

/** The first seat of the task that somebody can take; null: there is none. */
function seatForPeople(game: AnyGame, task: string): string | null {
  const config = game.parseConfig({ task_type: task });
  return (config.ok && game.seats(config.value).find(({ people }) => people)?.id) || null;
}

/** Plays the null models where a model played, in the background. */
export async function playNulls({ services, run }: Desk, { ref, task, ...named }: z.output<typeof nullsInput>): Promise<NullMatches> {
  const { ref: of } = gameNamed(named);
  const matches = orRefuse(await openNullMatches(services, { ref, game: of.key, version: of.version, task }));
  services.log.info({ agent: ref, opened: matches.opened.length }, 'null models play beside a model');
  for (const id of matches.opened) run(id);
  return matches;
}

async function findAgent(agents: AgentDesk, ref: string): Promise<AgentCard> {
  const card = await agents.get(ref);
  if (!card) throw new Refusal('unknown_agent', (await agents.whyNoVersion(ref)) ?? `There is no agent "${ref}".`);
  return card;
}

async function refusePrivate(url: string): Promise<void> {
  try {
    await guardAddress(url);
  } catch (fault) {
    if (fault instanceof AddressRefused) throw new Refusal('bad_input', fault.message);
    throw fault;
  }
}

function agentsOf({ services }: Desk): AgentDesk {
  if (!services.agents) throw new Refusal('unavailable', 'This Mandi seats no agents.');
  return services.agents;
}
