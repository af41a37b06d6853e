import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const BEAT_MS = 2000;
/** A lock not renewed for this long is abandoned, even if its process id exists. */
const SILENT_MS = 30_000;
const POLL_MS = 100;

interface Waiting {
  /** Aborts waiting for the lock. Does not affect `work` once it has started. */
  signal?: AbortSignal | undefined;
  /** Called once if it has to wait. */
  waiting?: (() => void) | undefined;
  /** Delay before `waiting` is called, because most locks are held for less. */
  patienceMs?: number;
}

/** Runs `work` while no other process on this machine holds the same lock file. Takes over the lock of a killed process. */
export async function withFileLock<T>(
  path: string,
  work: () => Promise<T>,
  { signal, waiting, patienceMs = 3 * POLL_MS }: Waiting = {},
): Promise<T> {
  signal?.throwIfAborted();
  const mark = `${process.pid} ${hostname()} ${crypto.randomUUID()}`;
  for (let tries = 0; !(await take(path, mark)); tries += 1) {
    if (tries === Math.ceil(patienceMs / POLL_MS)) waiting?.();
    await removeIfAbandoned(path);
    await sleep(POLL_MS, undefined, { signal });
  }
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    if ((await read(path)) === mark) await rm(path, { force: true });
  }
}

/** Exclusive creation of a file: only one process can succeed. */
async function take(path: string, mark: string): Promise<boolean> {
  try {
    await writeFile(path, mark, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (codeOf(error) === 'ENOSPC') await rm(path, { force: true }); // created, but could not be written
    throw error;
  }
}

/** Uses a separate lock, so that a lock just acquired by someone else is not removed as abandoned. */
async function removeIfAbandoned(path: string): Promise<void> {
  if (!(await isAbandoned(path))) return;
  const clearing = `${path}.clearing`;
  if (await take(clearing, '')) {
    if (await isAbandoned(path)) await rm(path, { force: true });
    await rm(clearing, { force: true });
  } else if ((await silence(clearing)) > SILENT_MS) {
    await rm(clearing, { force: true });
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const mark = await read(path);
  if (mark === null) return false;
  if ((await silence(path)) > SILENT_MS) return true;
  const [pid, host] = mark.split(' ');
  return host === hostname() && !isAlive(Number(pid));
}

async function read(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return null;
  }
}

async function silence(path: string): Promise<number> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch {
    return 0;
  }
}

/** A process that may not be signaled is alive too. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
