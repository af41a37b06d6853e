import { setTimeout } from 'node:timers/promises';
import { readConfig } from '~/config';
import { KNOWN_MODELS } from '~/inference/models/known-models';
import { spawnLocalWorker } from '~/inference/models/spawn-local-worker';
import { type Inference, openInference } from '~/inference/open-inference';

const PATIENCE_MS = 300_000;

/** Inference that serves all of `models`; a local worker is started for the first of them that this machine can run. `slots`: turns at once. */
export async function openModels(models: readonly string[], slots = 1): Promise<Inference> {
  const config = readConfig();
  const log = { info: () => {}, warn: (fields: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`) };
  const warm = models.find((name) => KNOWN_MODELS.some((known) => known.name === name));
  const local = () => spawnLocalWorker({ models: config.models, slots, threads: 1, ...(warm === undefined ? {} : { warm }) });
  const inference = await openInference(config, warm === undefined ? { log } : { log, local });
  const until = Date.now() + PATIENCE_MS;
  const serves = (model: string) => inference.gateway.backends().some((backend) => backend.serves.some(({ name }) => name === model));
  while (!models.every(serves)) {
    if (Date.now() > until) throw new Error(`nothing serves ${models.join(', ')}: run npx mandi models pull first`);
    await setTimeout(500);
  }
  return inference;
}
