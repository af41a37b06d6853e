import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { canReach, chooseRunAs } from './run-as';

const folder = mkdtempSync(join(tmpdir(), 'mandi-reach-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const me = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const stranger = { uid: 54321, gid: 54321 };

describe.skipIf(process.platform === 'win32')('who can get where', () => {
  test('whoever we are gets where we are', () => {
    expect(canReach(null, join(folder, 'anything'))).toBe(true);
  });

  test('a folder that only its owner may enter keeps others out of all that is in it', () => {
    mkdirSync(join(folder, 'inner'));
    for (const [mode, reachable] of [
      [0o700, false],
      [0o750, false],
      [0o711, true],
      [0o755, true],
    ] as const) {
      chmodSync(folder, mode);
      expect(canReach(stranger, join(folder, 'inner', 'file'))).toBe(reachable);
      expect(canReach(me, join(folder, 'inner', 'file'))).toBe(true);
      expect(canReach({ uid: 54321, gid: me.gid }, join(folder, 'inner', 'file'))).toBe((mode & 0o010) !== 0);
    }
  });

  test('what does not exist yet is no hindrance', () => {
    chmodSync(folder, 0o755);
    expect(canReach(stranger, join(folder, 'not', 'yet', 'there'))).toBe(true);
  });

  test('root runs the database as somebody else, anybody else as themselves', () => {
    const chosen = chooseRunAs(join(folder, 'no-data'));
    if (me.uid === 0) expect(chosen?.uid).toBeGreaterThan(0);
    else expect(chosen).toBeNull();
  });
});
