/**
 * What the endpoint for other programs says beyond OpenAI's protocol, all of it under a field `mandi` that other clients neither send nor
 * read: what pins a turn, adapters, accounts, backends, and what became of each try.
 */
import { z } from 'zod';
import { CHAT_FAULTS, type ServedModel } from '../chat-model';
import { BUDGETED } from '../gateway/ledger';

export const ENDPOINT_PATH = '/v1';
/** Comments on a stream on which nothing else is said; whoever sent `mandi` hears one at once, and one this often. */
export const ALIVE_EVERY_MS = 2_000;
/** On requests that a Mandi sends on for another program: an endpoint answers none of them. */
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

/** In a request for a chat. */
export const askExtension = z.object({
  adapter: name.nullish(),
  /** By name, in this order. */
  backends: z.array(name).max(64).optional(),
  account: account.optional(),
  timeout_ms: z.number().int().min(1).max(3_600_000).optional(),
  /** The client can hear that a text begins anew. */
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

/** In an answer, or in the last piece of a stream. */
export const answerExtension = z.object({
  backend: name,
  attempts: z.array(attempt).max(200),
  pin: z.object({ model: name, digest, adapter: name.nullable(), adapterDigest: digest, runtime: z.string().max(1_000).nullable() }),
  seed: count,
  held: z.boolean(),
  tokens,
  timing: z.object({ queued: ms, first: ms.nullable(), total: ms }),
  cost: z.number().nonnegative(),
  /** The very request that went out, where it was another than the one asked for. */
  sent: z
    .object({
      messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).max(1_024),
      format: z.enum(['held', 'any_json', 'in_words', 'none']),
      schema: z.record(z.string(), z.unknown()).nullable(),
      sampling: z.record(z.string(), z.unknown()),
    })
    .optional(),
  /** In a stream whose pieces make another text than this, which ends before a stop. */
  text: z.string().optional(),
});
export type AnswerExtension = z.infer<typeof answerExtension>;

/** In a piece of a stream: what was said so far is void, and the text begins anew with this piece. */
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

/** Beside the list of models. */
export const listExtension = z.object({
  /** As `/api/health` names it. */
  process: z.string().max(200),
  /** A worker is loading its weights: what it serves is not listed yet. */
  starting: z.boolean(),
  backends: z.array(backend).max(256),
  /** Where it writes what budgets have lost; a client that writes in the same book leaves that to it. */
  book: z.object({ id: name, kinds: z.array(z.enum(BUDGETED)).max(BUDGETED.length).readonly() }).nullish(),
});
export type ListExtension = z.infer<typeof listExtension>;
