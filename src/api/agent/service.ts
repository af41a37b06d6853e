/** Use cases of the agent procedures: cards, details with results, adding, a match to try one, and null models for comparison. */

import type { z } from 'zod';
import type { Agent, AgentSpec } from '~/agents/agent';
import { readAgentWords } from '~/agents/agent-spec';
import { type AgentTurn, publicTurn } from '~/agents/agent-turn';
import { countTurns } from '~/agents/count-turns';
import { promptFor } from '~/agents/prompt-formats';
import { AddressRefused, guardAddress } from '~/agents/remote/guard-address';
import { type AnyGame, replay } from '~/contract/game';
import { standInFor } from '~/games/policies';
import { readGame } from '~/games/read-game';
import { sightOf } from '~/live/frames';
import { isShownLate } from '~/live/match-state';
import type { AgentService } from '~/match/agent-service';
import { openNullMatches } from '~/match/null-matches';
import { OPEN_SEAT } from '~/match/open-match';
import { readName } from '~/match/table/names';
import { openTable, type TableRequest } from '~/match/table/open-table';
import type { MatchRecord } from '~/store/event-store';
import { demoLeagues } from '~/tournament/demo-league';
import { findMatch } from '../access/find-match';
import { keepToken, meAt } from '../access/seat-access';
import type { Context, SharedServices } from '../context';
import { orRefuse, Refusal } from '../errors';
import { gameFilter, gameNamed } from '../inputs';
import { randomTrainSeed } from '../match/any-seed';
import type { addAgentInput, agentListInput, nullsInput, tryInput, turnsInput } from './inputs';
import { resultsOf } from './results';
import type { AgentCard, AgentSheet, NullMatches, TurnsPage } from './types';

/** Someone who plays alone against bots keeps nobody waiting, so turns are long. */
const LONE_CLOCK_SECONDS = 600;
/** Seconds per round of a match that shows an agent without people. */
const TRY_PACE = 2;

/** For everyone but the operator, a remote agent's address is only its host, and the reason why it is not ready is hidden. */
export async function listAgents({ shared, caller }: Context, { older, ...named }: z.output<typeof agentListInput>): Promise<AgentCard[]> {
  const { game: key, version } = gameFilter(named);
  const game = key && { key, version };
  const cards = await (older ? agentsOf(shared).listOlder(game) : agentsOf(shared).list(game));
  return caller.isOperator ? cards : cards.map(publicCard);
}

export async function showAgent({ shared, caller }: Context, ref: string): Promise<AgentSheet> {
  const agents = agentsOf(shared);
  const card = await findAgent(agents, ref);
  const all = await agents.versions(card.agent.name);
  const versions = caller.isOperator ? all : all.map(asPublic);
  const shown = caller.isOperator ? card : publicCard(card);
  const { store } = shared.services;
  const [results, demos] = await Promise.all([resultsOf(store.agents, all), demosOf(store, card.ref)]);
  return { card: shown, versions, results, demos, promptText: promptTextOf(card.agent), olderPrompts: olderPromptsOf(card.agent) };
}

async function demosOf(store: SharedServices['services']['store'], ref: string): Promise<AgentSheet['demos']> {
  const theirs = (await demoLeagues(store)).filter(({ entrants }) => entrants.some(({ player }) => player === ref));
  return theirs.map(({ id, plan }) => ({ id, name: plan.name }));
}

/** The operator's message contains addresses, models and key names. */
function publicCard(card: AgentCard): AgentCard {
  const { agent, notReady } = card;
  const what = agent.spec.kind === 'remote' ? 'program' : 'model';
  return { ...card, agent: asPublic(agent), notReady: notReady === null ? null : `Its ${what} is not available at the moment.` };
}

/** Path and query of an address may be secret. */
function asPublic(agent: Agent): Agent {
  const { spec } = agent;
  if (spec.kind === 'model' && spec.server)
    return { ...agent, spec: { ...spec, server: { url: originOf(spec.server.url), keyName: null } } };
  return spec.kind === 'remote' ? { ...agent, spec: { ...spec, url: originOf(spec.url), secretName: null } } : agent;
}

function originOf(url: string): string {
  return `${new URL(url).origin}/`;
}

