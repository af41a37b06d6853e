/** Creates a process's language model services from its configuration: gateway, worker pool, servers, null models. */
import type { Config } from '~/config';
import type { SpendingBook } from '~/lib/spending/spending-book';
import { BackendFault } from './backend-fault';
import type { ChatModel, ChatRequest } from './chat-model';
import { BookKeeper } from './gateway/book-keeper';
import { type Gateway, makeGateway, type ServerBackend } from './gateway/gateway';
import { BUDGETED, type Budgets } from './gateway/ledger';
import type { Price } from './gateway/price';
import { type BackendEntry, type InferenceFile, readInferenceFile } from './inference-file';
import type { InferenceState } from './inference-types';
import { LocalWorker } from './local-worker';
import { nullModel } from './null/null-model';
import { listModels } from './openai/list-models';
import { openAiModel } from './openai/openai-model';
import { faultOf, httpErrorOf } from './openai/read-error';
import type { WorkerLine } from './worker-protocol';
import { type WorkerEndpoint, type WorkerEndpointOptions, workerEndpoint } from './workers/worker-endpoint';
import { WorkerPool } from './workers/worker-pool';

/** The settings needed here. */
export type InferenceConfig = Pick<Config, 'home' | 'inferenceFile' | 'openaiUrl' | 'openaiModel' | 'model' | 'secret'>;

export interface InferenceOptions {
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
  /** Starts this machine's worker; null while there is nothing to load. Absent: no local worker. */
  local?: () => WorkerLine | null;
  /** A running Mandi that is tried first. */
  server?: ServerBackend | null;
  /** Starts, with `wake`, a worker that can serve this model; false if none can. */
  standby?(model: string): boolean;
  /** Accepts workers from other processes and machines. */
  endpoint?: Pick<WorkerEndpointOptions, 'isAllowed'>;
  /** Where budget usage is stored. Absent: it starts at zero with this process. */
  book?: SpendingBook | undefined;
  /** State of the default model, which may still be loading. */
  model?: () => InferenceState['model'];
}

/** As agents name it. */
interface AgentServer {
  /** Up to and including `/v1`. */
  url: string;
  keyName: string | null;
}

export interface Inference {
  gateway: Gateway;
  pool: WorkerPool;
  endpoint: WorkerEndpoint | null;
  state(): InferenceState;
  /** Price of a model at a backend, as set by the operator; null if unknown or it runs here. */
  priceOf(backend: string, model: string): Price | null;
  /** Adds the server that an agent brings to the gateway's backends. */
  serverAt(place: AgentServer): ChatModel;
  /** The same for a single test, without adding it. `models`: what it serves, [] if it does not say. Throws `ChatFault`. */
  tryServer(place: AgentServer): { chat: ChatModel; models(signal: AbortSignal): Promise<string[]> };
  /** This machine's worker finishes its turns and ends. */
  rest(): void;
  /** Models were added or removed: starts the local worker if it is not running, and makes all workers check again. */
  wake(): void;
  close(): Promise<void>;
}

/** Throws `InferenceFileError` if the operator's file is invalid. Does not wait for backends. */
export async function openInference(config: InferenceConfig, options: InferenceOptions): Promise<Inference> {
  const file = readInferenceFile(config.inferenceFile, config.home);
  const pool = new WorkerPool({ log: options.log });
  const servers = serversOf(file, config);
  const backends = inOrder([pool, ...servers, nullModel('random'), nullModel('constant')], file.order);
  const { server = null, standby = () => false } = options;
  const inAMoment = ({ model }: ChatRequest) => (standby(model) ? pool : null);
  const priceOf = pricesOf(file);
  const gateway = makeGateway({
    backends,
    server,
    standby: inAMoment,
    budgets: file.budgets,
    keeper: await keeperOf(file.budgets, options),
    priceOf,
  });
  const local = options.local ? new LocalWorker(pool, options.local) : null;
  const endpoint = options.endpoint ? workerEndpoint({ pool, isAllowed: options.endpoint.isAllowed }) : null;
  local?.wake();
  return {
    gateway,
    pool,
    endpoint,
    priceOf,
    serverAt: serversOfAgents(gateway, config),
    tryServer: (place) => tryServer(place, config),
    state: () => ({
      model: options.model?.() ?? { ...NO_MODEL, status: config.model === null ? 'off' : 'missing', name: config.model ?? '' },
      backends: gateway.backends(),
      workers: pool.workers(),
      meter: gateway.reading(),
    }),
    wake() {
      if (local) local.wake();
      else pool.look();
    },
    rest: () => local?.rest(),
    async close() {
      local?.stop();
      await gateway.close();
      endpoint?.close();
    },
  };
}

