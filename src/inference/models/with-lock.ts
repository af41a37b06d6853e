import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { codeOf } from './model-error';

const STALE_MS = 20_000;
const POLL_MS = 200;

/** Runs `work` while no other process does so under the same path; `waiting` is called once when it has to wait. A killed holder's lock is taken over. */
export async function withLock<T>(
  path: string,
  work: () => Promise<T>,
  hooks: { signal?: AbortSignal; waiting?(): void } = {},
): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  const release = await take(path, hooks);
  try {
    return await work();
  } finally {
    await release().catch(() => undefined); // somebody took it over while this process slept
  }
}

async function take(path: string, { signal, waiting }: { signal?: AbortSignal; waiting?(): void }): Promise<() => Promise<void>> {
  for (let tries = 0; ; tries += 1) {
    signal?.throwIfAborted();
    try {
      return await lock(path, { realpath: false, stale: STALE_MS, lockfilePath: `${path}.lock`, onCompromised: () => undefined });
    } catch (error) {
      if (codeOf(error) !== 'ELOCKED') throw error;
    }
    if (tries === 0) waiting?.();
    await sleep(POLL_MS, undefined, { signal });
  }
}
