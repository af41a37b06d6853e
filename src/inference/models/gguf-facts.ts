import { open } from 'node:fs/promises';
import { gguf } from '@huggingface/gguf';
import { z } from 'zod';
import { ModelError } from './model-error';

export interface GgufFacts {
  kind: 'model' | 'adapter';
  title: string | null;
  licence: string | null;
  context: number | null;
  architecture: string;
}

const header = z.looseObject({
  'general.architecture': z.string(),
  'general.type': z.string().optional(),
  'general.name': z.string().optional(),
  'general.license': z.string().optional(),
});

/** What a GGUF file says of itself; `ModelError` (`not_gguf`) for any other file. */
export async function readGgufFacts(path: string): Promise<GgufFacts> {
  if (!(await startsAsGguf(path))) throw new ModelError('not_gguf', `${path} is not a GGUF file.`);
  const read = header.safeParse(await readMetadata(path));
  if (!read.success) throw new ModelError('not_gguf', `${path} is a GGUF file without a model's header.`);
  const metadata = read.data;
  const architecture = metadata['general.architecture'];
  const context = Number(metadata[`${architecture}.context_length`]);
  return {
    kind: metadata['general.type'] === 'adapter' ? 'adapter' : 'model',
    title: metadata['general.name'] ?? null,
    licence: licenceOf(metadata['general.license']),
    context: Number.isInteger(context) && context > 0 ? context : null,
    architecture,
  };
}

async function startsAsGguf(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (file === null) throw new ModelError('not_found', `There is no readable file ${path}.`);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString('latin1') === 'GGUF';
  } catch {
    return false; // a folder
  } finally {
    await file.close();
  }
}

async function readMetadata(path: string): Promise<unknown> {
  try {
    return (await gguf(path, { allowLocalFile: true })).metadata;
  } catch {
    throw new ModelError('not_gguf', `${path} begins as a GGUF file and then breaks off.`);
  }
}

/** Files write `apache-2.0`; SPDX writes `Apache-2.0`. */
function licenceOf(licence: string | undefined): string | null {
  if (licence === undefined || licence.trim() === '') return null;
  return /^apache-2\.0$/i.test(licence) ? 'Apache-2.0' : licence;
}
