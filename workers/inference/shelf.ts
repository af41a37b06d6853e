/** The models folder as the worker reads it: the cards that `src/inference/models` writes, and those that come with Mandi. */
import { access, readdir, readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import type { ServedModel } from '../../src/inference/chat-model';

const card = z.looseObject({
  kind: z.enum(['model', 'adapter']).default('model'),
  name: z.string(),
  file: z.string().optional(),
  digest: z.string(),
  context: z.number().nullish(),
  base: z.looseObject({ name: z.string(), digest: z.string().nullish() }).nullish(),
  quantizedFrom: z.looseObject({ name: z.string(), digest: z.string() }).nullish(),
});

export interface Shelved {
  kind: 'model' | 'adapter';
  name: string;
  /** An absolute path. */
  file: string;
  digest: string;
  context: number | null;
  base: { name: string; digest: string | null } | null;
  /** The original model, if these are its weights in fewer bits. */
  quantizedFrom: { name: string; digest: string } | null;
}

/** Folders in order; of two cards with the same name the first counts. */
export async function readShelf(folders: readonly string[]): Promise<Shelved[]> {
  const found = new Map<string, Shelved>();
  for (const folder of folders) {
    for (const name of await readdir(folder).catch(() => [])) {
      const read = name.endsWith('.json') ? await readCard(folder, name) : null;
      if (read !== null && !found.has(read.name)) found.set(read.name, read);
    }
  }
  return [...found.values()];
}

async function readCard(folder: string, name: string): Promise<Shelved | null> {
  try {
    const read = card.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
    const file = read.file ?? `${name.slice(0, -'.json'.length)}.gguf`;
    const path = isAbsolute(file) ? file : join(folder, file);
    await access(path);
    const base = read.base ? { name: read.base.name, digest: read.base.digest ?? null } : null;
    const { kind, name: title, digest, context = null, quantizedFrom = null } = read;
    return { kind, name: title, file: path, digest, context, base, quantizedFrom };
  } catch {
    return null; // not a card, or its weights are missing
  }
}

/** An adapter is served only with the weights it was trained on, or with a quantization of them. */
export function fits(adapter: Shelved, model: Shelved): boolean {
  const { base } = adapter;
  if (adapter.kind !== 'adapter' || base === null) return false;
  return [model, model.quantizedFrom].some(
    (one) => one !== null && (base.digest === null ? base.name === one.name : base.digest === one.digest),
  );
}

export function servedModels(shelf: readonly Shelved[], limit: number): ServedModel[] {
  return shelf
    .filter(({ kind }) => kind === 'model')
    .map((model) => ({
      name: model.name,
      digest: model.digest,
      adapters: shelf.filter((one) => fits(one, model)).map(({ name }) => name),
      context: model.context === null ? limit : Math.min(model.context, limit),
    }));
}
