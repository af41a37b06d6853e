import type { Config } from '~/config';
import type { ModelCard } from './model-labels';
import { type Models, openModels } from './models';
import { findRuntime } from './runtime';

/** What tests put in place of the real things. */
export interface ServableParts {
  models?: Pick<Models, 'list'>;
  find?: typeof findRuntime;
}

/** The cards, models and adapters, that a worker of this machine can serve: none without weights and the runtime of the device. */
export async function servableHere(
  { models: folder, device }: Pick<Config, 'models' | 'device'>,
  { models = openModels(folder), find = findRuntime }: ServableParts = {},
): Promise<ModelCard[]> {
  const [cards, runtime] = await Promise.all([models.list(), find(folder, device)]);
  return runtime !== null && cards.some(({ kind }) => kind === 'model') ? cards : [];
}
