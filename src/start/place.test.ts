import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findServer, keepEndpointKey, writePlace } from './place';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mandi-place-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const url = 'http://localhost:3000';
const adminToken = 'the-token-of-the-operator';

describe('where a server should be', () => {
  test('what a killed server left is no place: nobody else at its port is shown a key', async () => {
    await keepEndpointKey(home);
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    await writePlace(home, { url, process: 'p', pid });
    expect(await findServer({ home, mandiUrl: null, adminToken })).toBeNull();
  });

  test("the operator's token is not shown to the server of this home", async () => {
    await writePlace(home, { url, process: 'p', pid: process.pid });
    expect(await findServer({ home, mandiUrl: null, adminToken })).toEqual({ url, key: null, process: 'p' });
    const key = await keepEndpointKey(home);
    expect(await findServer({ home, mandiUrl: null, adminToken })).toEqual({ url, key, process: 'p' });
  });

  test('of two servers in one home the first is asked with the key of the home, too', async () => {
    const key = await keepEndpointKey(home);
    await writePlace(home, { url: 'http://localhost:3001', process: 'second', pid: process.pid });
    expect(await findServer({ home, mandiUrl: url, adminToken: null })).toEqual({ url, key });
    expect(await findServer({ home, mandiUrl: url, adminToken })).toEqual({ url, key: adminToken });
    expect(await findServer({ home, mandiUrl: 'http://mandi.example.net', adminToken: null })).toMatchObject({ key: null });
  });
});

test('a key that was never written is made anew, whole, and for its owner alone', async () => {
  const path = join(home, 'door.key');
  await writeFile(path, '', { mode: 0o600 });
  const key = await keepEndpointKey(home);
  expect((await readFile(path, 'utf8')).trim()).toBe(key);
  expect(await keepEndpointKey(home)).toBe(key);
  expect(await readdir(home)).toEqual(['door.key']);
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test.each([['no file'], ['an empty one']])('of several that make the key a moment apart all have the same: %s is there', async (what) => {
  const homes = await Promise.all(Array.from({ length: 12 }, () => mkdtemp(join(home, 'one-'))));
  const keysIn = async (one: string) => {
    if (what === 'an empty one') await writeFile(join(one, 'door.key'), '');
    return Promise.all(Array.from({ length: 6 }, (_, place) => after(place).then(() => keepEndpointKey(one))));
  };
  for (const keys of await Promise.all(homes.map(keysIn))) expect(new Set(keys).size).toBe(1);
  for (const one of homes) expect(await readdir(one)).toEqual(['door.key']);
});

async function after(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
