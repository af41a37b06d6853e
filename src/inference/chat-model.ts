/**
 * A language model, wherever it runs: takes messages, returns text, token counts and timing. Workers on any machine, OpenAI-compatible
 * servers and null models implement this interface.
 */
import type { JsonSchema } from '~/contract/prompt-format';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface Sampling {
  /** 0 always selects the most likely token. */
  temperature: number;
  topP: number;
  topK: number;
  /** Non-negative. Where the runtime is deterministic, the same request with the same seed and batch gives the same text. */
  seed: number;
  /** Maximum number of tokens to write. */
  maxTokens: number;
  /** The text ends before the first of these. Empty: the model decides. */
  stop: readonly string[];
}

/** The accounts that a call is charged to. The meter and budgets sum by each one that is set. */
export interface Account {
  match?: string;
  seat?: string;
  tournament?: string;
  agent?: string;
  /** The program that called through the endpoint for other programs. Absent: this process. */
  caller?: string;
}

export interface ChatRequest {
  /** The name used by a backend, e.g. `smollm2-135m-instruct`. */
  model: string;
  /** Name of a LoRA adapter in the models folder; null: none. */
  adapter: string | null;
  messages: readonly ChatMessage[];
  sampling: Sampling;
  /** Schema of the text, enforced if the backend can (`ChatReply.held`), otherwise requested in the prompt. null: free text. */
  schema: JsonSchema | null;
  /** Milliseconds from now; then the call fails with `timeout`. */
  timeoutMs: number;
  signal?: AbortSignal;
  /**
   * Called with text as it is written. After a retry the text starts over: `restart` is true for the first piece of each attempt after the
   * first.
   */
  onText?(piece: string, restart: boolean): void;
  account?: Account;
  /** Only these backends, in this order; [] or absent: any that serve the model. For a backend that represents several. */
  backends?: readonly string[];
  /** The call came through the endpoint for other programs, and must not go through another such endpoint. */
  isRelayed?: boolean;
}

export interface TokenCount {
  prompt: number;
  /** Prompt tokens found in the cache; null: unknown. */
  cached: number | null;
  completion: number;
  /** The backend's count was implausible, so this is Mandi's estimate. */
  estimated?: true;
}

/** What a model wrote, token by token. From Mandi's worker without the final end token; from a server as it reports them. */
export interface Written {
  /** Ids in the vocabulary of the model that answered; null if the server does not report them. */
  ids: readonly number[] | null;
  /**
   * Natural logarithm of each token's probability, at most 0. From Mandi's worker: with a temperature, among the tokens that grammar,
   * temperature, top-k and top-p left; at temperature 0, the model's own among those that the grammar allows. From a server: as it defines
   * them.
   */
  logprobs: readonly number[];
}

/** What exactly answered; stored with every turn. null: the backend does not report it. */
export interface Pin {
  model: string;
  /** `sha256:…` of the weights. */
  digest: string | null;
  adapter: string | null;
  adapterDigest: string | null;
  runtime: string | null;
}

/**
 * The request as sent. `held`: the server received the schema; `any_json`: it was asked for any JSON, with the schema in the messages;
 * `in_words`: the schema is only in the messages; `none`: no schema was requested.
 */
export interface Sent {
  messages: readonly ChatMessage[];
  format: 'held' | 'any_json' | 'in_words' | 'none';
  /** The schema as sent, in either form; null: none. */
  schema: JsonSchema | null;
  /** Other fields under the names as sent. Those that a server refuses are left out. */
  sampling: Readonly<Record<string, unknown>>;
}

export interface Attempt {
  backend: string;
  /** null: this attempt succeeded. */
  fault: ChatFaultCode | null;
  /** A sentence without secrets. */
  why: string | null;
  ms: number;
}

