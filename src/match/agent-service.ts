/** The agents that can play: those included with Mandi and those added to its database. */

import { type Agent, agentRef, type ModelServer, type ModelSpec } from '~/agents/agent';
import { type AgentWords, agentOf } from '~/agents/agent-spec';
import { digestFor, digestOf } from '~/agents/digest';
import { countedPlayer, type Player } from '~/agents/player';
import { isPlayed, type NamedGame } from '~/contract/game-ref';
import type { Policy } from '~/contract/policy';
import { allPolicies, findPolicy, policyNamed } from '~/games/policies';
import { type BackendState, isForAll, nameAServer } from '~/inference/chat-model';
import type { AgentStore, KeptAgent, NewAgent } from '~/store/agent-store';
import { type Answer, answered, refused } from './answer';
import { whyNoPerson } from './table/names';

export interface AgentServiceOptions {
  builtIn: readonly Agent[];
  /** null for a program without a database, which has only the built-in agents. */
  store: AgentStore | null;
  /** For all agents except people. `trusted`: its address may be private. */
  makePlayer(agent: Agent, trusted: boolean): Player;
  /** The current model backends. */
  backends(): readonly BackendState[];
  /** State of the model that this machine serves itself. Absent: it serves none. */
  ownModel?: () => { name: string; status: string };
  /** State of the server that an agent brings. Absent: this process calls none. */
  serverAt?(server: ModelServer): BackendState;
  /** Default: what `makePlayer` makes. */
  trial?(agent: Agent, trusted: boolean): Trial;
  /**
   * The environment's keys for signing requests to programs. Absent: every name may be used and is set. `ofCommand`: the environment is the
   * command's own, not a running server's.
   */
  keys?: { whyForbidden(name: string): string | null; isSet(name: string): boolean; ofCommand?: boolean };
}

/** An agent that is tried before it is added; nothing of it is stored. */
export interface Trial {
  player: Player;
  /** The models that its server lists, [] if it does not say. Throws `ChatFault`. null: it brings no server. */
  models: ((signal: AbortSignal) => Promise<string[]>) | null;
  close(): Promise<void>;
}

/** A model or a remote program that can be asked for moves. */
export interface SeatedAgent {
  /** `name@version` */
  ref: string;
  agent: Agent;
  player: Player;
}

/** An agent as lists show it. */
export interface ListedAgent {
  /** The value of a seat's `policy`: `name@version`, or a scripted policy's id. */
  ref: string;
  agent: Agent;
  builtIn: boolean;
  /** A newer version exists. */
  older: boolean;
  ready: boolean;
  /** Why it cannot play, as a sentence. */
  notReady: string | null;
  matches: number;
}

export type AddRefusal = 'bad_input' | 'name_taken';
export type RetireRefusal = 'unknown_agent' | 'built_in';

const REF = /^([a-z0-9][a-z0-9-]{0,47})(?:@([1-9]\d{0,8}))?$/;

export class AgentService {
  private readonly options: AgentServiceOptions;
  private readonly players = new Map<string, Player>();

  constructor(options: AgentServiceOptions) {
    this.options = options;
  }

  /** A model or remote program by `name@version`, or its newest version by name; null if unknown. Retired agents can still be found. */
  async find(ref: string): Promise<SeatedAgent | null> {
    const agent = await this.agent(ref);
    if (agent === null || agent.spec.kind === 'person') return null;
    const key = `${agentRef(agent)} ${agent.digest} ${agent.trusted}`;
    const player = this.players.get(key) ?? countedPlayer(agent, this.noting(agent, this.options.makePlayer(agent, agent.trusted)));
    this.players.set(key, player);
    return { ref: agentRef(agent), agent: withoutTrust(agent), player };
  }

  /**
   * Records when a program refuses its key, which shows only when it plays. Stored in the database, because other processes may call the
   * program too.
   */
  private noting({ spec, digest }: Agent, player: Player): Player {
    const { store } = this.options;
    if (spec.kind !== 'remote' || store === null) return player;
    const key = spec.secretName === null ? 'a request without a key' : `its key ${spec.secretName}`;
    const play: Player['play'] = async (ask) => {
      const turn = await player.play(ask);
      const isRefused = turn.replies.at(-1)?.fault?.code === 'key_refused';
      const why = isRefused ? `The program refused ${key} when it was last asked. Set the right key and try the agent again.` : null;
      // A failed write is repeated at the next turn.
      if (isRefused || turn.origin !== 'fallback') await store.noteRefusal(digest, why).catch(() => undefined);
      return turn;
    };
    return { ...player, play };
  }

