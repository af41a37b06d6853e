import { copyFile, link, open, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { gguf } from '@huggingface/gguf';
import { z } from 'zod';
import { type CardFile, fileStemOf, refuseBadName } from './card-file';
import { checkAdapter } from './check-adapter';
import { download, refuseWithoutSpace } from './download';
import { fileDigest } from './file-digest';
import { asModelError, ModelError } from './model-error';
import type { ModelCard, WorkHooks } from './model-labels';

export interface AddOptions extends WorkHooks {
  /** Default: derived from the file's name. */
  name?: string;
  /** The model that an adapter is for. */
  base?: ModelCard;
  /** Refer to the file instead of copying it. */
  link?: boolean;
  licence?: string;
  /** Expected, `sha256:…`. */
  digest?: string;
}

/** Adds a GGUF file from disk or over HTTP to the folder and returns its card, which the caller writes. */
export async function addModel(folder: string, source: string, options: AddOptions): Promise<CardFile> {
  if (isOtherUrl(source))
    throw new ModelError('not_found', `An address must begin with http: or https:, not ${source.slice(0, source.indexOf(':'))}.`);
  const name = options.name ?? nameOf(source);
  refuseBadName(name);
  const file = join(folder, `${fileStemOf(name)}.gguf`);
  try {
    const whole = isUrl(source) ? await fetchUrl(source, file, options) : await takeFile(resolve(source), file, options);
    return await describe(whole, { name, source: forPeople(source), options });
  } catch (cause) {
    if (!(cause instanceof ModelError && cause.code === 'aborted')) await rm(file, { force: true });
    throw asModelError(cause, `Adding ${name}`);
  }
}

export function nameOf(source: string): string {
  const path = isUrl(source) ? new URL(source).pathname : source;
  return basename(decoded(path))
    .replace(/\.gguf$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 64);
}

/** A file's name may contain %, such as 100%.gguf. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export async function refuseFolder(source: string): Promise<void> {
  const there = isUrl(source) ? null : await stat(source).catch(() => null);
  if (there?.isDirectory()) throw new ModelError('not_found', `${source} is a folder: name the GGUF file in it.`);
}

function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

function isOtherUrl(source: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(source) && !isUrl(source);
}

/** Removes credentials from an address. */
function forPeople(source: string): string {
  if (!isUrl(source)) return resolve(source);
  const { origin, pathname } = new URL(source);
  return `${origin}${pathname}`;
}

async function fetchUrl(url: string, file: string, { digest, signal, onStep }: AddOptions): Promise<string> {
  const from = new URL(url).host;
  await download({ url, to: file, from, digest: digest ?? null, signal, onBytes: (done, total) => onStep?.({ from, done, total }) });
  return file;
}

async function takeFile(from: string, file: string, options: AddOptions): Promise<string> {
  const there = await stat(from).catch(() => null);
  if (!there?.isFile())
    throw new ModelError('not_found', `cannot read ${from}: ${there === null ? 'there is no such file' : 'it is not a file'}`);
  await readGgufFacts(from); // before anything is copied
  if (options.link) {
    await symlink(from, file);
    return file;
  }
  const whole = `${file}.whole`;
  await rm(whole, { force: true });
  const isLinked = await link(from, whole).then(
    () => true,
    () => false,
  ); // on the same disk, without copying the bytes
  if (!isLinked) {
    await refuseWithoutSpace(file, there.size);
    await copyFile(from, whole);
  }
  await rename(whole, file);
  return file;
}

interface Described {
  name: string;
  source: string;
  options: AddOptions;
}

async function describe(file: string, { name, source, options }: Described): Promise<CardFile> {
  const facts = await readGgufFacts(file);
  if (facts.kind === 'adapter' && options.base === undefined) {
    throw new ModelError('not_found', `${name} is an adapter: say with --for which model it was trained on.`);
  }
  if (facts.kind === 'model' && options.base !== undefined) {
    throw new ModelError('not_gguf', `${name} is a full model, not an adapter: leave --for out.`);
  }
  options.say?.(`Checking ${name} …`);
  if (facts.kind === 'adapter') {
    await checkAdapter(file, name);
    if (options.base !== undefined) await refuseOtherKind(facts.architecture, name, options.base);
  }
  const digest = await fileDigest(file, options.signal);
  if (options.digest !== undefined && options.digest !== digest) {
    throw new ModelError('bad_checksum', `${source} is ${digest}, not ${options.digest}.`);
  }
  return {
    kind: facts.kind,
    name,
    title: facts.title ?? name,
    file: `${fileStemOf(name)}.gguf`,
    digest,
    licence: options.licence ?? facts.licence,
    source,
    context: facts.context,
    base: options.base ? { name: options.base.name, digest: options.base.digest } : null,
  };
}

/** The architecture must match the one in the base model's file. */
async function refuseOtherKind(architecture: string, name: string, base: ModelCard): Promise<void> {
  const facts = await readGgufFacts(base.file);
  if (facts.architecture !== architecture) {
    throw new ModelError(
      'unsupported_weights',
      `${name} is for ${architecture} models, but ${base.name} is a ${facts.architecture} model.`,
    );
  }
}

interface GgufFacts {
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

/** Metadata of a GGUF file; `ModelError` (`not_gguf`) for any other file. */
async function readGgufFacts(path: string): Promise<GgufFacts> {
  if (!(await startsAsGguf(path))) throw new ModelError('not_gguf', `${path} is not a GGUF file.`);
  const read = header.safeParse(await readMetadata(path));
  if (!read.success) throw new ModelError('not_gguf', `${path} is a GGUF file without the header of a model.`);
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
    throw new ModelError('not_gguf', `${path} is an incomplete GGUF file: it ends too early.`);
  }
}

/** Files contain `apache-2.0`; SPDX writes `Apache-2.0`. */
function licenceOf(licence: string | undefined): string | null {
  if (licence === undefined || licence.trim() === '') return null;
  return /^apache-2\.0$/i.test(licence) ? 'Apache-2.0' : licence;
}
