/** Agents for commands that play in this process: found by name, with whatever answers for them, for as long as the command takes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelSpec } from '~/agents/agent';
import { BUILT_IN, NULL_MODELS } from '~/agents/built-in';
import { evalAgents } from '~/api/eval-agents';
import { type Config, readConfig } from '~/config';
import type { NamedAgent } from '~/eval/eval-plan';
import type { EvalAgents } from '~/eval/play-agent';
import { allPolicies, policyNamed } from '~/games/policies';
import type { Price } from '~/inference/gateway/price';
import { nearest } from '~/lib/text/unknown-name';
import type { AgentDesk, ListedAgent } from '~/match/agent-desk';
import { refusePerson } from '~/match/name-player';
import type { Services } from '~/match/services';
import { type Minds, openMinds } from '~/start/minds';
import type { AgentStore } from '~/store/agent-store';
import { awaitModel, lossOf, modelsHere, remedyFor } from './await-model';
import { UsageError } from './exits';
import { programName } from './program-name';

const USUAL_SLOTS = 4;

export interface AgentsHere {
  agents: AgentDesk;
  hearPitches: NonNullable<Services['hearPitches']>;
  /** Those that were typed, and the null models. */
  named: NamedAgent[];
  forEval: EvalAgents;
  /** The most that a model's tokens may cost at the backends that its agent may use; null: no price is declared. */
  priceOf(spec: ModelSpec): Price | null;
}

/** Who is to be ready before anything is played. */
export interface Wanted {
  /** What may be agents' names (`agentNames`). */
  typed: readonly string[];
  /** A model is to judge. */
  judges?: boolean;
  /** Nobody will be asked: whether they are ready does not matter. */
  asksNobody?: boolean;
}

/** `database`: the one that the command uses anyhow. */
export async function withAgents<T>(
  { typed, judges = false, asksNobody = false }: Wanted,
  database: AgentStore | null,
  work: (here: AgentsHere) => Promise<T>,
): Promise<T> {
  const isOwn = (name: string) => BUILT_IN.some((agent) => agent.name === name.split('@', 1)[0]);
  const config = readConfig();
  if (database !== null || typed.every(isOwn) || !hasDatabase(config))
    return withMinds({ config, store: database, typed, judges, asksNobody }, work);
  const { withDatabase } = await import('./database-services');
  return withDatabase(({ services }) => withMinds({ config, store: services.store.agents, typed, judges, asksNobody }, work));
}

/** Models and remote programs for as long as this process plays; opened when the first of them is asked for. */
export function mindsWhenNeeded(store: AgentStore | null): MindsWhenNeeded {
  let opened: Promise<Minds> | null = null;
  let judged: Promise<void> | null = null;
  async function open(): Promise<Minds> {
    return openMinds(readConfig(), { log: QUIET, store, fetches: false, sharesAs: programName() });
  }
  return {
    async find(refs, judges = false) {
      opened ??= open();
      const minds = await opened;
      const found = (await Promise.all(refs.map((ref) => minds.agents.get(ref)))).filter((one) => one !== null);
      await awaitReady(minds, found);
      if (judges) {
        judged ??= awaitJudge(minds); // once: where none came, each match would wait anew
        await judged;
      }
      return { agents: minds.agents, hearPitches: minds.hearPitches };
    },
    async close() {
      if (opened) await (await opened).close();
    },
  };
}

export interface MindsWhenNeeded {
  /** They, and the model that `judges`, have been waited for, as long as it takes a model to load. */
  find(refs: readonly string[], judges?: boolean): Promise<Pick<Services, 'agents' | 'hearPitches'>>;
  close(): Promise<void>;
}

