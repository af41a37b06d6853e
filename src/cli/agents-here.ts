/** Agents for commands that play in this process: looked up by name, with their backends, for the duration of the command. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelSpec } from '~/agents/agent';
import { BUILT_IN } from '~/agents/built-in';
import { evalAgents, namedAgent } from '~/api/report/eval-agents';
import { type Config, readConfig } from '~/config';
import type { NamedAgent } from '~/eval/eval-plan';
import type { EvalAgents } from '~/eval/play-agent';
import { allPolicies, policyNamed } from '~/games/policies';
import type { Price } from '~/inference/gateway/price';
import { nearest } from '~/lib/text/unknown-name';
import type { AgentService, ListedAgent } from '~/match/agent-service';
import { refusePerson } from '~/match/name-player';
import type { Services } from '~/match/services';
import { type AgentRuntime, openAgentRuntime } from '~/start/agent-runtime';
import type { AgentStore } from '~/store/agent-store';
import { awaitModel, lossOf, modelsHere, remedyFor } from './await-model';
import { UsageError } from './exits';
import { programName } from './program-name';

const USUAL_SLOTS = 4;

export interface AgentsHere {
  agents: AgentService;
  hearPitches: NonNullable<Services['hearPitches']>;
  /** The requested agents. */
  named: NamedAgent[];
  forEval: EvalAgents;
  /** The highest price of a model's tokens at the backends that its agent may use; null: no price is set. */
  priceOf(spec: ModelSpec): Price | null;
}

/** What must be ready before anything is played. */
export interface Wanted {
  /** Possible agent names (`agentNames`). */
  typed: readonly string[];
  /** A model judges. */
  judges?: boolean;
  /** No agent will be asked, so readiness does not matter. */
  asksNobody?: boolean;
}

/** `database`: one that the command has opened anyway. */
export async function withAgents<T>(
  { typed, judges = false, asksNobody = false }: Wanted,
  database: AgentStore | null,
  work: (here: AgentsHere) => Promise<T>,
): Promise<T> {
  const isOwn = (name: string) => BUILT_IN.some((agent) => agent.name === name.split('@', 1)[0]);
  const config = readConfig();
  if (database !== null || typed.every(isOwn) || !hasDatabase(config))
    return withAgentRuntime({ config, store: database, typed, judges, asksNobody }, work);
  const { withDatabase } = await import('./database-services');
  return withDatabase(({ services }) => withAgentRuntime({ config, store: services.store.agents, typed, judges, asksNobody }, work));
}

/** Models and remote programs while this process plays; opened when the first is needed. */
export function agentRuntimeWhenNeeded(store: AgentStore | null): AgentRuntimeWhenNeeded {
  let opened: Promise<AgentRuntime> | null = null;
  let judged: Promise<void> | null = null;
  async function open(): Promise<AgentRuntime> {
    return openAgentRuntime(readConfig(), { log: QUIET, store, fetches: false, sharesAs: programName() });
  }
  return {
    async find(refs, judges = false) {
      opened ??= open();
      const agentRuntime = await opened;
      const found = (await Promise.all(refs.map((ref) => agentRuntime.agents.get(ref)))).filter((one) => one !== null);
      await awaitReady(agentRuntime, found);
      if (judges) {
        judged ??= awaitJudge(agentRuntime); // only once, because otherwise each match would wait again
        await judged;
      }
      return { agents: agentRuntime.agents, hearPitches: agentRuntime.hearPitches };
    },
    async close() {
      if (opened) await (await opened).close();
    },
  };
}

export interface AgentRuntimeWhenNeeded {
  /** Finds agents and waits until they, and the model if it `judges`, are ready, for as long as a model may take to load. */
  find(refs: readonly string[], judges?: boolean): Promise<Pick<Services, 'agents' | 'hearPitches'>>;
  close(): Promise<void>;
}

