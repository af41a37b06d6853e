/** A server with OpenAI's chat completions API: vLLM, llama.cpp's server, Ollama, hosted ones. */

import { longestText, streamBytes, wholeBytes } from '../answer-limits';
import { BackendFault } from '../backend-fault';
import type { BackendState, ChatModel, ChatReply, ChatRequest, Sent, ServedModel, TokenCount } from '../chat-model';
import { RELAY_HEADER } from '../endpoint/extension';
import { readEvents } from '../read-events';
import { within } from '../within';
import { type ChatBody, Dialect } from './dialect';
import { listModels, type ModelList } from './list-models';
import { type Answer, readStream, readWhole } from './read-answer';
import { faultOf, httpErrorOf } from './read-error';
import { jsonOf, postChat, type ServerPlace } from './server-line';
import { Slots } from './slots';

export interface OpenAiEntry {
  /** The name that agents use. */
  name: string;
  /** The server's name. Default: the same. */
  as?: string | undefined;
  /** Adapters by the name that agents use, with the server's model name for each. */
  adapters?: Readonly<Record<string, string>>;
  context?: number | null;
  digest?: string | null;
}

export interface OpenAiOptions {
  id: string;
  /** Up to and including `/v1`; null: the public server. Trusted, because the operator configured it. */
  url: string | null;
  /** Read on demand and not stored. null: not needed or not set. */
  key(): string | null;
  /** The environment variable with the key; null or absent: not needed. */
  keyName?: string | null;
  /** []: what the server lists. */
  models?: readonly OpenAiEntry[];
  /** Structured output. `auto`: tried once and remembered. */
  schema?: boolean | 'auto';
  stream?: boolean;
  /** Requests log-probabilities and token ids. */
  logprobs?: boolean;
  /** Maximum concurrent requests; null: no limit. */
  slots?: number | null;
  /** Time limit of a request, even if its caller allows more. */
  timeoutSeconds?: number | null;
  /** How often the server is asked for its models. */
  refreshMs?: number;
  /** See `BackendState`. */
  ofAgents?: boolean;
}

const SLOTS = 16;
const REFRESH_MS = 60_000;
/** A server that is down is checked more often, because someone may be starting it. */
const DOWN_REFRESH_MS = 3_000;
const LIST_MS = 10_000;
const MOST_LESSONS = 10;
const CHARACTERS_A_TOKEN = 4;

export function openAiModel(options: OpenAiOptions): ChatModel {
  return new OpenAiModel(options);
}

class OpenAiModel implements ChatModel {
  readonly id: string;
  private readonly options: OpenAiOptions;
  private readonly slots: Slots;
  private readonly dialects = new Map<string, Dialect>();
  private readonly refresher: NodeJS.Timeout;
  private readonly closing = new AbortController();
  private listed: ModelList = { names: [], more: 0, isEndpoint: false };
  private health: 'up' | 'down' | 'unknown' = 'unknown';
  private why: string | null = null;

  constructor(options: OpenAiOptions) {
    this.id = options.id;
    this.options = options;
    this.slots = new Slots(options.slots === undefined ? SLOTS : options.slots);
    const refreshMs = options.refreshMs ?? REFRESH_MS;
    let askedAt = Date.now();
    this.refresher = setInterval(
      () => {
        if (this.health !== 'down' && Date.now() - askedAt < refreshMs * 0.9) return;
        askedAt = Date.now();
        void this.refresh();
      },
      Math.min(refreshMs, DOWN_REFRESH_MS),
    );
    this.refresher.unref();
    void this.refresh();
  }

  chat(request: ChatRequest): Promise<ChatReply> {
    const ms = Math.min(request.timeoutMs, (this.options.timeoutSeconds ?? Number.POSITIVE_INFINITY) * 1000);
    const late = () => `${this.id} did not answer in ${(ms / 1000).toFixed(1)} s.`;
    const began = performance.now();
    return within({ ms, signal: request.signal, late }, (signal) =>
      this.slots.use(request.account?.match ?? '', signal, () => this.ask(request, { signal, began })),
    );
  }