export interface ChatReply {
  text: string;
  /** The runtime enforced the schema while the text was written. */
  held: boolean;
  /** `length`: cut off at `maxTokens`. */
  end: 'stop' | 'length';
  tokens: TokenCount;
  /** Absent if the backend does not report it. */
  written?: Written;
  /** Milliseconds. `queued`: before the model started; `first`: until the first token; null: unknown. */
  timing: { queued: number; first: number | null; total: number };
  /** The backend that answered, and all attempts (this one last). */
  backend: string;
  attempts: readonly Attempt[];
  pin: Pin;
  /** What was sent. Absent: the request as given, with its schema enforced. */
  sent?: Sent;
  /** US dollars at the operator's prices, including failed attempts; 0 for models that run here. */
  cost: number;
}

export interface Capabilities {
  schema: boolean;
  adapters: boolean;
  batching: boolean;
  streaming: boolean;
}

export const CHAT_FAULTS = [
  'unknown_model',
  'unreachable',
  'timeout',
  'overloaded',
  'bad_reply',
  'refused',
  'too_long',
  'over_budget',
  'aborted',
] as const;
/**
 * `bad_reply`: an invalid response (not JSON, no text, a 500). `refused`: 4xx, an invalid key. `too_long`: the prompt exceeds the model's
 * context.
 * `over_budget`: an account has spent its budget.
 */
export type ChatFaultCode = (typeof CHAT_FAULTS)[number];

export interface Bill {
  tokens: TokenCount;
  /** US dollars. */
  cost: number;
}

export class ChatFault extends Error {
  override readonly name = 'ChatFault';
  readonly code: ChatFaultCode;
  readonly attempts: readonly Attempt[];
  /** What was used although the call failed; null if unknown or nothing. */
  bill: Bill | null = null;
  /** What was sent; null if nothing was, or the request as given. */
  sent: Sent | null = null;

  constructor(code: ChatFaultCode, message: string, attempts: readonly Attempt[] = []) {
    super(message);
    this.code = code;
    this.attempts = attempts;
  }
}

export interface ServedModel {
  name: string;
  digest: string | null;
  adapters: readonly string[];
  /** Context size in tokens; null: unknown. */
  context: number | null;
}

/** The state of a backend, for lists and the inference page. */
export interface BackendState {
  id: string;
  kind: 'workers' | 'openai' | 'null';
  /** For people: an address without secrets, or a worker's machine. */
  place: string;
  /** `open`: after failures, the circuit breaker skips the backend for a while. */
  health: 'up' | 'down' | 'open' | 'unknown';
  why: string | null;
  serves: readonly ServedModel[];
  /** Number of further models that are not listed here. */
  more?: number;
  capabilities: Capabilities;
  /** Waiting requests, and requests in progress. */
  queued: number;
  running: number;
  /** Maximum number of concurrent requests. */
  slots: number | null;
  /** A server that agents bring; only calls that name it go there. */
  ofAgents?: boolean;
  /** The endpoint of a Mandi, perhaps of this one. Calls that came through such an endpoint are not sent to it. */
  isEndpoint?: boolean;
}

/** False for an agent's own server, because whoever added it pays for it. */
export function isForAll({ ofAgents }: Pick<BackendState, 'ofAgents'>): boolean {
  return ofAgents !== true;
}

/** A backend's id for metrics. The id of an agent's server contains its key's name, which is removed. */
export function withoutKeyOf(id: string): string {
  return id.replace(/ with \S+$/u, '');
}

/**
 * Advice for when nothing serves a model and no OpenAI-compatible server is configured; '' if one is, because it reports its own errors.
 */
export function nameAServer(backends: readonly Pick<BackendState, 'kind' | 'isEndpoint' | 'ofAgents'>[]): string {
  if (backends.filter(isForAll).some(({ kind, isEndpoint }) => kind === 'openai' && isEndpoint !== true)) return '';
  return ' If a server that speaks OpenAI’s protocol serves it, set OPENAI_BASE_URL to its address (http://HOST:PORT/v1) and start Mandi again.';
}

/** Answers chats. Throws only `ChatFault`. A call ends at its timeout or signal, whatever the model does. */
export interface ChatModel {
  readonly id: string;
  chat(request: ChatRequest): Promise<ChatReply>;
  state(): BackendState;
  close(): Promise<void>;
}