/** An address entered on a screen must be public, now and whenever it is called. */
export async function addAgent(shared: SharedServices, input: z.output<typeof addAgentInput>): Promise<AgentCard> {
  const read = readAgentWords(input);
  if (!read.ok) throw new Refusal('bad_input', read.why);
  const why = await whyNotFromHere(shared, read.value.spec);
  if (why !== null) throw new Refusal('bad_input', why);
  return orRefuse(await agentsOf(shared).add({ ...read.value, trusted: false }));
}

export async function retireAgent(shared: SharedServices, ref: string): Promise<AgentCard> {
  return orRefuse(await agentsOf(shared).retire(ref));
}

/** A table with a free seat against the agent, or a match without people if nobody can join. */
export async function tryAgent(
  ctx: Context,
  { name, ...input }: z.output<typeof tryInput>,
): Promise<{ matchId: string; hostToken: string | null }> {
  const { shared } = ctx;
  if (input.ref !== undefined) await refusePerson(shared, input.ref);
  if (name !== undefined) orRefuse(readName(name, []));
  const { match, token } = orRefuse(await openTable(shared.services, requestOf(input)));
  shared.services.log.info({ matchId: match.id, agent: input.ref ?? 'stand-in' }, 'an agent is tried');
  if (token === null) shared.run(match.id);
  else keepToken(ctx, { matchId: match.id, role: 'host', seat: null }, token);
  return { matchId: match.id, hostToken: token };
}

async function refusePerson(shared: SharedServices, ref: string): Promise<void> {
  const { agent } = await findAgent(agentsOf(shared), ref);
  if (agent.spec.kind === 'person')
    throw new Refusal('bad_input', `${agent.title} is a person: make a table with a seat for ${ref}, and send them its link.`);
}

function requestOf({
  ref,
  task,
  seed,
  seats = {},
  options,
  clockSeconds = LONE_CLOCK_SECONDS,
  ...named
}: Omit<z.output<typeof tryInput>, 'name'>): TableRequest {
  const game = gameNamed(named);
  const { key, version } = game.ref;
  const request = { game: key, version, task, policy: ref ?? standInFor(key), judgeMode: 'off', options };
  const free = seatForPeople(game, { ...options, task_type: task }, Object.keys(seats));
  if (free === null) return { ...request, seats, seed: seed ?? randomTrainSeed(), pace: TRY_PACE };
  return { ...request, clockSeconds, ...(seed !== undefined && { seed }), seats: { ...seats, [free]: OPEN_SEAT } };
}

/** The first seat that a person can claim; null if there is none. */
function seatForPeople(game: AnyGame, raw: object, taken: readonly string[]): string | null {
  const config = game.parseConfig(raw);
  return (config.ok && game.seats(config.value).find(({ id, people }) => people && !taken.includes(id))?.id) || null;
}

/** Plays null models in a model's seats, in the background. */
export async function playNulls(
  { services, run }: SharedServices,
  { ref, task, ...named }: z.output<typeof nullsInput>,
): Promise<NullMatches> {
  const { ref: of } = gameNamed(named);
  const matches = orRefuse(await openNullMatches(services, { ref, game: of.key, version: of.version, task }));
  services.log.info({ agent: ref, opened: matches.opened.length }, 'null models are compared with models');
  for (const id of matches.opened) run(id);
  return matches;
}

async function findAgent(agents: AgentService, ref: string): Promise<AgentCard> {
  const card = await agents.get(ref);
  if (!card) throw new Refusal('unknown_agent', (await agents.whyNoVersion(ref)) ?? `There is no agent "${ref}".`);
  return card;
}

const MODEL_SERVERS =
  'Other machines can reach this server, so you cannot add the address of a model server in the browser. Add the agent on the server’s command line.';

/** Why an address entered on a screen is not called; null if it is, or there is none. */
export async function whyNotFromHere({ access }: SharedServices, spec: AgentSpec): Promise<string | null> {
  if (spec.kind === 'model') return spec.server === undefined || access.loopback ? null : MODEL_SERVERS;
  if (spec.kind !== 'remote') return null;
  try {
    await guardAddress(spec.url);
    return null;
  } catch (fault) {
    if (fault instanceof AddressRefused) return fault.message;
    throw fault;
  }
}

export function agentsOf({ services }: SharedServices): AgentService {
  if (!services.agents) throw new Refusal('unavailable', 'This server cannot play agents.');
  return services.agents;
}

const ANY_SEED = 5;