async function withMinds<T>(
  { config, store, typed, judges, asksNobody }: Required<Wanted> & { config: Config; store: AgentStore | null },
  work: (here: AgentsHere) => Promise<T>,
): Promise<T> {
  const minds = await openMinds(config, { log: QUIET, store, fetches: false, sharesAs: programName() });
  try {
    for (const name of typed) {
      const why = await minds.agents.whyNoVersion(name);
      if (why !== null) throw new UsageError(why);
    }
    const asked = await Promise.all(typed.map((name) => minds.agents.get(name)));
    const stray = typed.find((_, at) => asked[at] === null);
    if (stray !== undefined) refuseAlmost(stray, await minds.agents.list());
    const found = asked.filter((one) => one !== null);
    const person = found.find(({ agent }) => agent.spec.kind === 'person');
    if (person) throw new UsageError(refusePerson(person.agent).why);
    if (!asksNobody) await awaitReady(minds, found);
    if (judges) await awaitJudge(minds);
    const nulls = (await Promise.all(NULL_MODELS.map((name) => minds.agents.get(name)))).filter((one) => one !== null);
    const named = [...found, ...nulls].map(({ ref, agent: { name, plays } }) => ({ name, ref, plays }));
    return await work({
      agents: minds.agents,
      hearPitches: minds.hearPitches,
      named,
      forEval: evalAgents(minds.agents, slotsOf(minds)),
      priceOf: (spec) => dearest(minds, spec),
    });
  } finally {
    await minds.close();
  }
}

/** A name that is almost an agent's; one that is nearer to a policy's, or to none, is refused with the policies of its ruleset. */
function refuseAlmost(name: string, all: readonly ListedAgent[]): void {
  const agents = all.map(({ agent }) => agent.name);
  const near = nearest(name.replace(/@.*$/, ''), [...allPolicies().map(({ id }) => id), ...agents]);
  if (near !== null && policyNamed(near) === null && agents.includes(near))
    throw new UsageError(`unknown policy "${name}" (did you mean ${near}?); npx mandi agents list shows policies and agents`);
}

/** The highest of the prices that apply. */
function dearest({ inference }: Minds, { model, backends }: ModelSpec): Price | null {
  const ids = backends.length > 0 ? backends : inference.gateway.backends().map(({ id }) => id);
  const prices = ids.map((id) => inference.priceOf(id, model)).filter((price) => price !== null);
  return prices.sort((one, other) => other.completion + other.prompt - one.completion - one.prompt)[0] ?? null;
}

const QUIET = { info() {}, warn() {}, error() {} };

/** What a running Mandi serves is there at once; for the rest a worker of this process loads its weights. */
async function awaitReady(minds: Minds, found: readonly ListedAgent[]): Promise<void> {
  const { agents } = minds;
  const here = await modelsHere(readConfig());
  const began = Date.now();
  for (const { ref, agent, notReady } of found) {
    const isHere = agent.spec.kind === 'model' && here.has(agent.spec.model);
    const isReady = () => agents.whyNotReady(agent) === null;
    await awaitModel(minds, { isReady, isHere, began, loss: () => lossOf(minds) });
    const why = agent.spec.kind === 'model' ? agents.whyNotReady(agent) : notReady;
    if (why === null) continue;
    const help = agent.spec.kind === 'model' ? await remedyFor(agent.spec, minds) : '';
    process.stderr.write(`mandi: ${ref} cannot be asked, so its fallback plays: ${[why, help].filter(Boolean).join(' ')}\n`);
  }
}

/** A judge that never comes is no reason not to play: the rules have one of their own. */
async function awaitJudge(minds: Minds): Promise<void> {
  const config = readConfig();
  const isHere = (await modelsHere(config)).size > 0;
  await awaitModel(minds, { isReady: () => minds.judge() !== null, isHere, began: Date.now(), loss: () => lossOf(minds) });
  if (minds.judge() !== null) return;
  const remedy = await remedyFor({ model: config.model ?? '', backends: [] }, minds);
  process.stderr.write(`mandi: no model is there to judge, so the rule judge does, and its verdicts are marked as that. ${remedy}\n`);
}

/** As many episodes at once as all backends have room for. */
function slotsOf({ inference }: Awaited<ReturnType<typeof openMinds>>): number {
  const slots = inference.gateway.backends().reduce((sum, backend) => sum + (backend.kind === 'null' ? 0 : (backend.slots ?? 0)), 0);
  return Math.max(USUAL_SLOTS, slots);
}

function hasDatabase({ databaseUrl, home }: Config): boolean {
  return databaseUrl !== null || existsSync(join(home, 'postgres'));
}