  /** A registered person; null if no person has that name. */
  async person(ref: string): Promise<Agent | null> {
    const agent = await this.agent(ref);
    return agent?.spec.kind === 'person' ? withoutTrust(agent) : null;
  }

  /** All agents that can be chosen, or those that play a game (as they are there); scripted ones first. Without retired agents. */
  async list(game?: NamedGame): Promise<ListedAgent[]> {
    const added = (await this.options.store?.list()) ?? [];
    const agents = [...scriptedAgents(game), ...newestOf(this.options.builtIn), ...added];
    return this.listed(agents.filter((agent) => canBeChosen(agent, game)));
  }

  /** Earlier versions that can also be chosen; by name, newest first. */
  async listOlder(game?: NamedGame): Promise<ListedAgent[]> {
    const own = this.options.builtIn.filter((agent) => !newestOf(this.options.builtIn).includes(agent));
    const added = (await this.options.store?.listOlder()) ?? [];
    const found = await this.listed([...own, ...added].filter((agent) => canBeChosen(agent, game)));
    return found.map((agent) => ({ ...agent, older: true }));
  }

  /** An agent by reference, retired or not; null if unknown. */
  async get(ref: string): Promise<ListedAgent | null> {
    const scripted = ref.includes('@') ? null : policyNamed(ref);
    const agent = scripted ? scriptedAgent(scripted) : await this.agent(ref);
    const [listed] = agent ? await this.listed([agent]) : [];
    if (!listed || scripted) return listed ?? null;
    return { ...listed, older: ((await this.agent(listed.agent.name))?.version ?? 0) > listed.agent.version };
  }

  /** If the agent exists but not in this version, a sentence that says so; otherwise null. */
  async whyNoVersion(ref: string): Promise<string | null> {
    const [name = ''] = ref.split('@', 1);
    const version = ref.slice(name.length + 1);
    if (version === '' || (await this.get(ref)) !== null) return null;
    if (policyNamed(name)) return `${name} is a built-in policy and has no versions. Leave the version out.`;
    const known = (await this.versions(name)).map((agent) => agent.version);
    if (known.length === 0) return null;
    return `The agent ${name} has no version ${version.slice(0, 20)}; it has ${known.toReversed().join(', ')}.`;
  }

  /** Newest first. */
  async versions(name: string): Promise<Agent[]> {
    const scripted = policyNamed(name);
    if (scripted) return [scriptedAgent(scripted)];
    const own = this.options.builtIn.filter((agent) => agent.name === name).sort((a, b) => b.version - a.version);
    return own.length > 0 ? own : ((await this.options.store?.versions(name)) ?? []).map(withoutTrust);
  }

  /** Adds a new agent, or a new version of a known one. */
  async add(agent: Omit<NewAgent, 'digest'>): Promise<Answer<ListedAgent, AddRefusal>> {
    const { store, builtIn } = this.options;
    if (!store) return refused('bad_input', 'This server has no database, so it cannot store agents.');
    if (agent.spec.kind === 'scripted')
      return refused('bad_input', 'Only models, remote programs and people can be added. Scripted policies are part of Mandi.');
    if (!REF.test(agent.name) || agent.name.includes('@'))
      return refused('bad_input', 'An agent’s name is 1 to 48 lowercase letters, digits and hyphens.');
    if (RESERVED.includes(agent.name)) return refused('name_taken', `${agent.name} is a reserved word: choose another name.`);
    if (policyNamed(agent.name) || builtIn.some((one) => one.name === agent.name))
      return refused('name_taken', `${agent.name} is the name of something that came with Mandi: choose another.`);
    const secretName = agent.spec.kind === 'remote' ? agent.spec.secretName : null;
    const forbidden = secretName === null ? null : (this.options.keys?.whyForbidden(secretName) ?? null);
    if (forbidden !== null) return refused('bad_input', `spec.secretName: ${forbidden}`);
    const wrong = await whyNoPerson(store, agent);
    if (wrong) return wrong;
    const added = await store.add({ ...agent, digest: digestFor(agent.spec, await store.get(agent.name)) });
    const [listed] = await this.listed([added]);
    return listed ? answered(listed) : refused('bad_input', 'The agent was not saved.');
  }

