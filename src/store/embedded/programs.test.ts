import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkTree } from './programs';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'mandi-programs-'));
  mkdirSync(join(place, 'native', 'bin'), { recursive: true });
  writeFileSync(join(place, 'native', 'bin', 'postgres'), 'a program', { mode: 0o755 });
  symlinkSync('postgres', join(place, 'native', 'bin', 'postmaster'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const inode = (...path: string[]): number => statSync(join(place, ...path)).ino;

test('a copy of the programs is the same files under other names', async () => {
  expect(await linkTree(join(place, 'native'), join(place, 'copy'))).toBe(true);
  expect(inode('copy', 'bin', 'postgres')).toBe(inode('native', 'bin', 'postgres'));
  expect(readFileSync(join(place, 'copy', 'bin', 'postmaster'), 'utf8')).toBe('a program');
});

test.each([
  ['read', 0o750],
  ['run', 0o754],
])('a file that others may not %s is not linked', async (_, mode) => {
  chmodSync(join(place, 'native', 'bin', 'postgres'), mode);
  expect(await linkTree(join(place, 'native'), join(place, 'copy'))).toBe(false);
});
