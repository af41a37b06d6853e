/** Parses a chat request in OpenAI's format. Unsupported options that would change the response are refused, not ignored. */
import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { JsonSchema } from '~/contract/prompt-format';
import type { BackendState, ChatMessage, ChatRequest } from '../chat-model';
import { type AskExtension, askExtension } from './extension';
import { badRequest, type Problem } from './problem';

export interface Ask {
  request: ChatRequest;
  stream: boolean;
  /** The client requested a final chunk with the counts. */
  countsInStream: boolean;
  /** As requested, and repeated in responses. */
  model: string;
  /** null: a client without the extension. */
  extension: AskExtension | null;
}

export type AskReading = { ok: true; ask: Ask } | { ok: false; problem: Problem };

const USUAL_TOKENS = 1_024;
const USUAL_TIMEOUT_MS = 300_000;
const MOST_MESSAGES = 2_000;
const MOST_STOPS = 16;
const SEEDS = 2 ** 31;

const part = z.object({ type: z.literal('text', 'must be text: images, audio and files are not supported'), text: z.string() });
const content = z.union([
  z.string(),
  z
    .array(part)
    .max(1_000)
    .transform((parts) => parts.map(({ text }) => text).join('')),
]);
const message = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant'], 'must be system, developer, user or assistant: tools are not supported'),
  content,
});

const count = z.number().int().min(1).max(1_000_000);
const schema = z.custom<JsonSchema>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be a JSON Schema',
);
const format = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('text') }),
    z.object({ type: z.literal('json_object') }),
    z.object({ type: z.literal('json_schema'), json_schema: z.object({ schema }) }),
  ],
  'must have the type text, json_object or json_schema',
);

/** A field that is allowed only with a value that has no effect. */
const nothing = (words: string) =>
  z
    .unknown()
    .refine((value) => value === null || value === false || value === 0 || isEmpty(value), words)
    .optional();

const body = z.object({
  model: z.string().min(1).max(400),
  messages: z.array(message).min(1).max(MOST_MESSAGES),
  max_tokens: count.nullish(),
  max_completion_tokens: count.nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().gt(0).max(1).nullish(),
  top_k: z.number().int().min(0).max(1_000).nullish(),
  seed: z.number().int().nullish(),
  stop: z.union([z.string().min(1).max(1_000), z.array(z.string().min(1).max(1_000)).max(MOST_STOPS)]).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  response_format: format.nullish(),
  n: z.literal(1, 'must be 1: for another answer, send the request again with another seed').nullish(),
  tools: nothing('is not supported: tools are not called here'),
  functions: nothing('is not supported: functions are not called here'),
  logprobs: nothing('is not supported'),
  logit_bias: nothing('is not supported'),
  presence_penalty: nothing('is not supported'),
  frequency_penalty: nothing('is not supported'),
  mandi: askExtension.nullish(),
});

export function readAsk(value: unknown, backends: readonly BackendState[]): AskReading {
  const read = body.safeParse(value);
  if (!read.success) return { ok: false, problem: problemIn(read.error) };
  const asked = read.data;
  const extension = asked.mandi ?? null;
  const { model, adapter } = named(asked.model, extension?.adapter ?? null, backends);
  const request: ChatRequest = {
    model,
    adapter,
    messages: asked.messages.map(messageOf),
    sampling: {
      temperature: asked.temperature ?? 1,
      topP: asked.top_p ?? 1,
      topK: asked.top_k ?? 0,
      seed: typeof asked.seed === 'number' ? ((asked.seed % SEEDS) + SEEDS) % SEEDS : randomInt(SEEDS),
      maxTokens: asked.max_completion_tokens ?? asked.max_tokens ?? USUAL_TOKENS,
      stop: typeof asked.stop === 'string' ? [asked.stop] : (asked.stop ?? []),
    },
    schema: schemaOf(asked.response_format),
    timeoutMs: extension?.timeout_ms ?? USUAL_TIMEOUT_MS,
    isRelayed: true,
    ...(extension?.account && { account: extension.account }),
  };
  const countsInStream = asked.stream_options?.include_usage === true;
  return { ok: true, ask: { request, stream: asked.stream === true, countsInStream, model: asked.model, extension } };
}

/** `weights+adapter` is how a list names an adapter; a model with that exact name takes precedence. */
function named(asked: string, adapter: string | null, backends: readonly BackendState[]): { model: string; adapter: string | null } {
  const at = asked.lastIndexOf('+');
  const isServed = backends.some(({ serves }) => serves.some(({ name }) => name === asked));
  if (adapter !== null || at < 1 || at === asked.length - 1 || isServed) return { model: asked, adapter };
  return { model: asked.slice(0, at), adapter: asked.slice(at + 1) };
}

function messageOf({ role, content: text }: z.infer<typeof message>): ChatMessage {
  return { role: role === 'developer' ? 'system' : role, content: text };
}

function schemaOf(asked: z.infer<typeof format> | null | undefined): JsonSchema | null {
  if (asked?.type === 'json_schema') return asked.json_schema.schema;
  return asked?.type === 'json_object' ? { type: 'object' } : null;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function problemIn(error: z.ZodError): Problem {
  const [issue] = error.issues;
  const path = issue?.path.map(String) ?? [];
  if (path.length === 0) return badRequest('The body must be one JSON object: {"model": …, "messages": […]}.');
  return badRequest(`${path.join('.')}: ${issue?.message ?? 'cannot be used'}.`, path[0] ?? null);
}
