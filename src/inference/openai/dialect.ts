/**
 * Which optional fields a model at a server accepts. Learned by trying: everything is sent once, and fields refused by name are left out
 * afterwards. `schema` is the strict form; some servers only support `object` (any JSON); the rest get the schema as text.
 */
import type { ChatMessage, ChatRequest, Sent } from '../chat-model';
import type { HttpError } from './read-error';

type SchemaLevel = 'schema' | 'object' | 'none';

/** The body of a request, with fields beyond the client's types that many servers accept. */
export interface ChatBody {
  model: string;
  messages: ChatMessage[];
  stream: boolean;
  [field: string]: unknown;
}

const DROPPABLE = ['top_k', 'seed', 'temperature', 'top_p', 'stop', 'stream_options', 'return_token_ids', 'logprobs'] as const;
type Droppable = (typeof DROPPABLE)[number];

export class Dialect {
  private readonly dropped = new Set<Droppable>();
  private readonly mayLearnSchema: boolean;
  private level: SchemaLevel;
  private isStreaming: boolean;
  private limitField: 'max_tokens' | 'max_completion_tokens' = 'max_tokens';
  private isTrusted = true;
  private readonly asksLogprobs: boolean;

  constructor({ schema, stream, logprobs = false }: { schema: boolean | 'auto'; stream: boolean; logprobs?: boolean }) {
    this.asksLogprobs = logprobs;
    this.level = schema === false ? 'none' : 'schema';
    this.mayLearnSchema = schema === 'auto';
    this.isStreaming = stream;
  }

  get takesSchemas(): boolean {
    return this.level === 'schema' && this.isTrusted;
  }

  get streams(): boolean {
    return this.isStreaming;
  }

  body(model: string, { messages, sampling, schema }: ChatRequest): ChatBody {
    const { temperature, topP, topK, seed, stop } = sampling;
    const optional: Record<Droppable, unknown> = {
      temperature,
      top_p: topP,
      top_k: topK > 0 ? topK : undefined,
      seed,
      stop: stop.length > 0 ? stop : undefined,
      stream_options: this.isStreaming ? { include_usage: true } : undefined,
      logprobs: this.asksLogprobs || undefined,
      // vLLM's field; llama.cpp's server returns ids with the log-probabilities.
      return_token_ids: this.asksLogprobs || undefined,
    };
    const kept = Object.entries(optional).filter(([name, value]) => value !== undefined && !this.dropped.has(name as Droppable));
    return {
      model,
      messages: schema !== null && !this.takesSchemas ? asking(messages, schema) : [...messages],
      stream: this.isStreaming,
      [this.limitField]: sampling.maxTokens,
      ...Object.fromEntries(kept),
      ...(schema === null ? {} : this.format(schema)),
    };
  }

  /** The parts of this body that are stored with the turn. */
  sent(body: ChatBody, { schema }: ChatRequest): Sent {
    const { response_format, messages, ...rest } = body;
    const beside = ['model', 'stream', 'stream_options'];
    const sampling = Object.fromEntries(Object.entries(rest).filter(([name]) => !beside.includes(name)));
    const isWhole = response_format !== undefined && this.level === 'schema';
    const format = schema === null ? 'none' : isWhole ? 'held' : response_format === undefined ? 'in_words' : 'any_json';
    return { messages, format, schema, sampling };
  }

  /** If an optional field was refused, leaves it out from now on and returns true: the request is worth retrying. */
  learn({ status, said, param }: HttpError, body: ChatBody): boolean {
    if (status !== 400 && status !== 422) return false;
    const names = (name: string) => param === name || new RegExp(`["'\`\\s.]${name}["'\`\\s.,:]`).test(` ${said} `);
    if (this.limitField === 'max_tokens' && said.includes('max_completion_tokens')) {
      this.limitField = 'max_completion_tokens';
      return true;
    }
    const name = DROPPABLE.find((one) => one in body && (param === one || (one.includes('_') ? said.includes(one) : isQuoted(said, one))));
    if (name) {
      this.dropped.add(name);
      return true;
    }
    if (
      'response_format' in body &&
      this.mayLearnSchema &&
      /response_format|json_schema|json_object|schema|grammar|structured/i.test(said)
    ) {
      this.level = this.level === 'schema' ? 'object' : 'none';
      return true;
    }
    if (this.isStreaming && names('stream')) {
      this.isStreaming = false;
      return true;
    }
    return false;
  }

  /** The server accepted the schema but did not follow it. */
  distrust(): void {
    this.isTrusted = false;
  }

  /** The server ignored the request to stream. */
  stopStreaming(): void {
    this.isStreaming = false;
  }

  private format(schema: ChatRequest['schema']): { response_format?: unknown } {
    if (this.level === 'none') return {};
    if (this.level === 'object') return { response_format: { type: 'json_object' } };
    return { response_format: { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } } };
  }
}

/** Matches `['stop']`, `"stop"`, `'stop'`: common words count only in quotes. */
function isQuoted(said: string, name: string): boolean {
  return new RegExp(`["'\`]${name}["'\`\\\\]`).test(said);
}

/** Appends the schema as text to the last message, for servers that cannot enforce it. */
function asking(messages: readonly ChatMessage[], schema: ChatRequest['schema']): ChatMessage[] {
  const words = `Answer with one JSON value that fits this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`;
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, { role: 'user', content: words }];
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${words}` }];
}
