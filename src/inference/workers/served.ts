/** What several workers serve together. */
import type { ServedModel } from '../chat-model';

/** Refuses other weights under a name that is already served, because requests could not tell them apart. */
export function whyClash(models: readonly ServedModel[], here: readonly ServedModel[]): string | null {
  for (const { name, digest } of here) {
    const own = models.find((model) => model.name === name)?.digest ?? null;
    if (own !== null && digest !== null && own !== digest)
      return `it serves different weights under the name ${name} (${own}) than a worker that is already connected (${digest}): give them another name`;
  }
  return null;
}

/** One entry per name, with all adapters that any worker has. */
export function merged(models: readonly ServedModel[]): ServedModel[] {
  const byName = new Map<string, ServedModel>();
  for (const model of models) {
    const known = byName.get(model.name);
    byName.set(model.name, known ? { ...known, adapters: [...new Set([...known.adapters, ...model.adapters])] } : model);
  }
  return [...byName.values()];
}