  state(): BackendState {
    return {
      id: this.id,
      kind: 'openai',
      place: placeOf(this.options.url),
      health: this.health,
      why: this.why,
      serves: this.serves(),
      capabilities: {
        schema: this.options.schema === false ? false : [...this.dialects.values()].every((dialect) => dialect.takesSchemas),
        adapters: (this.options.models ?? []).some(({ adapters }) => Object.keys(adapters ?? {}).length > 0),
        batching: false,
        streaming: this.options.stream ?? true,
      },
      queued: this.slots.queued,
      running: this.slots.running,
      slots: this.options.slots === undefined ? SLOTS : this.options.slots,
      ...(this.listed.isEndpoint && { isEndpoint: true }),
      ...(this.options.ofAgents && { ofAgents: true }),
      ...(this.listed.more > 0 && (this.options.models ?? []).length === 0 && { more: this.listed.more }),
    };
  }

  async close(): Promise<void> {
    clearInterval(this.refresher);
    this.closing.abort();
  }

  private serves(): ServedModel[] {
    const { models = [] } = this.options;
    if (models.length === 0) return this.listed.names.map((name) => ({ name, digest: null, adapters: [], context: null }));
    return models.map(({ name, digest = null, context = null, adapters = {} }) => ({
      name,
      digest,
      context,
      adapters: Object.keys(adapters),
    }));
  }

  private async ask(request: ChatRequest, { signal, began }: { signal: AbortSignal; began: number }): Promise<ChatReply> {
    const name = this.nameOf(request);
    const dialect = this.dialectOf(name);
    const queued = performance.now() - began;
    const key = this.options.key();
    const noKey = this.whyNoKey(key);
    if (noKey !== null) throw new BackendFault('refused', noKey);
    const place = { url: this.options.url, key };
    for (let lessons = 0; ; lessons += 1) {
      const body = dialect.body(name, request);
      const sent = dialect.sent(body, request);
      try {
        const answer = await send(place, { body, dialect, request, signal, id: this.id });
        this.tell('up', null);
        return this.replyOf(request, { answer, dialect, body, sent, began, queued });
      } catch (thrown) {
        const http = httpErrorOf(thrown);
        if (http && lessons < MOST_LESSONS && !signal.aborted && dialect.learn(http, body)) continue;
        const fault = faultOf(thrown, this.who(key));
        if (http?.status === 401 || http?.status === 403) this.tell('down', fault.message);
        if (fault.code === 'unreachable' && !signal.aborted) this.tell('down', fault.message);
        fault.sent = sent;
        throw fault;
      }
    }
  }

  private replyOf(request: ChatRequest, { answer, dialect, body, sent, began, queued }: Outcome): ChatReply {
    const isHeld = request.schema !== null && 'response_format' in body && dialect.takesSchemas;
    if (isHeld && answer.end === 'stop' && !isJson(answer.text)) dialect.distrust();
    const total = Math.round(performance.now() - began);
    return {
      text: beforeStop(answer.text, request.sampling.stop),
      held: isHeld && dialect.takesSchemas,
      end: answer.end,
      tokens: answer.tokens ?? guessed(request, answer),
      ...(body.logprobs === true && answer.written && { written: answer.written }),
      timing: { queued: Math.round(queued), first: answer.firstAt === null ? null : Math.round(answer.firstAt - began), total },
      backend: this.id,
      attempts: [{ backend: this.id, fault: null, why: null, ms: total }],
      pin: {
        model: request.model,
        digest: this.serves().find((model) => model.name === request.model)?.digest ?? null,
        adapter: request.adapter,
        adapterDigest: null,
        runtime: answer.runtime,
      },
      sent,
      cost: 0,
    };
  }

  /** The server's name for the model. If the server's models are not declared, any name is passed on. */
  private nameOf({ model, adapter }: ChatRequest): string {
    const { models = [] } = this.options;
    const entry = models.find(({ name }) => name === model);
    if (models.length === 0 && adapter === null) return model;
    const name = adapter === null ? (entry?.as ?? entry?.name) : entry?.adapters?.[adapter];
    if (name !== undefined) return name;
    throw new BackendFault('unknown_model', `${this.id} does not serve ${model}${adapter === null ? '' : ` with the adapter ${adapter}`}.`);
  }

