/** Validates messages from workers. A worker on another machine is not trusted. */
import { z } from 'zod';
import { CHAT_FAULTS } from '../chat-model';
import type { FromWorker } from '../worker-protocol';

export type MessageReading = { ok: true; message: FromWorker } | { ok: false; why: string };

const MOST_MODELS = 256;
const MOST_ADAPTERS = 1_024;
const MOST_SLOTS = 1_024;
const LONGEST_PIECE = 65_536;
const LONGEST_TEXT = 1_048_576;

const name = z.string().min(1).max(200);
const count = z.number().int().nonnegative();
const ms = z.number().nonnegative();
const digest = z.string().max(200).nullable();

const model = z.object({ name, digest, adapters: z.array(name).max(MOST_ADAPTERS), context: count.nullable() });
const models = z.array(model).max(MOST_MODELS);

const worker = z.object({
  id: name,
  name,
  host: name,
  pid: count,
  device: z.enum(['cpu', 'cuda', 'metal', 'vulkan']),
  threads: count,
  slots: z.number().int().min(1).max(MOST_SLOTS),
  runtime: name,
});

const tally = z.object({
  running: count,
  done: count,
  failed: count,
  promptTokens: count,
  cachedTokens: count,
  completionTokens: count,
  busyMs: ms,
  memory: z.number().nonnegative(),
});

const written = z
  .object({ ids: z.array(count).max(LONGEST_TEXT), logprobs: z.array(z.number().nonpositive()).max(LONGEST_TEXT) })
  .refine(({ ids, logprobs }) => ids.length === logprobs.length, 'as many log-probabilities as tokens');

const reply = z.object({
  text: z.string().max(LONGEST_TEXT),
  held: z.boolean(),
  end: z.enum(['stop', 'length']),
  tokens: z.object({ prompt: count, cached: count.nullable(), completion: count }),
  written: written.exactOptional(),
  timing: z.object({ queued: ms, first: ms.nullable(), total: ms }),
  pin: z.object({ model: name, digest, adapter: name.nullable(), adapterDigest: digest, runtime: name.nullable() }),
});

const message: z.ZodType<FromWorker> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), worker, models }),
  z.object({ type: z.literal('models'), models }),
  z.object({ type: z.literal('beat'), tally }),
  z.object({ type: z.literal('piece'), id: name, text: z.string().max(LONGEST_PIECE) }),
  z.object({ type: z.literal('done'), id: name, reply }),
  z.object({ type: z.literal('failed'), id: name, code: z.enum(CHAT_FAULTS), why: z.string().max(2_000).transform(faultSentence) }),
]);

/** Worker errors appear in public turns: removes its machine's folders and reduces it to one line with a period. */
function faultSentence(why: string): string {
  const plain = why
    .replaceAll(/(["'`]?)(?:[A-Za-z]:)?(?:[/\\][^\s/\\"'`]+){2,}\1/g, 'a file')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /[.!?…]$/.test(plain) ? plain : `${plain}.`;
}

export function readMessage(value: unknown): MessageReading {
  const read = message.safeParse(value);
  if (read.success) return { ok: true, message: read.data };
  const [issue] = read.error.issues;
  const place = issue && issue.path.length > 0 ? issue.path.join('.') : 'the message';
  return { ok: false, why: `${place}: ${issue?.message ?? 'unreadable'}`.slice(0, 120) };
}
