/** The operator's file of backends, prices and budgets, in JSON or YAML. It contains names of keys, never keys. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { whyNoServerKey } from './key-names';

/** An invalid file; the message says where and why. */
export class InferenceFileError extends Error {
  override readonly name = 'InferenceFileError';
  readonly code = 'bad_config';
}

const name = z.string().min(1).max(200);
const dollars = z.number().nonnegative();
const limit = z.number().positive().nullable().default(null);

const price = z.strictObject({ prompt: dollars, cached: dollars.nullable().default(null), completion: dollars });

const model = z.strictObject({
  /** The name that agents use. */
  name,
  /** The server's name for it. Default: the same. */
  as: name.optional(),
  /** Adapters by the name that agents use, with the server's model name for each. */
  adapters: z.record(name, name).default({}),
  context: z.number().int().positive().nullable().default(null),
  digest: z.string().max(200).nullable().default(null),
  /** Default: the backend's. */
  price: price.nullable().optional(),
});

const backend = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'must be lowercase letters, digits, - and _'),
  kind: z.literal('openai').default('openai'),
  url: z
    .url({ protocol: /^https?$/, error: 'must look like http://localhost:8000/v1' })
    .refine(
      (url) => new URL(url).username + new URL(url).password === '',
      'must not contain a password: name an environment variable in keyName',
    ),
  /** The environment variable with the key. Absent: none. */
  keyName: z
    .string()
    .regex(/^[A-Z_][A-Z0-9_]*$/, 'must be the name of an environment variable, not the key itself')
    .superRefine((name, { addIssue }) => {
      const message = whyNoServerKey(name);
      if (message !== null) addIssue({ code: 'custom', message: `cannot be used: ${message.slice(0, -1)}` });
    })
    .nullable()
    .default(null),
  /** Default: what the server lists. */
  models: z.array(model).default([]),
  /** Structured output. `auto`: tries once and remembers. */
  schema: z.union([z.boolean(), z.literal('auto')]).default('auto'),
  stream: z.boolean().default(true),
  /** Requests log-probabilities of tokens, and token ids if the server supports it. */
  logprobs: z.boolean().default(false),
  /** Maximum concurrent requests; more wait here. null: no limit. */
  slots: z.number().int().positive().nullable().default(16),
  /** Time limit of a single request, even if the turn allows more. */
  timeoutSeconds: z.number().positive().max(3_600).nullable().default(null),
  price: price.nullable().default(null),
});

const budget = z.strictObject({ tokens: limit, calls: limit, seconds: limit, dollars: limit });

const fileSchema = z.strictObject({
  backends: z.array(backend).max(64).default([]),
  /** Ids of backends in the order they are tried, including `workers`. Those not listed follow. */
  order: z.array(name).default([]),
  budgets: z.strictObject({ seat: budget.optional(), match: budget.optional(), tournament: budget.optional() }).default({}),
});

export type InferenceFile = z.infer<typeof fileSchema>;
export type BackendEntry = InferenceFile['backends'][number];

/** `asked`: this file, which must exist. Otherwise inference.json, .yaml or .yml in `home` if it exists; not if `home` is ''. */
export function readInferenceFile(asked: string | null, home: string): InferenceFile {
  const usual = home === '' ? [] : ['json', 'yaml', 'yml'].map((end) => join(home, `inference.${end}`));
  const path = asked ?? usual.find((file) => existsSync(file));
  if (path === undefined) return fileSchema.parse({});
  const read = fileSchema.safeParse(parsed(path));
  if (!read.success) throw new InferenceFileError(`${path}: ${firstIssue(read.error)}`);
  const twice = read.data.backends.find(({ id }, index, all) => RESERVED.has(id) || all.findIndex((one) => one.id === id) !== index);
  if (twice) throw new InferenceFileError(`${path}: the backend ${twice.id} is listed twice, or its name is already used.`);
  return read.data;
}

const RESERVED = new Set(['workers', 'gateway']);

function parsed(path: string): unknown {
  try {
    const text = readFileSync(path, 'utf8');
    return path.endsWith('.json') ? JSON.parse(text) : (parseYaml(text) ?? {});
  } catch (fault) {
    const why =
      fault instanceof Error && 'code' in fault && fault.code === 'ENOENT' ? 'there is no such file' : 'it is neither JSON nor YAML';
    throw new InferenceFileError(`${path} cannot be read: ${why}.`);
  }
}

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  const place = issue?.path.join('.') || 'the file';
  return `${place} ${issue?.code === 'custom' || issue?.code === 'invalid_format' ? issue.message : `cannot be used: ${issue?.message ?? ''}`}.`;
}
