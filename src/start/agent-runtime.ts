/** The model services of a server: the gateway to language models, this machine's worker, and the agents. */
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

/** The settings needed here. */
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

/** No models and no servers, only null models. */
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
  /** null: only the agents included with Mandi. */
  store: AgentStore | null;
  /** false: serves existing models and downloads none. */
  fetches?: boolean;
  /** This program's name. If set, it uses a running Mandi (`findServer`) before it loads weights itself. Absent: it uses none. */
  sharesAs?: string;
  /** The web process of this database that hosts the workers (`start/hub`); used like a running Mandi. */
  findHub?(): Promise<ServerPlace | null>;
  /** Who may connect a worker. Absent: none from outside. */
  isAllowed?: (request: IncomingMessage) => boolean;
}

export interface AgentRuntime {
  inference: Inference;
  agents: AgentService;
  hearPitches: NonNullable<Services['hearPitches']>;
  /** The model that would judge a pitch now; null if none is served. */
  judge(): string | null;
  /** State of the model of `MANDI_MODEL`. */
  model(): InferenceState['model'];
  /** Starts a worker in this process for models that the running Mandi does not serve. */
  serveHere(): void;
  /** The hub moved to another process or to this one. If to this one, workers that connected while there was no hub stay. */
  hubChanged(isHere: boolean): void;
  /** A running Mandi is available and tried first. */
  isServerThere(): boolean;
  /** The running Mandi is loading a worker's weights. */
  isServerStarting(): boolean;
  /** True once the model of `MANDI_MODEL` is available, false if there is none or the download failed. */
  whenReady: Promise<boolean>;
  close(): Promise<void>;
}

/** Does not wait for models: they are downloaded and workers started in the background. Throws `InferenceFileError`. */
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
    // After a start the own worker still reads its weights while matches go on: their turns wait for it.
    standby: (model) => keeper?.has(model) === true && (sharesAs === undefined || share?.serveHere() === true),
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
  /** An agent with its own server uses it through the gateway, which counts and limits it like any other. */
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

/** Secrets of Mandi, databases and model servers must not sign requests. */
function keyOf(config: Pick<Config, 'secret'>, name: string): string | null {
  return whyNoProgramKey(name) === null ? config.secret(name) : null;
}

/** The default model if it is served, otherwise the first that any backend serves; null if there is none. */
function judgingModel({ model }: Pick<Config, 'model'>, backends: readonly BackendState[]): string | null {
  const up = backends.filter(
    ({ kind, health, ofAgents }) => kind !== 'null' && ofAgents !== true && (health === 'up' || health === 'unknown'),
  );
  const served = up.flatMap(({ serves }) => serves.map(({ name }) => name));
  return served.find((name) => name === model) ?? served[0] ?? null;
}

// Uses the models of a running Mandi, and serves the others in this process.

interface ShareOptions extends Pick<ServerModelOptions, 'find' | 'caller' | 'lookEveryMs'> {
  /** This process's inference; not called before the first check is over. */
  inference(): Pick<Inference, 'pool' | 'rest' | 'wake'>;
}

export interface Share {
  server: ServerModel;
  /** The server serves everything requested so far, so no local worker is started. */
  readonly isEnough: boolean;
  /** true: a local worker may start and serve what exists here. */
  serveHere(): true;
}

/** Checks for a running Mandi once before anything is loaded, and then regularly. */
export async function openShare({ inference, ...options }: ShareOptions): Promise<Share> {
  let isAlone = false;
  let isOpen = false;
  const server = new ServerModel({
    ...options,
    onChange(isThere) {
      if (!isOpen || isThere) return; // a newly found one may first have to load its models
      isAlone = true;
      inference().wake();
    },
    onLook() {
      if (!isOpen || !isSpare(inference())) return;
      isAlone = false;
      inference().rest();
    },
  });
  /** Stopping the local worker would lose nothing. */
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
