import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { type CardFile, refuseBadName } from './card-file';
import { refuseWithoutSpace } from './download';
import { fileDigest } from './file-digest';
import { asModelError, ModelError } from './model-error';
import type { ModelCard, WorkHooks } from './model-words';
import { quantizeFile } from './quantize-file';

/** What weights can be rounded to. */
export const QUANTIZED_TYPES = ['q4_0'] as const;
export type QuantizedType = (typeof QUANTIZED_TYPES)[number];

export interface QuantizeOptions extends WorkHooks {
  name: string;
  type: QuantizedType;
}

/** Writes a model's weights anew in fewer bits, whole or not at all, and answers the card to be written for them. */
export async function quantizeModel(card: ModelCard, file: string, { name, type, ...hooks }: QuantizeOptions): Promise<CardFile> {
  refuseBadName(name);
  if (card.kind === 'adapter') throw new ModelError('unsupported_weights', `${card.name} is an adapter: give the model that it is for.`);
  const whole = `${file}.whole`;
  try {
    hooks.say?.(`Rounding ${card.name} to ${type.toUpperCase()} …`);
    await refuseWithoutSpace(file, card.bytes);
    await quantizeFile(card.file, whole, hooks);
    await rename(whole, file);
    return {
      kind: 'model',
      name,
      title: titleOf(card.title, type),
      file: basename(file),
      digest: await fileDigest(file, hooks.signal),
      licence: card.licence,
      source: `${card.name}, rounded to ${type.toUpperCase()}`,
      context: card.context,
      quantizedFrom: card.quantizedFrom ?? { name: card.name, digest: card.digest },
    };
  } catch (cause) {
    await Promise.all([whole, file].map((one) => rm(one, { force: true })));
    if (hooks.signal?.aborted) throw new ModelError('aborted', `Rounding ${card.name} was stopped.`);
    throw asModelError(cause, `Rounding ${card.name}`);
  }
}

/** `SmolLM2 135M Instruct (Q4_1)` names the type it has. */
function titleOf(title: string, type: QuantizedType): string {
  return `${title.replace(/ \([A-Z0-9_]+\)$/, '')} (${type.toUpperCase()})`;
}
