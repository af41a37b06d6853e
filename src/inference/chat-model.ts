/**
 * A language model, wherever it runs: messages go in; text, token counts and timing come out. Workers on this or other machines,
 * OpenAI-compatible servers and null models all stand behind this one interface.
 */
import type { JsonSchema } from '~/contract/prompt-format';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface Sampling {
  /** 0 always takes the likeliest token. */
  temperature: number;
  topP: number;
  topK: number;
  /** Non-negative; the same request with the same seed and batch gives the same text where the runtime can promise it. */
  seed: number;
  /** At most so many tokens are written. */
  maxTokens: number;
  /** The text ends before the first of these; none: at the model's own end. */
  stop: readonly string[];
}

/** On whose account a call goes; the meter and budgets sum by each that is set. */
export interface Account {
  match?: string;
  seat?: string;
  tournament?: string;
  agent?: string;
  /** The program that asked through the endpoint for other programs; left out: this process. */
  caller?: string;
}

export interface ChatRequest {
  /** As a backend serves it, e.g. `smollm2-135m-instruct`. */
  model: string;
  /** A LoRA adapter by its name in the models folder; null: none. */
  adapter: string | null;
  messages: readonly ChatMessage[];
  sampling: Sampling;
  /** What the text must be; enforced where the backend can (`ChatReply.held`), asked for elsewhere. null: free text. */
  schema: JsonSchema | null;
  /** Milliseconds from now; after them the call has failed with `timeout`. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Text as it is written. After a retry it begins anew: `restart` is true with the first piece of each attempt but the first. */
  onText?(piece: string, restart: boolean): void;
  account?: Account;
  /** Only these backends, in this order; [] or left out: whichever serve the model. For a backend that stands for several. */
  backends?: readonly string[];
  /** It came through the endpoint for other programs, and goes through no other such endpoint. */
  isRelayed?: boolean;
}

export interface TokenCount {
  prompt: number;
  /** Of the prompt, taken from a kept prefix; null: not known. */
  cached: number | null;
  completion: number;
  /** The backend's own count could not be true: this is Mandi's estimate. */
  estimated?: true;
}

/** What a model wrote, token by token. By Mandi's worker without the token that ended it; by a server as it tells them. */
export interface Written {
  /** In the vocabulary of the model that answered; null: the server does not tell them. */
  ids: readonly number[] | null;
  /**
   * Natural logarithm of each token's probability, in nats, never above 0. By Mandi's worker: with a temperature, among those that grammar,
   * temperature, top-k and top-p left to draw from; at temperature 0 the model's own, among those that the grammar left. By a server: as it
   * defines them.
   */
  logprobs: readonly number[];
}

/** What exactly answered; kept with every turn. null: the backend does not say. */
export interface Pin {
  model: string;
  /** `sha256:…` of the weights. */
  digest: string | null;
  adapter: string | null;
  adapterDigest: string | null;
  runtime: string | null;
}

/**
 * The very request as it went out. `held`: the server was given the schema; `any_json`: it was asked for any JSON, and the schema is in the
 * messages; `in_words`: the schema is in the messages alone; `none`: no schema was asked for.
 */
export interface Sent {
  messages: readonly ChatMessage[];
  format: 'held' | 'any_json' | 'in_words' | 'none';
  /** The schema as it was sent, in words or not; null: none. */
  schema: JsonSchema | null;
  /** Further fields by the names that they were sent under: what a server refuses is left out. */
  sampling: Readonly<Record<string, unknown>>;
}

export interface Attempt {
  backend: string;
  /** null: this one answered. */
  fault: ChatFaultCode | null;
  /** A sentence, without secrets. */
  why: string | null;
  ms: number;
}

export interface ChatReply {
  text: string;
  /** The runtime held the text to the schema while it was written. */
  held: boolean;
  /** `length`: cut at `maxTokens`. */
  end: 'stop' | 'length';
  tokens: TokenCount;
  /** Left out: the backend does not tell. */
  written?: Written;
  /** Milliseconds. `queued`: before the model began; `first`: to the first token; null: not known. */
  timing: { queued: number; first: number | null; total: number };
  /** By which backend, after which attempts (this one last). */
  backend: string;
  attempts: readonly Attempt[];
  pin: Pin;
  /** What was sent; left out: the request as it was asked, its schema held. */
  sent?: Sent;
  /** US dollars, by the prices the operator declared, tries that came to nothing among them; 0 for models run here. */
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
 * `bad_reply`: an answer that is none (not JSON, no text, a 500). `refused`: 4xx, a key that is not good. `too_long`: more prompt than
 * the model's context holds. `over_budget`: an account has spent what it may.
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
  /** What was used up although nothing came of it; null: nothing that is known. */
  bill: Bill | null = null;
  /** What was sent; null: nothing was, or the request as it was asked. */
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
  /** Tokens; null: not known. */
  context: number | null;
}

/** How a backend is doing, for lists and the page of inference. */
export interface BackendState {
  id: string;
  kind: 'workers' | 'openai' | 'null';
  /** For people: an address without its secrets, a worker's machine. */
  place: string;
  /** `open`: the circuit is broken for a while after failures, and the backend is passed over. */
  health: 'up' | 'down' | 'open' | 'unknown';
  why: string | null;
  serves: readonly ServedModel[];
  /** Models that it lists besides and that are left out here. */
  more?: number;
  capabilities: Capabilities;
  /** Requests that wait, and that are being written. */
  queued: number;
  running: number;
  /** At once. */
  slots: number | null;
  /** A server that agents brought along: only calls that name it go there. */
  ofAgents?: boolean;
  /** It is the endpoint of a Mandi, perhaps of this one: what came through such an endpoint is not sent on through it. */
  isEndpoint?: boolean;
}

/** The server of an agent answers for that agent alone: whoever added it pays for it. */
export function isForAll({ ofAgents }: Pick<BackendState, 'ofAgents'>): boolean {
  return ofAgents !== true;
}

/** A backend's id as it may be shown in figures: the server of an agent is called by its address and the name of its key, which is left out. */
export function withoutKeyOf(id: string): string {
  return id.replace(/ with \S+$/u, '');
}

/** What to set where nothing serves a model and no server that speaks OpenAI's protocol is named; '': one is named, and has its own words. */
export function nameAServer(backends: readonly Pick<BackendState, 'kind' | 'isEndpoint' | 'ofAgents'>[]): string {
  if (backends.filter(isForAll).some(({ kind, isEndpoint }) => kind === 'openai' && isEndpoint !== true)) return '';
  return ' If a server that speaks OpenAI’s protocol serves it, set OPENAI_BASE_URL to its address (http://HOST:PORT/v1) and start Mandi again.';
}

/** Whatever answers chats. Throws `ChatFault` and nothing else; a call ends by its timeout or signal whatever the model does. */
export interface ChatModel {
  readonly id: string;
  chat(request: ChatRequest): Promise<ChatReply>;
  state(): BackendState;
  close(): Promise<void>;
}
