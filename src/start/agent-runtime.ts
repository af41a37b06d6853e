/** What thinks in a server: the gateway to language models, the worker of this machine, and the agents that can be seated. */
import type { IncomingMessage } from 'node:http';
import type { Agent } from '~/agents/agent';
import { BUILT_IN } from '~/agents/built-in';
import { makePlayer } from '~/agents/make-player';
import type { Chats } from '~/agents/model-player';
import type { Config } from '~/config';
import type { BackendState } from '~/inference/chat-model';
import { ServerModel, type ServerModelOptions, type ServerPlace } from '~/inference/endpoint/server-model';
import type { InferenceState } from '~/inference/inference-types';
import { whyNoProgramKey } from '~/inference/key-names';
import { keepModelReady, type ModelKeeper } from '~/inference/models/keep-model-ready';
import { type Inference, openInference } from '~/inference/open-inference';
import { hearPitchesBy } from '~/judging/hear-pitches';
import { AgentService, type AgentServiceOptions } from '~/match/agent-service';
import type { Log, Services } from '~/match/services';
import type { AgentStore } from '~/store/agent-store';
import { findServer } from './place';

/** The part of the configuration that this needs. */
export type AgentRuntimeConfig = Pick<
  Config,
  | 'home'
  | 'inferenceFile'
  | 'openaiUrl'
  | 'openaiModel'
  | 'model'
  | 'models'
  | 'device'
  | 'threads'
  | 'secret'
  | 'workerToken'
  | 'mandiUrl'
  | 'adminToken'
>;

/** No model and no server: null models alone. */
export const NO_MINDS: AgentRuntimeConfig = {
  home: '',
  inferenceFile: null,
  openaiUrl: null,
  openaiModel: null,
  model: null,
  models: '',
  device: 'cpu',
  threads: 1,
  workerToken: null,
  mandiUrl: 'off',
  adminToken: null,
  secret: () => null,
};

export interface AgentRuntimeOptions {
  log: Log;
  /** null: agents that come with Mandi alone. */
  store: AgentStore | null;
  /** false: models that lie here are served, and none is fetched. */
  fetches?: boolean;
  /** The name of this program: it asks a Mandi that runs (`findServer`) before it loads weights of its own. Left out: it asks none. */
  sharesAs?: string;
  /** Another web process of this database that keeps the workers (`start/hub`): asked like a running Mandi. */
  findHub?(): Promise<ServerPlace | null>;
  /** Who may bring a worker; left out: nobody from outside. */
  isAllowed?: (request: IncomingMessage) => boolean;
}

export interface AgentRuntime {
  inference: Inference;
  agents: AgentService;
  hearPitches: NonNullable<Services['hearPitches']>;
  /** The model that would hear a pitch now; null: none is served. */
  judge(): string | null;
  /** How the model of `MANDI_MODEL` stands. */
  model(): InferenceState['model'];
  /** What a running Mandi does not serve is to be served by a worker of this process. */
  serveHere(): void;
  /** Another process keeps the workers from now on, or this one does: then those that came while there was no hub stay. */
  hubChanged(isHere: boolean): void;
  /** A running Mandi is asked first. */
  isServerThere(): boolean;
  /** A running Mandi is asked, and loads the weights of a worker at this moment. */
  isServerStarting(): boolean;
  /** True once the model of `MANDI_MODEL` is here, false where there is to be none or it could not be fetched. */
  whenReady: Promise<boolean>;
  close(): Promise<void>;
}

/** Nothing here waits for a model: it is fetched, and its worker started, in the background. Throws `InferenceFileError`. */
export async function openAgentRuntime(
  config: AgentRuntimeConfig,
  { log, store, fetches = true, sharesAs, findHub, isAllowed }: AgentRuntimeOptions,
): Promise<AgentRuntime> {
  let keeper: ModelKeeper | null = null;
  const find = findHub ?? (sharesAs === undefined ? null : () => findServer(config));
  const share = find === null ? null : await openShare({ find, caller: sharesAs ?? 'web process', inference: () => inference });
  const inference: Inference = await openInference(config, {
    log,
    local: () => (share?.isEnough === true ? null : (keeper?.line() ?? null)),
    server: share?.server ?? null,
    book: store?.spending,
    ...(share && sharesAs !== undefined && { standby: (model) => keeper?.has(model) === true && share.serveHere() }),
    ...(isAllowed && { endpoint: { isAllowed } }),
    model: () => keeper?.state() ?? { status: 'off', name: '', done: null, total: null, why: null },
  });
  const started = keepModelReady(
    { ...config, fetches },
    {
      log: { info: (line) => log.info({}, line), warn: (line) => log.warn({}, line) },
      onModels: () => setImmediate(() => inference.wake()),
    },
  );
  keeper = started;
  const judge = () => judgingModel(config, inference.gateway.backends());
  return {
    inference,
    judge,
    agents: agentService(config, inference, { store, isCommand: sharesAs !== undefined, ownModel: () => started.state() }),
    hearPitches: hearPitchesBy({ chat: inference.gateway, model: judge }),
    model: () => started.state(),
    serveHere: () => void share?.serveHere(),
    hubChanged(isHere) {
      share?.server.forget();
      if (!isHere) inference.endpoint?.disconnect();
    },
    isServerThere: () => share?.server.isThere === true,
    isServerStarting: () => share?.server.isStarting === true,
    whenReady: started.whenReady,
    async close() {
      started.close();
      await inference.close();
    },
  };
}