/** Nothing is stored if there are no budgets. */
async function keeperOf(budgets: Budgets, { book, log }: Pick<InferenceOptions, 'book' | 'log'>): Promise<BookKeeper | null> {
  if (!book || BUDGETED.every((kind) => !budgets[kind])) return null;
  return new BookKeeper({
    book,
    bookId: await book.id(),
    onFault: (fault) => log.warn({ fault }, 'what models have spent could not be saved; trying again'),
  });
}

const NO_MODEL = { done: null, total: null, why: null };

/** Servers from the file, then the one from the environment unless the file defines `openai` itself. */
function serversOf(file: InferenceFile, config: InferenceConfig): ChatModel[] {
  const servers = file.backends.map((entry) => serverOf(entry, config));
  const isAsked = config.openaiUrl !== null || config.openaiModel !== null;
  if (!isAsked || servers.some(({ id }) => id === 'openai')) return servers;
  const models = config.openaiModel === null ? [] : [{ name: config.openaiModel }];
  const keyName = config.secret('OPENAI_API_KEY') === null ? null : 'OPENAI_API_KEY';
  return [...servers, openAiModel({ id: 'openai', url: config.openaiUrl, keyName, key: () => config.secret('OPENAI_API_KEY'), models })];
}

/** Each server once, however many agents use it. */
function serversOfAgents(gateway: Pick<Gateway, 'add'>, config: InferenceConfig): Inference['serverAt'] {
  const known = new Map<string, ChatModel>();
  return ({ url, keyName }) => {
    const id = serverName(url, keyName);
    const key = () => (keyName === null ? null : config.secret(keyName));
    const model = known.get(id) ?? openAiModel({ id, url, keyName, key, ofAgents: true });
    known.set(id, model);
    gateway.add(model);
    return model;
  };
}

function tryServer({ url, keyName }: AgentServer, config: InferenceConfig): ReturnType<Inference['tryServer']> {
  const id = serverName(url, keyName);
  const key = keyName === null ? null : config.secret(keyName);
  return {
    chat: openAiModel({ id, url, keyName, key: () => key }),
    async models(signal) {
      try {
        return (await listModels({ url, key }, signal)).names;
      } catch (thrown) {
        if (httpErrorOf(thrown)?.status === 404) return []; // it has no list
        if (signal.aborted) throw new BackendFault('timeout', `${id} did not answer in time.`);
        throw faultOf(thrown, { id, key, keyName });
      }
    },
  };
}

/** Its display name: address, and the name of its key. */
function serverName(url: string, keyName: string | null): string {
  const { host, pathname } = new URL(url);
  const path = pathname.replace(/\/+$/u, '');
  return `${host}${path === '/v1' ? '' : path}${keyName === null ? '' : ` with ${keyName}`}`;
}

function serverOf(entry: BackendEntry, config: InferenceConfig): ChatModel {
  const { keyName } = entry;
  return openAiModel({ ...entry, keyName, key: () => (keyName === null ? null : config.secret(keyName)) });
}

function pricesOf(file: InferenceFile): (backend: string, model: string) => Price | null {
  return (id, name) => {
    const backend = file.backends.find((entry) => entry.id === id);
    const own = backend?.models.find((model) => model.name === name)?.price;
    return own === undefined ? (backend?.price ?? null) : own;
  };
}

function inOrder(backends: readonly ChatModel[], order: readonly string[]): ChatModel[] {
  const place = ({ id }: ChatModel) => (order.includes(id) ? order.indexOf(id) : order.length);
  return [...backends].sort((a, b) => place(a) - place(b));
}
