import type { Config } from '~/config';
import type { ModelCard } from './model-labels';
import { type Models, openModels } from './models';
import { findRuntime } from './runtime';

/** Replaced in tests. */
export interface ServableParts {
  models?: Pick<Models, 'list'>;
  find?: typeof findRuntime;
}

/** Models and adapters that this machine's worker can serve. Empty without weights or the runtime of the device. */
export async function servableHere(
  { models: folder, device }: Pick<Config, 'models' | 'device'>,
  { models = openModels(folder), find = findRuntime }: ServableParts = {},
): Promise<ModelCard[]> {
  const [cards, runtime] = await Promise.all([models.list(), find(folder, device)]);
  return runtime !== null && cards.some(({ kind }) => kind === 'model') ? cards : [];
}
