import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { isAlive, withFileLock } from '~/file-lock';

const folder = mkdtempSync(join(tmpdir(), 'mandi-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The process id of a process that is gone. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

describe('a lock file', () => {
  test('lets one in at a time, and is gone afterwards', async () => {
    const path = join(folder, 'one-at-a-time');
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await sleep(5);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 6 }, () => withFileLock(path, work)));
    expect(most).toBe(1);
    expect(existsSync(path)).toBe(false);
  });

  test('is given back when the work fails, and hands the fault on', async () => {
    const path = join(folder, 'fails');
    const failing = withFileLock(path, async () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await withFileLock(path, async () => 'in')).toBe('in');
  });

  test('of a process that died is taken over at once', async () => {
    const path = join(folder, 'died');
    writeFileSync(path, `${deadPid()} ${hostname()} mark`);
    let waited = false;
    const waiting = () => {
      waited = true;
    };
    const answer = await withFileLock(path, async () => 'in', { waiting });
    expect({ answer, waited }).toEqual({ answer: 'in', waited: false });
  });

  test('that nobody has touched for long is taken over, whoever has its number now', async () => {
    const path = join(folder, 'silent');
    writeFileSync(path, `${process.pid} ${hostname()} mark`);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(path, longAgo, longAgo);
    expect(await withFileLock(path, async () => 'in')).toBe('in');
  });

  test('of several who find an abandoned one, one takes it at a time', async () => {
    const path = join(folder, 'many');
    writeFileSync(path, `${deadPid()} ${hostname()} mark`);
    const marks = new Set<string>();
    const work = async (): Promise<void> => {
      const mark = readFileSync(path, 'utf8');
      await sleep(5);
      expect(readFileSync(path, 'utf8')).toBe(mark);
      marks.add(mark);
    };
    await Promise.all(Array.from({ length: 6 }, () => withFileLock(path, work)));
    expect(marks.size).toBe(6);
  });

  test('tells who waits, once', async () => {
    const path = join(folder, 'waits');
    let told = 0;
    let letGo = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const first = withFileLock(path, () => gate);
    const waiting = () => {
      told += 1;
      letGo();
    };
    await withFileLock(path, async () => undefined, { waiting });
    await first;
    expect(told).toBe(1);
  });

  test('is not waited for by whoever was called off, and stays its holder’s', async () => {
    const path = join(folder, 'called-off');
    const off = new AbortController();
    let ran = false;
    let letGo = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const first = withFileLock(path, () => gate);
    const second = withFileLock(
      path,
      async () => {
        ran = true;
      },
      { signal: off.signal, waiting: () => off.abort() },
    );
    await expect(second).rejects.toThrow();
    expect({ ran, held: existsSync(path) }).toEqual({ ran: false, held: true });
    letGo();
    await first;
    expect(existsSync(path)).toBe(false);
    await expect(withFileLock(path, async () => 'in', { signal: off.signal })).rejects.toThrow();
    expect(existsSync(path)).toBe(false);
  });
});

test('who is alive', () => {
  expect(isAlive(process.pid)).toBe(true);
  expect(isAlive(deadPid())).toBe(false);
  for (const none of [0, -1, Number.NaN, 1.5]) expect(isAlive(none)).toBe(false);
});
