import { readdir, readFile, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { ModelError } from './model-error';
import type { ModelCard } from './model-labels';

/** Allows names such as Ollama's `qwen3:4b`. */
const NAME_PATTERN = /^[a-z0-9][a-z0-9._:-]{0,63}$/;

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/**
 * `<name>.json` next to the weights. Required: `kind`, `name` and `digest`, and `base` for an adapter. Other fields are kept (how it was
 * trained, …). `file`: relative to the card, or absolute if the weights were linked.
 */
export const cardFileSchema = z.looseObject({
  kind: z.enum(['model', 'adapter']).default('model'),
  name: z.string().regex(NAME_PATTERN),
  title: z.string().optional(),
  file: z.string().optional(),
  digest,
  licence: z.string().nullish(),
  source: z.string().optional(),
  context: z.number().int().positive().nullish(),
  base: z.looseObject({ name: z.string(), digest: digest.nullish() }).nullish(),
  quantizedFrom: z.looseObject({ name: z.string(), digest }).nullish(),
});

export type CardFile = z.input<typeof cardFileSchema>;

export function refuseBadName(name: string): void {
  if (NAME_PATTERN.test(name)) return;
  throw new ModelError(
    'unknown_name',
    `"${name}" is not a valid model name: use lowercase letters, digits, ".", "_", "-" and ":", at most 64 characters.`,
  );
}

/** A model name as part of a file name; some file systems do not allow colons. */
export function fileStemOf(name: string): string {
  return name.replaceAll(':', '+');
}

/** Cards of a folder whose weights exist, by name; [] if the folder does not exist. */
export async function readCards(folder: string, shipped: boolean): Promise<ModelCard[]> {
  const names = await readdir(folder).catch(() => []);
  const cards = await Promise.all(names.filter((name) => name.endsWith('.json')).map((name) => readCard(folder, name, shipped)));
  return cards.flatMap((card) => card ?? []).sort((one, other) => (one.name < other.name ? -1 : 1));
}

async function readCard(folder: string, name: string, shipped: boolean): Promise<ModelCard | null> {
  const read = cardFileSchema.safeParse(parseJson(await readFile(join(folder, name), 'utf8').catch(() => '')));
  if (!read.success) return null;
  const card = read.data;
  const file = card.file ?? `${name.slice(0, -'.json'.length)}.gguf`;
  const path = isAbsolute(file) ? file : join(folder, file);
  const there = await stat(path).catch(() => null);
  if (there === null) return null;
  return {
    kind: card.kind,
    name: card.name,
    title: card.title ?? card.name,
    file: path,
    bytes: there.size,
    digest: card.digest,
    licence: card.licence ?? null,
    source: card.source ?? (shipped ? 'comes with Mandi' : path),
    context: card.context ?? null,
    base: card.base ? { name: card.base.name, digest: card.base.digest ?? null } : null,
    quantizedFrom: card.quantizedFrom ? { name: card.quantizedFrom.name, digest: card.quantizedFrom.digest } : null,
    shipped,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
