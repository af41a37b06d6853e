/** The embedded database and its folder are gone after `mandi db remove`, also where root's data had to lie outside the clone. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAlive } from '~/file-lock';
import { ensureEmbedded, removeEmbedded } from '~/store/embedded/embedded-server';
import { folderOf } from '~/store/embedded/home';

const isRoot = process.getuid?.() === 0;

test.each([0o755, 0o700])('is removed with its folder, in a home of mode %o', { timeout: 900_000 }, async (mode) => {
  const place = mkdtempSync(join(tmpdir(), 'mandi-embedded-'));
  chmodSync(place, mode);
  const home = join(place, 'home');
  try {
    await ensureEmbedded(home, () => undefined);
    const folder = await folderOf(home);
    expect(folder?.startsWith('/var/lib/mandi')).toBe(isRoot && mode === 0o700);
    const pid = Number(readFileSync(join(home, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
    await removeEmbedded(home);
    expect([existsSync(folder ?? ''), existsSync(join(home, 'postgres')), await folderOf(home)]).toEqual([false, false, null]);
    expect(isAlive(pid)).toBe(false);
    await removeEmbedded(home); // nothing is there
  } finally {
    await removeEmbedded(home);
    rmSync(place, { recursive: true, force: true });
  }
});
