/** Agents as their doors answer them: cards, sheets with results, new ones, a match to try one in, and what they did. */
import type { z } from 'zod';
import type { Agent } from '~/agents/agent';
import { readAgentWords } from '~/agents/agent-spec';
import type { AgentTurn } from '~/agents/agent-turn';
import { countTurns } from '~/agents/count-turns';
import { AddressRefused, guardAddress } from '~/agents/remote/guard-address';
import { sightOf } from '~/live/frames';
import { isShownLate } from '~/live/match-state';
import type { AgentDesk } from '~/match/agent-desk';
import { OPEN_SEAT } from '~/match/open-match';
import { openTable, type TableRequest } from '~/match/table/open-table';
import type { MatchRecord } from '~/store/event-store';
import type { addAgentInput, tryInput } from './agent-inputs';
import { resultsOf } from './agent-results';
import type { AgentCard, AgentSheet, SeatTurns } from './agent-words';
import { randomTrainSeed } from './any-seed';
import type { Context, Desk } from './context';
import { orRefuse, Refusal } from './errors';
import { findMatch } from './find-match';
import { promptTextOf } from './prompt-text';
import { keepToken, meAt } from './seat-access';

/** Seconds a round of a match that shows an agent alone. */
const TRY_PACE = 2;

/** To everybody but the operator a remote agent's address is its host alone. */
export async function listAgents({ desk, caller }: Context, ruleset: string | undefined): Promise<AgentCard[]> {
  const cards = await agentsOf(desk).list(ruleset && withGame(ruleset));
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
export async function tryAgent(ctx: Context, input: z.output<typeof tryInput>): Promise<{ matchId: string; hostToken: string | null }> {
  const { desk } = ctx;
  const { agent } = await findAgent(agentsOf(desk), input.ref);
  const { match, token } = orRefuse(await openTable(desk.services, requestOf(input)));
  desk.services.log.info({ matchId: match.id, agent: agent.name }, 'an agent is tried');
  if (token === null) desk.run(match.id);
  else keepToken(ctx, { matchId: match.id, role: 'host', seat: null }, token);
  return { matchId: match.id, hostToken: token };
}

function requestOf({ ref, ruleset: asked, task, seed }: z.output<typeof tryInput>): TableRequest {
  const [game = '', ruleset = ''] = withGame(asked).split('/');
  const request = { game, ruleset, task, policy: ref, judgeMode: 'off' };
  if (ruleset === 'classic') return { ...request, seed: seed ?? randomTrainSeed(), pace: TRY_PACE };
  return { ...request, ...(seed !== undefined && { seed }), seats: { lab_0: OPEN_SEAT } };
}

/** Everything once it is open or over; until then a seat's own, for who holds it, and all for the host. */
export async function showTurns(ctx: Context, id: string): Promise<SeatTurns[]> {
  const match = await findMatch(ctx.desk, id);
  const turns = await ctx.desk.services.store.agents.turnsOf(id);
  if (turns.length === 0) return [];
  const may = await seatsShown(ctx, match);
  const seats = [...new Set(turns.map(({ seat }) => seat))];
  return seats.map((seat) => seatTurns(seat, may === 'all' || may.includes(seat) ? turns.filter((turn) => turn.seat === seat) : []));
}

async function seatsShown(ctx: Context, match: MatchRecord): Promise<'all' | string[]> {
  if (sightOf(match) === 'all' && !isShownLate(match)) return 'all';
  const me = await meAt(ctx, match.id);
  return me.host ? 'all' : me.seats;
}

function seatTurns(seat: string, turns: readonly AgentTurn[]): SeatTurns {
  return { seat, turns, counts: countTurns(turns) };
}

async function findAgent(agents: AgentDesk, ref: string): Promise<AgentCard> {
  const card = await agents.get(ref);
  if (!card) throw new Refusal('unknown_agent', `There is no agent "${ref}".`);
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

/** Both `open` and `gpu-market/open` are understood. */
function withGame(ruleset: string): string {
  return ruleset.includes('/') ? ruleset : `gpu-market/${ruleset}`;
}

function agentsOf({ services }: Desk): AgentDesk {
  if (!services.agents) throw new Refusal('unavailable', 'This Mandi seats no agents.');
  return services.agents;
}