export function agentService(
  config: Pick<Config, 'secret'>,
  { gateway, serverAt, tryServer }: Pick<Inference, 'gateway' | 'serverAt' | 'tryServer'>,
  { store, isCommand, ownModel }: { store: AgentStore | null; isCommand: boolean; ownModel?: AgentServiceOptions['ownModel'] },
): AgentService {
  /** An agent with a server of its own is asked there, through the gateway, which counts and limits it like any other. */
  function chatsOf({ spec }: Agent): Chats {
    const server = spec.kind === 'model' ? spec.server : undefined;
    if (server === undefined) return gateway;
    const { id } = serverAt(server);
    return { chat: (request) => gateway.chat(request, { backends: [id] }) };
  }
  const asked = (isTrusted: boolean) => ({ isTrusted, secretOf: (name: string) => keyOf(config, name) });
  return new AgentService({
    builtIn: BUILT_IN,
    store,
    makePlayer: (agent, isTrusted) => makePlayer(agent, { chat: chatsOf(agent), remote: asked(isTrusted) }),
    trial(agent, isTrusted) {
      const server = agent.spec.kind === 'model' ? agent.spec.server : undefined;
      const own = server && tryServer(server);
      const player = makePlayer(agent, { chat: own?.chat ?? gateway, remote: asked(isTrusted) });
      return { player, models: own?.models ?? null, close: async () => own?.chat.close() };
    },
    backends: () => gateway.backends(),
    ...(ownModel && { ownModel }),
    serverAt: (server) => serverAt(server).state(),
    keys: {
      whyForbidden: whyNoProgramKey,
      isSet: (name) => config.secret(name) !== null,
      ofCommand: isCommand,
    },
  });
}

/** Mandi's own secrets, a database's and those of model servers sign nothing. */
function keyOf(config: Pick<Config, 'secret'>, name: string): string | null {
  return whyNoProgramKey(name) === null ? config.secret(name) : null;
}

/** The default model where it is served, else the first that any backend serves; null: none. */
function judgingModel({ model }: Pick<Config, 'model'>, backends: readonly BackendState[]): string | null {
  const up = backends.filter(
    ({ kind, health, ofAgents }) => kind !== 'null' && ofAgents !== true && (health === 'up' || health === 'unknown'),
  );
  const served = up.flatMap(({ serves }) => serves.map(({ name }) => name));
  return served.find((name) => name === model) ?? served[0] ?? null;
}

// A process that uses the models of a running Mandi, and serves itself with what that does not serve.

interface ShareOptions extends Pick<ServerModelOptions, 'find' | 'caller' | 'lookEveryMs'> {
  /** This process's; called when the first look is over, at the earliest. */
  inference(): Pick<Inference, 'pool' | 'rest' | 'wake'>;
}

export interface Share {
  server: ServerModel;
  /** The server serves what was asked for so far: no worker is started here. */
  readonly isEnough: boolean;
  /** true: a worker here may be started, and what lies here is served. */
  serveHere(): true;
}

/** Looks for a running Mandi, once before anything is loaded and then all the while. */
export async function openShare({ inference, ...options }: ShareOptions): Promise<Share> {
  let isAlone = false;
  let isOpen = false;
  const server = new ServerModel({
    ...options,
    onChange(isThere) {
      if (!isOpen || isThere) return; // one that has come may have to load its models first
      isAlone = true;
      inference().wake();
    },
    onLook() {
      if (!isOpen || !isSpare(inference())) return;
      isAlone = false;
      inference().rest();
    },
  });
  /** Nothing would be missed without the worker here. */
  function isSpare({ pool }: Pick<Inference, 'pool'>): boolean {
    const { serves, queued } = pool.state();
    return server.servesModels && queued === 0 && !pool.isStarting && server.servesAll(serves);
  }
  await server.look();
  isOpen = true;
  return {
    server,
    get isEnough() {
      return server.isThere && !isAlone && (server.isStarting || server.servesModels);
    },
    serveHere() {
      if (!isAlone) {
        isAlone = true;
        inference().wake();
      }
      return true;
    },
  };
}