  /** Retires an agent: it can no longer be chosen, but keeps playing in its matches. */
  async retire(ref: string): Promise<Answer<ListedAgent, RetireRefusal>> {
    const found = await this.get(ref);
    if (!found) return refused('unknown_agent', (await this.whyNoVersion(ref)) ?? `There is no agent "${ref}".`);
    if (found.builtIn) return refused('built_in', `${ref} came with Mandi and cannot be removed.`);
    const retired = await this.options.store?.retire(found.agent.name, found.agent.version);
    return retired ? answered({ ...found, agent: withoutTrust(retired) }) : refused('unknown_agent', `There is no agent "${ref}".`);
  }

  /** Why its model or program cannot be called now; null if it can. Until then, its fallback plays. Lists show what programs refused. */
  whyNotReady({ spec }: Agent): string | null {
    if (spec.kind === 'remote') return this.whyNoKey(spec.secretName);
    if (spec.kind !== 'model') return null;
    if (spec.server) return this.whyNoServer(spec.model, spec.server);
    const { model, adapter, backends } = spec;
    const asked = this.options.backends().filter(isAskedBy(backends));
    const serving = asked.filter(({ serves }) => serves.some(({ name }) => name === model));
    const fits = ({ name, adapters }: BackendState['serves'][number]) => name === model && (adapter === null || adapters.includes(adapter));
    const fitting = serving.filter(({ serves }) => serves.some(fits));
    if (fitting.some(({ health }) => health === 'up' || health === 'unknown')) return null;
    const isComing = serving.length === 0 && backends.length === 0 ? this.whyNotYet(model) : null;
    if (isComing !== null) return isComing;
    if (serving.length === 0)
      return `No backend serves ${model} at the moment.${asked.map(saysOf).join('')}${backends.length === 0 ? nameAServer(asked) : ''}`;
    if (fitting.length === 0) return `No backend has the adapter ${adapter} for ${model} at the moment.`;
    return fitting.find(({ why }) => why !== null)?.why ?? `The backend of ${model} does not answer at the moment.`;
  }

  /** Why the machine's own model is not ready shortly after the start; null for another model, or if none is loading. */
  private whyNotYet(model: string): string | null {
    const own = this.options.ownModel?.();
    if (own?.name !== model) return null;
    if (own.status === 'fetching') return `${model} is still being fetched. Try again in a few minutes.`;
    return own.status === 'ready' ? `This machine has not loaded ${model} yet. Try again in a minute.` : null;
  }

  private whyNoServer(model: string, server: ModelServer): string | null {
    const noKey = this.whyKeyMissing(server.keyName);
    if (noKey !== null) return noKey;
    const state = this.options.serverAt?.(server);
    if (state === undefined || state.health === 'unknown') return null;
    if (state.health !== 'up') return `${state.why ?? `${state.id} does not answer at the moment.`} It is asked at ${state.place}.`;
    const isListed = state.serves.length === 0 || state.more !== undefined || state.serves.some(({ name }) => name === model);
    return isListed ? null : `${state.id} does not serve ${model}.${saysOf(state)}`;
  }

  /** An agent that is not stored yet, called exactly as it would be in a match. */
  trial(words: AgentWords, trusted: boolean): Trial {
    const agent = agentOf(words, { version: 1, createdAt: new Date(0).toISOString() });
    return this.options.trial?.(agent, trusted) ?? { player: this.options.makePlayer(agent, trusted), models: null, close: async () => {} };
  }

  /** Why the named key of a model server is missing; null if it is set or none is named. */
  whyKeyMissing(name: string | null): string | null {
    const { keys } = this.options;
    if (name === null || keys === undefined || keys.isSet(name)) return null;
    return keys.ofCommand === true
      ? `Its key ${name} is not set for this command, which does not use the server’s environment. Set it here too.`
      : `Its key ${name} is not set in the server’s environment: set it and restart Mandi.`;
  }

  private whyNoKey(name: string | null): string | null {
    const { keys } = this.options;
    if (name === null || keys === undefined) return null;
    const forbidden = keys.whyForbidden(name);
    return forbidden === null ? this.whyKeyMissing(name) : `Its key cannot be used: ${forbidden}`;
  }

  /** A model asked otherwise than its agent says, for evaluations; null if it is unknown or no model. Nothing of it is stored. */
  async variant(ref: string, change: (spec: ModelSpec) => ModelSpec): Promise<SeatedAgent | null> {
    const agent = await this.agent(ref);
    if (agent?.spec.kind !== 'model') return null;
    const asked = { ...agent, spec: change(agent.spec) };
    return { ref: agentRef(agent), agent: withoutTrust(asked), player: this.options.makePlayer(asked, agent.trusted) };
  }