function promptTextOf({ spec, plays }: Agent): string | null {
  if (spec.kind !== 'model') return null;
  const texts = plays.flatMap((ruleset) => textIn(ruleset, spec.prompt) ?? []);
  const [only] = texts;
  if (only === undefined) return null;
  return texts.length === 1 ? only.text : texts.map(({ ruleset, version, text }) => `# ${ruleset}, ${version}\n\n${text}`).join('\n\n');
}

/** Pinned agents keep their prompt, so it can differ from the one that new agents get. */
function olderPromptsOf({ spec, plays }: Agent): AgentSheet['olderPrompts'] {
  if (spec.kind !== 'model') return [];
  return plays.flatMap((named) => {
    const read = readGame({ game: named });
    const [own, newest] = read.ok ? [promptFor(read.value.ref, spec.prompt), promptFor(read.value.ref)] : [null, null];
    return !own || !newest || own.version === newest.version ? [] : [{ game: named, prompt: own.version, newest: newest.version }];
  });
}

function textIn(named: string, prompt: string): { ruleset: string; version: string; text: string } | null {
  const read = readGame({ game: named });
  if (!read.ok) return null;
  const rules = read.value;
  const format = promptFor(rules.ref, prompt);
  const config = rules.parseConfig({ task_type: rules.tasks[0]?.id, seed: ANY_SEED });
  if (!format || !config.ok) return null;
  const state = replay(rules, rules.open(config.value));
  const seat = rules.seats(config.value)[0]?.id ?? '';
  return { ruleset: named, version: format.version, text: format.decide.prompt(rules.observe(state, seat), []).system };
}

// The agents' turns in a match, in pages, as far as the caller may see them.

/** Size of a page as JSON. */
const MOST_BYTES = 2 * 1024 * 1024;
/** Upper bound of a seat's text; see `longestText`. */
const MOST_TEXT = 270_000;

/** Everything once the match is open or over. Before, holders see their own seat and the host sees all. Newest first. */
export async function showTurns(ctx: Context, { matchId, cursor, limit }: z.output<typeof turnsInput>): Promise<TurnsPage> {
  const match = await findMatch(ctx, matchId);
  const { agents } = ctx.shared.services.store;
  const all = await agents.turnCounts(matchId);
  const seats = all.map(({ seat }) => seat);
  const may = seats.length === 0 ? [] : await seatsShown(ctx, match);
  const shown = may === 'all' ? seats : seats.filter((seat) => may.includes(seat));
  const before = readCursor(cursor);
  const turns = (await agents.turnPage(matchId, { seats: shown, before, limit, mostBytes: MOST_BYTES })).map(clipped);
  const page = ctx.caller.isOperator ? turns : turns.map(publicTurn);
  const [oldest] = page;
  const isMore =
    oldest !== undefined && all.some((one) => shown.includes(one.seat) && isBefore({ turn: one.oldest, seat: one.seat }, oldest));
  return {
    seats: all.map(({ seat, counts }) => ({
      seat,
      turns: page.filter((turn) => turn.seat === seat),
      counts: shown.includes(seat) ? counts : countTurns([]),
    })),
    next: isMore ? cursorOf(oldest) : null,
  };
}

/** In the store's order. */
function isBefore(one: Pick<AgentTurn, 'turn' | 'seat'>, other: Pick<AgentTurn, 'turn' | 'seat'>): boolean {
  return one.turn < other.turn || (one.turn === other.turn && one.seat < other.seat);
}

/** Turns from earlier versions may contain replies of many megabytes. */
function clipped(turn: AgentTurn): AgentTurn {
  return { ...turn, replies: turn.replies.map((reply) => ({ ...reply, text: reply.text?.slice(0, MOST_TEXT) ?? null })) };
}

async function seatsShown(ctx: Context, match: MatchRecord): Promise<'all' | string[]> {
  if (sightOf(match) === 'all' && !isShownLate(match)) return 'all';
  const me = await meAt(ctx, match.id);
  return me.host ? 'all' : me.seats;
}

function readCursor(cursor: string | null | undefined): { turn: number; seat: string } | null {
  const [turn, seat] = cursor?.split(' ') ?? [];
  return turn === undefined || seat === undefined ? null : { turn: Number(turn), seat };
}

function cursorOf({ turn, seat }: Pick<AgentTurn, 'turn' | 'seat'>): string {
  return `${turn} ${seat}`;
}