async function withAgentRuntime<T>(
  { config, store, typed, judges, asksNobody }: Required<Wanted> & { config: Config; store: AgentStore | null },
  work: (here: AgentsHere) => Promise<T>,
): Promise<T> {
  const agentRuntime = await openAgentRuntime(config, { log: QUIET, store, fetches: false, sharesAs: programName() });
  try {
    for (const name of typed) {
      const why = await agentRuntime.agents.whyNoVersion(name);
      if (why !== null) throw new UsageError(why);
    }
    const asked = await Promise.all(typed.map((name) => agentRuntime.agents.get(name)));
    const stray = typed.find((_, at) => asked[at] === null);
    if (stray !== undefined) refuseAlmost(stray, await agentRuntime.agents.list());
    const found = asked.filter((one) => one !== null);
    const person = found.find(({ agent }) => agent.spec.kind === 'person');
    if (person) throw new UsageError(refusePerson(person.agent).why);
    if (!asksNobody) await awaitReady(agentRuntime, found);
    if (judges) await awaitJudge(agentRuntime);
    const named = found.map(({ agent }) => namedAgent(agent));
    return await work({
      agents: agentRuntime.agents,
      hearPitches: agentRuntime.hearPitches,
      named,
      forEval: evalAgents(agentRuntime.agents, slotsOf(agentRuntime)),
      priceOf: (spec) => dearest(agentRuntime, spec),
    });
  } finally {
    await agentRuntime.close();
  }
}

/** Refuses a misspelled agent name. If it is closer to a policy's name or to none, the error lists the ruleset's policies. */
function refuseAlmost(name: string, all: readonly ListedAgent[]): void {
  const agents = all.map(({ agent }) => agent.name);
  const near = nearest(name.replace(/@.*$/, ''), [...allPolicies().map(({ id }) => id), ...agents]);
  if (near !== null && policyNamed(near) === null && agents.includes(near))
    throw new UsageError(`unknown policy "${name}" (did you mean ${near}?); npx mandi agents list shows policies and agents`);
}

/** The highest applicable price. */
function dearest({ inference }: AgentRuntime, { model, backends }: ModelSpec): Price | null {
  const ids = backends.length > 0 ? backends : inference.gateway.backends().map(({ id }) => id);
  const prices = ids.map((id) => inference.priceOf(id, model)).filter((price) => price !== null);
  return prices.sort((one, other) => other.completion + other.prompt - one.completion - one.prompt)[0] ?? null;
}

const QUIET = { info() {}, warn() {}, error() {} };

/** Models of a running Mandi are available immediately; for others, a worker of this process loads the weights. */
async function awaitReady(agentRuntime: AgentRuntime, found: readonly ListedAgent[]): Promise<void> {
  const { agents } = agentRuntime;
  const here = await modelsHere(readConfig());
  const began = Date.now();
  for (const { ref, agent, notReady } of found) {
    const isHere = agent.spec.kind === 'model' && here.has(agent.spec.model);
    const isReady = () => agents.whyNotReady(agent) === null;
    await awaitModel(agentRuntime, { isReady, isHere, began, loss: () => lossOf(agentRuntime) });
    const why = agent.spec.kind === 'model' ? agents.whyNotReady(agent) : notReady;
    if (why === null) continue;
    const help = agent.spec.kind === 'model' ? await remedyFor(agent.spec, agentRuntime) : '';
    process.stderr.write(`mandi: ${ref} is not available, so its fallback plays: ${[why, help].filter(Boolean).join(' ')}\n`);
  }
}

/** If no model is available to judge, the rule judge does. */
async function awaitJudge(agentRuntime: AgentRuntime): Promise<void> {
  const config = readConfig();
  const isHere = (await modelsHere(config)).size > 0;
  await awaitModel(agentRuntime, {
    isReady: () => agentRuntime.judge() !== null,
    isHere,
    began: Date.now(),
    loss: () => lossOf(agentRuntime),
  });
  if (agentRuntime.judge() !== null) return;
  const remedy = await remedyFor({ model: config.model ?? '', backends: [] }, agentRuntime);
  process.stderr.write(`mandi: no model is available to judge, so the rule judge decides; its verdicts say so. ${remedy}\n`);
}

/** As many concurrent episodes as all backends have room for. */
function slotsOf({ inference }: Awaited<ReturnType<typeof openAgentRuntime>>): number {
  const slots = inference.gateway.backends().reduce((sum, backend) => sum + (backend.kind === 'null' ? 0 : (backend.slots ?? 0)), 0);
  return Math.max(USUAL_SLOTS, slots);
}

function hasDatabase({ databaseUrl, home }: Config): boolean {
  return databaseUrl !== null || existsSync(join(home, 'postgres'));
}
