import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureFolder } from '~/store/embedded/home';
import { withFileLock } from '~/store/file-lock';

/** One start at a time in a home: a second one waits, told of by its process, until the first is up or has given up. */
export async function oneStartAtATime<T>(home: string, start: () => Promise<T>, waitingFor: (pid: string) => void): Promise<T> {
  const path = join(home, 'starting.lock');
  let hasBegun = false;
  function begin(): Promise<T> {
    hasBegun = true;
    return start();
  }
  try {
    await ensureFolder(home);
    return await withFileLock(path, begin, () => waitingFor(holderOf(path)));
  } catch (fault) {
    if (hasBegun) throw fault;
    return start(); // a home that cannot be written to: whoever needs it says so, in its own words
  }
}

function holderOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').split(' ', 1)[0] ?? '';
  } catch {
    return '';
  }
}