  /** Digest of its model's weights as reported by the backends that serve it; null if unknown. */
  weightsOf({ model, backends, server }: Pick<ModelSpec, 'model' | 'backends' | 'server'>): string | null {
    const own = server && this.options.serverAt?.(server);
    const asked = own ? [own] : this.options.backends().filter(isAskedBy(backends));
    return asked.flatMap(({ serves }) => serves).find(({ name, digest }) => name === model && digest !== null)?.digest ?? null;
  }

  /** Address of a backend, for people; null if there is none of that name. */
  placeOf(backend: string): string | null {
    return this.options.backends().find(({ id }) => id === backend)?.place ?? null;
  }

  private async agent(ref: string): Promise<KeptAgent | null> {
    const [, name, number] = REF.exec(ref) ?? [];
    if (name === undefined) return null;
    const version = number === undefined ? undefined : Number(number);
    const own = this.options.builtIn.filter((agent) => agent.name === name);
    if (own.length > 0) {
      const found = version === undefined ? newestOf(own)[0] : own.find((agent) => agent.version === version);
      return found ? { ...found, trusted: true } : null;
    }
    return (await this.options.store?.get(name, version)) ?? null;
  }

  private async listed(agents: readonly Agent[]): Promise<ListedAgent[]> {
    const { store } = this.options;
    const programs = agents.filter(({ spec }) => spec.kind === 'remote');
    const matches = (await store?.matchesOf(agents.map(refOf))) ?? {};
    const refusals = await store?.refusalsOf(programs.map(({ digest }) => digest));
    return agents.map(withoutTrust).map((agent) => {
      const notReady = this.whyNotReady(agent) ?? refusals?.get(agent.digest) ?? null;
      const ref = refOf(agent);
      const builtIn = agent.spec.kind === 'scripted' || this.options.builtIn.some((one) => one.name === agent.name);
      return { ref, agent, builtIn, older: false, ready: notReady === null, notReady, matches: matches[ref] ?? 0 };
    });
  }
}

/** A built-in policy as an agent. Its version is the code's. */
export function scriptedAgent({ id, title, summary, plays }: Policy): Agent {
  const spec = { kind: 'scripted' as const, policy: id };
  const words = { title, summary, owner: 'Mandi', licence: 'MIT' };
  return { name: id, version: 1, ...words, plays, spec, digest: digestOf(spec), createdAt: BUILT, retired: false };
}

/** True for a reference of a model or a remote program, false for a scripted policy's id. */
export function isAgentRef(player: string): boolean {
  return player.includes('@');
}

/** Words with another meaning where an agent's name is accepted. */
const RESERVED: readonly string[] = ['open', 'all'];
/** The day of the first release, used for everything included with Mandi. */
const BUILT = '2026-11-21T00:00:00.000Z';

function scriptedAgents(game?: NamedGame): Agent[] {
  const all = [...new Set(allPolicies().map(({ id }) => id))].flatMap((id) => policyNamed(id) ?? []);
  return all.map((policy) => scriptedAgent({ ...((game && findPolicy(game.key, policy.id)) ?? policy), plays: policy.plays }));
}

function canBeChosen(agent: Agent, game: NamedGame | undefined): boolean {
  return !agent.retired && (game === undefined || isPlayed(agent.plays, game));
}

function newestOf(agents: readonly Agent[]): Agent[] {
  return agents.filter((agent) => agents.every((other) => other.name !== agent.name || other.version <= agent.version));
}

function refOf(agent: Agent): string {
  return agent.spec.kind === 'scripted' ? agent.spec.policy : agentRef(agent);
}

/** Removes the store's internal fields. */
function withoutTrust(agent: Agent & { trusted?: boolean }): Agent {
  const { trusted: _, ...rest } = agent;
  return rest;
}

/** Servers that agents bring are called only for those agents. */
function isAskedBy(backends: readonly string[]): (state: BackendState) => boolean {
  return (state) => (backends.length === 0 ? isForAll(state) : backends.includes(state.id));
}

const MOST_NAMES = 5;

/** A server's message for someone whose model is missing there. Empty for workers and null models, which report it elsewhere. */
function saysOf({ id, kind, place, health, why, serves }: BackendState): string {
  if (kind !== 'openai') return '';
  if (health !== 'up') return ` ${why ?? `${id} has not answered yet.`} It is asked at ${place}.`;
  if (serves.length === 0) return '';
  const more = serves.length > MOST_NAMES ? `, and ${serves.length - MOST_NAMES} more` : '';
  return ` ${id} at ${place} serves ${serves
    .slice(0, MOST_NAMES)
    .map((one) => one.name)
    .join(', ')}${more}.`;
}
