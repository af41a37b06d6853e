/** Agents for commands that play in this process: found by name, with whatever answers for them, for as long as the command takes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelSpec } from '~/agents/agent';
import { BUILT_IN, NULL_MODELS } from '~/agents/built-in';
import { evalAgents, READY_MS } from '~/api/eval-agents';
import { type Config, type Device, readConfig } from '~/config';
import type { NamedAgent } from '~/eval/eval-plan';
import type { EvalAgents } from '~/eval/play-agent';
import { KNOWN_MODELS } from '~/inference/models/known-models';
import { openModels } from '~/inference/models/models';
import { findRuntime } from '~/inference/models/runtime';
import { servableHere } from '~/inference/models/servable';
import type { AgentDesk, ListedAgent } from '~/match/agent-desk';
import { refusePerson } from '~/match/name-player';
import type { Services } from '~/match/services';
import { type Minds, openMinds } from '~/start/minds';
import type { AgentStore } from '~/store/agent-store';
import { UsageError } from './exits';
import { programName } from './program-name';

const LOOK_EVERY_MS = 100;
/** Servers say what they serve within that time, or are not there. */
const SERVERS_MS = 3_000;
/** A worker that was lost is started again, and again: one that has not come by then will not. */
const LOST_MS = 10_000;
const USUAL_SLOTS = 4;

export interface AgentsHere {
  agents: AgentDesk;
  hearPitches: NonNullable<Services['hearPitches']>;
  /** Those that were typed, and the null models. */
  named: NamedAgent[];
  forEval: EvalAgents;
}

/** Who is to be ready before anything is played. */
export interface Wanted {
  /** What may be agents' names (`agentNames`). */
  typed: readonly string[];
  /** A model is to judge. */
  judges?: boolean;
}

/** `database`: the one that the command uses anyhow. */
export async function withAgents<T>(
  { typed, judges = false }: Wanted,
  database: AgentStore | null,
  work: (here: AgentsHere) => Promise<T>,
): Promise<T> {
  const isOwn = (name: string) => BUILT_IN.some((agent) => agent.name === name.split('@', 1)[0]);
  const config = readConfig();
  if (database !== null || typed.every(isOwn) || !hasDatabase(config)) return withMinds({ config, store: database, typed, judges }, work);
  const { withDatabase } = await import('./database-services');
  return withDatabase(({ services }) => withMinds({ config, store: services.store.agents, typed, judges }, work));
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
  { config, store, typed, judges }: Required<Wanted> & { config: Config; store: AgentStore | null },
  work: (here: AgentsHere) => Promise<T>,
): Promise<T> {
  const minds = await openMinds(config, { log: QUIET, store, fetches: false, sharesAs: programName() });
  try {
    for (const name of typed) {
      const why = await minds.agents.whyNoVersion(name);
      if (why !== null) throw new UsageError(why);
    }
    const found = (await Promise.all(typed.map((name) => minds.agents.get(name)))).filter((one) => one !== null);
    const person = found.find(({ agent }) => agent.spec.kind === 'person');
    if (person) throw new UsageError(refusePerson(person.agent).why);
    await awaitReady(minds, found);
    if (judges) await awaitJudge(minds);
    const nulls = (await Promise.all(NULL_MODELS.map((name) => minds.agents.get(name)))).filter((one) => one !== null);
    const named = [...found, ...nulls].map(({ ref, agent: { name, plays } }) => ({ name, ref, plays }));
    return await work({ agents: minds.agents, hearPitches: minds.hearPitches, named, forEval: evalAgents(minds.agents, slotsOf(minds)) });
  } finally {
    await minds.close();
  }
}

const QUIET = { info() {}, warn() {}, error() {} };

/** What a running Mandi serves is there at once; for the rest a worker of this process loads its weights. */
async function awaitReady(minds: Minds, found: readonly ListedAgent[]): Promise<void> {
  const { agents } = minds;
  const here = await modelsHere(readConfig());
  const began = Date.now();
  for (const { ref, agent } of found) {
    const isHere = agent.spec.kind === 'model' && here.has(agent.spec.model);
    const isReady = () => agents.whyNotReady(agent) === null;
    await awaitModel(minds, { isReady, isHere, began, loss: () => lossOf(minds) });
    const why = agents.whyNotReady(agent);
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

interface Coming {
  isReady(): boolean;
  /** Its weights lie here. */
  isHere: boolean;
  began: number;
  /** Why the last worker here ended; null: none did. */
  loss(): string | null;
}

/** A server that loads its weights is waited for as long as a worker here. */
export async function awaitModel(
  minds: Pick<Minds, 'isServerStarting' | 'serveHere'>,
  { isReady, isHere, began, loss }: Coming,
): Promise<void> {
  const patience = () => (isHere || minds.isServerStarting() ? READY_MS : SERVERS_MS);
  let lostAt: number | null = null;
  while (!isReady() && Date.now() - began < patience()) {
    if (isHere && !minds.isServerStarting()) minds.serveHere();
    if (loss() !== null) lostAt ??= Date.now();
    if (lostAt !== null && Date.now() - lostAt >= LOST_MS && !minds.isServerStarting()) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

function lossOf({ inference }: Pick<Minds, 'inference'>): string | null {
  return inference.pool.loss;
}

/** Names of the models that a worker of this process serves; none where it is to start none. */
async function modelsHere(config: Config): Promise<ReadonlySet<string>> {
  const cards = config.model === null ? [] : await servableHere(config);
  return new Set(cards.filter(({ kind }) => kind === 'model').map(({ name }) => name));
}

/** What would help; '': the backends have said all that there is to say. */
async function remedyFor({ model, backends }: Pick<ModelSpec, 'model' | 'backends'>, minds: Minds): Promise<string> {
  const { models: folder, device, model: asked } = readConfig();
  const { gateway, pool } = minds.inference;
  if (gateway.backends().some(({ serves }) => serves.some(({ name }) => name === model))) return '';
  if (backends.length > 0 && !backends.includes(pool.id)) return `It asks only ${backends.join(', ')}.`;
  if (asked === null) return 'MANDI_MODEL is off: no model of this machine is served.';
  const [card, runtime] = await Promise.all([openModels(folder).find(model), findRuntime(folder, device)]);
  if (card !== null) return whyNotServed(device, { loss: pool.loss, hasRuntime: runtime !== null });
  const isKnown = KNOWN_MODELS.some(({ name }) => name === model);
  return isKnown ? `npx mandi models pull ${model} fetches it.` : `npx mandi models add FILE.gguf --name ${model} takes it in.`;
}

/** Of a model whose weights lie here. */
export function whyNotServed(device: Device, { loss, hasRuntime }: { loss: string | null; hasRuntime: boolean }): string {
  if (!hasRuntime)
    return `The model is here, and what runs it on ${device} is not: npx mandi models pull${device === 'cpu' ? '' : ` --device ${device}`} brings it.`;
  if (loss !== null) return `The model is here, and its worker does not start: ${loss}.`;
  return `The model is here, and has not been loaded within ${READY_MS / 1000} s.`;
}

/** As many episodes at once as all backends have room for. */
function slotsOf({ inference }: Awaited<ReturnType<typeof openMinds>>): number {
  const slots = inference.gateway.backends().reduce((sum, backend) => sum + (backend.kind === 'null' ? 0 : (backend.slots ?? 0)), 0);
  return Math.max(USUAL_SLOTS, slots);
}

function hasDatabase({ databaseUrl, home }: Config): boolean {
  return databaseUrl !== null || existsSync(join(home, 'postgres'));
}
