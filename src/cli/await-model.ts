/** Waits for a language model: as long as weights take to load if they are here or on a server that is loading, otherwise a few seconds. */
import type { ModelSpec } from '~/agents/agent';
import { READY_MS } from '~/api/report/eval-agents';
import { type Config, type Device, readConfig } from '~/config';
import { KNOWN_MODELS } from '~/inference/models/known-models';
import { openModels } from '~/inference/models/models';
import { findRuntime } from '~/inference/models/runtime';
import { servableHere } from '~/inference/models/servable';
import type { AgentRuntime } from '~/start/agent-runtime';

const LOOK_EVERY_MS = 100;
/** How long to wait for servers to list their models. */
const SERVERS_MS = 3_000;
/** A lost worker is restarted repeatedly; after this long, it has failed. */
const LOST_MS = 10_000;

export interface Coming {
  isReady(): boolean;
  /** Its weights are on this machine. */
  isHere: boolean;
  began: number;
  /** Why the last local worker ended; null if none did or another has started since. */
  loss(): string | null;
}

/** A server that is loading weights is waited for like a local worker. */
export async function awaitModel(
  agentRuntime: Pick<AgentRuntime, 'isServerStarting' | 'serveHere'>,
  { isReady, isHere, began, loss }: Coming,
): Promise<void> {
  const patience = () => (isHere || agentRuntime.isServerStarting() ? READY_MS : SERVERS_MS);
  let lostAt: number | null = null;
  while (!isReady() && Date.now() - began < patience()) {
    if (isHere && !agentRuntime.isServerStarting()) agentRuntime.serveHere();
    lostAt = loss() === null ? null : (lostAt ?? Date.now());
    if (lostAt !== null && Date.now() - lostAt >= LOST_MS && !agentRuntime.isServerStarting()) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Why this process's last worker ended; null if none did. */
export function lossOf({ inference }: Pick<AgentRuntime, 'inference'>): string | null {
  return inference.pool.loss;
}

/** Names of the models that a worker of this process can serve; empty if it must not start one. */
export async function modelsHere(config: Config): Promise<ReadonlySet<string>> {
  const cards = config.model === null ? [] : await servableHere(config);
  return new Set(cards.filter(({ kind }) => kind === 'model').map(({ name }) => name));
}

/** A suggestion; '' if the backends' messages say everything. */
export async function remedyFor(
  { model, backends, server }: Pick<ModelSpec, 'model' | 'backends' | 'server'>,
  agentRuntime: AgentRuntime,
): Promise<string> {
  if (server) return 'Start that server, or change the agent’s file to a model that it serves.';
  const { models: folder, device, model: asked } = readConfig();
  const { gateway, pool } = agentRuntime.inference;
  if (gateway.backends().some(({ serves }) => serves.some(({ name }) => name === model))) return '';
  const servers = gateway
    .backends()
    .filter(({ id, kind, isEndpoint }) => kind === 'openai' && isEndpoint !== true && (backends.length === 0 || backends.includes(id)));
  if (servers.length > 0) return 'Start that server, or change the agent’s file to a model that it serves.';
  if (backends.length > 0 && !backends.includes(pool.id)) return `It asks only ${backends.join(', ')}.`;
  if (asked === null) return 'MANDI_MODEL is off, so this machine serves no model.';
  const [card, runtime] = await Promise.all([openModels(folder).find(model), findRuntime(folder, device)]);
  if (card !== null) return whyNotServed(device, { loss: pool.loss, hasRuntime: runtime !== null });
  const isKnown = KNOWN_MODELS.some(({ name }) => name === model);
  return isKnown ? `npx mandi models pull ${model} fetches it.` : `npx mandi models add FILE.gguf --name ${model} takes it in.`;
}

/** For a model whose weights are here. */
export function whyNotServed(device: Device, { loss, hasRuntime }: { loss: string | null; hasRuntime: boolean }): string {
  if (!hasRuntime)
    return `The model is installed, but the runtime for ${device} is not. Install it: npx mandi models pull${device === 'cpu' ? '' : ` --device ${device}`}`;
  if (loss !== null) return `The model is installed, but its worker does not start: ${loss.replace(/\.$/, '')}.`;
  return `The model is installed, but did not load within ${READY_MS / 1000} s.`;
}
