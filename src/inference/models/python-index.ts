import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { asModelError, ModelError } from './model-error';

const PUBLIC_INDEX = 'https://pypi.org/simple';
const HEARD = 20_000;

export interface WheelAddress {
  url: string;
  headers: Record<string, string>;
}

/** Where pip would look, first to last: a machine behind a mirror says so in pip's settings. Without pip: the public index. */
export async function pipIndexes(): Promise<string[]> {
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

/** Of `pip config list`, which also lists PIP_INDEX_URL and PIP_EXTRA_INDEX_URL. */
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

/** A wheel's address on one index (PEP 691, and PEP 503 where the index speaks HTML only). */
export async function findWheel(
  index: string,
  { project, file }: { project: string; file: string },
  signal?: AbortSignal,
): Promise<WheelAddress> {
  const { url, headers } = withoutCredentials(`${index}/${project}/`);
  const accept = 'application/vnd.pypi.simple.v1+json, text/html;q=0.5';
  const ends = AbortSignal.any([AbortSignal.timeout(HEARD), ...(signal ? [signal] : [])]);
  const response = await fetch(url, { headers: { ...headers, accept }, signal: ends }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw asModelError(timedOut(error) ?? error, 'Asking the python package index');
  });
  const text = await response.text();
  if (!response.ok) throw new ModelError('bad_answer', `The python package index answered ${response.status} for ${project}.`);
  const found = response.headers.get('content-type')?.includes('json') ? inJson(text, file) : inHtml(text, file);
  if (found === null) throw new ModelError('bad_answer', `The python package index has no ${file}.`);
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

/** `https://user:key@mirror/simple` as fetch takes it; the key goes nowhere else. */
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
  return isTimeout ? new ModelError('offline', 'The python package index does not answer.') : null;
}
