/** Records where this clone's Mandi runs, in a small file in its home, so that a second start finds it. */
import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isLoopbackName } from '~/api/access/guard';
import type { Config } from '~/config';
import { isAlive, withFileLock } from '~/file-lock';
import type { ServerPlace } from '~/inference/endpoint/server-model';
import { codeOf } from '~/store/database-error';
import { ensureFolder } from '~/store/embedded/home';

const placeSchema = z.object({ url: z.url(), process: z.string(), pid: z.number() });
export type SitePlace = z.infer<typeof placeSchema>;

/** Longer than a server needs to report that its database hangs. */
const ANSWER_MS = 5_000;

export async function writePlace(home: string, place: SitePlace): Promise<() => Promise<void>> {
  await ensureFolder(home);
  await writeFile(fileIn(home), `${JSON.stringify(place)}\n`);
  return async () => {
    const known = await readPlace(home);
    if (known?.process === place.process) await rm(fileIn(home), { force: true });
  };
}

/** The Mandi of this home that is answering now; null if there is none. */
export async function findRunning(home: string): Promise<SitePlace | null> {
  const place = await readPlace(home);
  if (!place) return null;
  try {
    const answer = await fetch(`${place.url}/api/health`, { signal: AbortSignal.timeout(ANSWER_MS) });
    const health = z.object({ process: z.string() }).safeParse(await answer.json());
    return health.success && health.data.process === place.process ? place : null;
  } catch {
    return null;
  }
}

async function readPlace(home: string): Promise<SitePlace | null> {
  try {
    const read = placeSchema.safeParse(JSON.parse(await readFile(fileIn(home), 'utf8')));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

function fileIn(home: string): string {
  return join(home, 'site.json');
}

/** The address and key of the Mandi whose models this process may use; null if there is none. Does not check whether it answers. */
export async function findServer({
  home,
  mandiUrl,
  adminToken,
}: Pick<Config, 'home' | 'mandiUrl' | 'adminToken'>): Promise<ServerPlace | null> {
  if (mandiUrl === 'off') return null;
  const key = home === '' ? null : await readEndpointKey(home);
  const left = home === '' ? null : await readPlace(home);
  const own = left !== null && isAlive(left.pid) ? left : null; // if its process is dead, another program may listen on its port
  if (own !== null && (mandiUrl === null || mandiUrl === own.url)) return { url: own.url, key, process: own.process };
  if (mandiUrl === null) return null;
  // Two servers may run in one home and the file lists only the last one, but its key is valid for both.
  return { url: mandiUrl, key: adminToken ?? (isLoopbackName(new URL(mandiUrl).hostname) ? key : null) };
}

/** The key of this home's processes for the language model endpoint of its servers; created once and shared by all of them. */
export async function keepEndpointKey(home: string): Promise<string> {
  const known = await readEndpointKey(home);
  if (known !== null) return known;
  await ensureFolder(home);
  const key = randomBytes(24).toString('base64url');
  try {
    await withFileLock(`${endpointKeyIn(home)}.lock`, () => writeEndpointKey(home, key));
  } catch {
    // this home is not writable
  }
  return (await readEndpointKey(home)) ?? key;
}

/** This home's key, shared by all web processes of a database: the first process's. */
export async function shareEndpointKey(home: string, share: (own: string) => Promise<string>): Promise<string> {
  const own = await keepEndpointKey(home);
  const key = await share(own);
  if (key === own) return key;
  const whole = `${endpointKeyIn(home)}.new`;
  await writeFile(whole, `${key}\n`, { mode: 0o600 })
    .then(() => rename(whole, endpointKeyIn(home)))
    .catch(() => undefined); // this home is not writable
  return key;
}

/** Called by one start at a time. Keeps an existing key, whoever owns it; an empty file is left over from a killed start. */
async function writeEndpointKey(home: string, key: string): Promise<void> {
  const path = endpointKeyIn(home);
  const there = await readFile(path, 'utf8').catch((error: unknown) => (codeOf(error) === 'ENOENT' ? '' : null));
  if (there === null || there.trim() !== '') return;
  const whole = `${path}.new`; // so that other processes never read an incomplete key
  await writeFile(whole, `${key}\n`, { mode: 0o600 });
  await rename(whole, path);
}

/** null if there is none or this user may not read it. */
async function readEndpointKey(home: string): Promise<string | null> {
  const text = await readFile(endpointKeyIn(home), 'utf8').catch(() => '');
  return text.trim() === '' ? null : text.trim();
}

function endpointKeyIn(home: string): string {
  return join(home, 'door.key');
}
