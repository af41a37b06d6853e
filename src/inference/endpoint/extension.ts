/**
 * The endpoint's additions to OpenAI's protocol, in a field `mandi` that other clients neither send nor read: pins, adapters, accounts,
 * backends, and the result of each attempt.
 */
import { z } from 'zod';
import { CHAT_FAULTS, type ServedModel } from '../chat-model';
import { BUDGETED } from '../gateway/ledger';

export const ENDPOINT_PATH = '/v1';
/** How often comments are sent on an idle stream. A client that sent `mandi` also gets one immediately. */
export const ALIVE_EVERY_MS = 2_000;
/** Marks requests that a Mandi forwards for another program; no endpoint answers them. */
export const RELAY_HEADER = 'x-mandi-relayed';

const name = z.string().min(1).max(200);
const count = z.number().int().nonnegative();
const ms = z.number().nonnegative();
const digest = z.string().max(200).nullable();

const account = z.object({
  match: name.optional(),
  seat: name.optional(),
  tournament: name.optional(),
  agent: name.optional(),
  caller: name.optional(),
});

/** In a chat request. */
export const askExtension = z.object({
  adapter: name.nullish(),
  /** By name, in this order. */
  backends: z.array(name).max(64).optional(),
  account: account.optional(),
  timeout_ms: z.number().int().min(1).max(3_600_000).optional(),
  /** The client supports text that starts over. */
  restarts: z.boolean().optional(),
});
export type AskExtension = z.infer<typeof askExtension>;

const tokens = z.object({ prompt: count, cached: count.nullable(), completion: count });

const attempt = z.object({
  backend: name,
  fault: z.enum(CHAT_FAULTS).nullable(),
  why: z.string().max(2_000).nullable(),
  ms,
});

/** In a response, or in the last chunk of a stream. */
export const answerExtension = z.object({
  backend: name,
  attempts: z.array(attempt).max(200),
  pin: z.object({ model: name, digest, adapter: name.nullable(), adapterDigest: digest, runtime: z.string().max(1_000).nullable() }),
  seed: count,
  held: z.boolean(),
  tokens,
  timing: z.object({ queued: ms, first: ms.nullable(), total: ms }),
  cost: z.number().nonnegative(),
  /** The request as sent, if it differs from the one received. */
  sent: z
    .object({
      messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).max(1_024),
      format: z.enum(['held', 'any_json', 'in_words', 'none']),
      schema: z.record(z.string(), z.unknown()).nullable(),
      sampling: z.record(z.string(), z.unknown()),
    })
    .optional(),
  /** For a stream whose chunks add up to a different text than this, which ends before a stop. */
  text: z.string().optional(),
});
export type AnswerExtension = z.infer<typeof answerExtension>;

/** In a chunk: discard the text so far; it starts over with this chunk. */
export const pieceExtension = z.object({ restart: z.literal(true) });

/** In an error. */
export const faultExtension = z.object({
  fault: z.enum(CHAT_FAULTS),
  attempts: z.array(attempt).max(200),
  bill: z.object({ tokens, cost: z.number().nonnegative() }).nullable(),
});
export type FaultExtension = z.infer<typeof faultExtension>;

const served: z.ZodType<ServedModel> = z.object({ name, digest, adapters: z.array(name).max(4_096), context: count.nullable() });

const backend = z.object({
  id: name,
  kind: z.enum(['workers', 'openai', 'null']),
  place: z.string().max(1_000),
  health: z.enum(['up', 'down', 'open', 'unknown']),
  why: z.string().max(2_000).nullable(),
  serves: z.array(served).max(4_096).readonly(),
  capabilities: z.object({ schema: z.boolean(), adapters: z.boolean(), batching: z.boolean(), streaming: z.boolean() }),
  queued: count,
  running: count,
  slots: count.nullable(),
});

/** In the list of models. */
export const listExtension = z.object({
  /** The id from `/api/health`. */
  process: z.string().max(200),
  /** A worker is loading its weights, so its models are not listed yet. */
  starting: z.boolean(),
  backends: z.array(backend).max(256),
  /** Where it stores budget usage; a client that uses the same book leaves counting to it. */
  book: z.object({ id: name, kinds: z.array(z.enum(BUDGETED)).max(BUDGETED.length).readonly() }).nullish(),
});
export type ListExtension = z.infer<typeof listExtension>;
