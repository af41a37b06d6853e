/** The real model under the real runtime: fetched once into MANDI_MODELS, else into .mandi-models of this clone, which survives between runs. */
import { join } from 'node:path';
import { REPOSITORY } from '~/config';
import { ModelError } from '~/inference/models/model-error';
import { openModels } from '~/inference/models/models';
import { installRuntime } from '~/inference/models/runtime';

export const REAL_MODEL = 'smollm2-135m-instruct';
export const MODELS_FOLDER = process.env.MANDI_MODELS ?? join(REPOSITORY, '.mandi-models');

/** null: it is there. Where the tests must not be left out (CI), that is a failure. */
export async function reasonWithoutModel(): Promise<string | null> {
  try {
    await openModels(MODELS_FOLDER).pull(REAL_MODEL);
    await installRuntime(MODELS_FOLDER, 'cpu');
    return null;
  } catch (error) {
    if (process.env.CI === 'true' || !(error instanceof ModelError)) throw error;
    return error.message;
  }
}