  private dialectOf(name: string): Dialect {
    const { schema = 'auto', stream = true, logprobs = false } = this.options;
    const dialect = this.dialects.get(name) ?? new Dialect({ schema, stream, logprobs });
    this.dialects.set(name, dialect);
    return dialect;
  }

  /** Identifies the server in errors. */
  private who(key: string | null): { id: string; key: string | null; keyName: string | null } {
    return { id: this.id, key, keyName: this.options.keyName ?? null };
  }

  private whyNoKey(key: string | null): string | null {
    const { keyName = null } = this.options;
    return keyName === null || key !== null ? null : `${this.id} cannot be used: its key ${keyName} is not set in the environment.`;
  }

  private async refresh(): Promise<void> {
    const key = this.options.key();
    const noKey = this.whyNoKey(key);
    if (noKey !== null) {
      this.tell('down', noKey);
      return;
    }
    try {
      const { signal } = this.closing;
      const late = () => `${this.id} did not list its models within ${LIST_MS / 1000} s.`;
      const place = { url: this.options.url, key };
      this.listed = await within({ ms: LIST_MS, signal, late }, (inner) => listModels(place, inner));
      this.tell('up', null);
    } catch (thrown) {
      const status = httpErrorOf(thrown)?.status;
      if (status === 404 || status === 405 || status === 501)
        this.tell('up', null); // the server is up but has no list
      else if (!this.closing.signal.aborted) this.tell('down', faultOf(thrown, this.who(key)).message);
    }
  }

  private tell(health: 'up' | 'down', why: string | null): void {
    this.health = health;
    this.why = why;
  }
}

interface Outcome {
  answer: Answer;
  dialect: Dialect;
  body: ChatBody;
  sent: Sent;
  began: number;
  queued: number;
}

interface Sending {
  body: ChatBody;
  dialect: Dialect;
  request: ChatRequest;
  signal: AbortSignal;
  id: string;
}

async function send(place: ServerPlace, { body, dialect, request, signal, id }: Sending): Promise<Answer> {
  const { onText, sampling } = request;
  const { maxTokens } = sampling;
  const reader = { id, longest: longestText(maxTokens) };
  const headers: Record<string, string> = request.isRelayed === true ? { [RELAY_HEADER]: '1' } : {};
  const response = await postChat(place, body, { headers, signal });
  const isWhole = !body.stream || response.headers.get('content-type')?.includes('json') === true;
  if (isWhole || response.body === null) {
    if (body.stream) dialect.stopStreaming();
    const answer = readWhole(await jsonOf(response, wholeBytes(maxTokens, body.logprobs === true)), reader);
    onText?.(answer.text, false);
    return answer;
  }
  const events = readEvents(response.body, { mostBytes: streamBytes(maxTokens), mostHeld: wholeBytes(maxTokens) });
  return readStream(events, reader, (piece) => onText?.(piece, false));
}

/** Estimate for servers that do not count: the number of chunks for the reply, and one token per four characters for the prompt. */
function guessed({ messages }: ChatRequest, { pieces, text }: Answer): TokenCount {
  const characters = messages.reduce((sum, message) => sum + message.content.length, 0);
  const completion = Math.max(pieces, Math.ceil(text.length / CHARACTERS_A_TOKEN));
  return { prompt: Math.ceil(characters / CHARACTERS_A_TOKEN), cached: null, completion };
}

/** Servers accept few stops or none, so the text is also cut here. */
function beforeStop(text: string, stops: readonly string[]): string {
  const places = stops.map((stop) => text.indexOf(stop)).filter((place) => place >= 0);
  return places.length === 0 ? text : text.slice(0, Math.min(...places));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Only host and path, without login and query. */
function placeOf(url: string | null): string {
  if (url === null) return 'OpenAI’s public server';
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
