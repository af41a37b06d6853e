import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ThreadSettings, Threads, TookTooLong, TooManyWait } from './threads';

const WORK = `
export async function work({ add = 0, fail, forever }) {
  if (fail) throw new RangeError(fail);
  if (forever) for (;;) {}
  return 1 + add;
}`;

let folder: string;
const made: Threads<object, number>[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mandi-threads-'));
  await writeFile(join(folder, 'work.mjs'), WORK);
});

afterEach(async () => {
  for (const threads of made.splice(0)) await threads.close();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function threadsFor(settings: Partial<ThreadSettings> = {}): Threads<object, number> {
  const threads = new Threads<object, number>({ entry: pathToFileURL(join(folder, 'work.mjs')), most: 1, ...settings });
  made.push(threads);
  return threads;
}

test('what is asked is answered, each its own', async () => {
  const threads = threadsFor({ most: 2 });
  expect(await Promise.all([1, 2, 3, 4, 5].map((add) => threads.run({ add })))).toEqual([2, 3, 4, 5, 6]);
});

test('a fault of the work is thrown where it was asked for, and the next question is answered', async () => {
  const threads = threadsFor();
  await expect(threads.run({ fail: 'no such seat' })).rejects.toThrow('no such seat');
  expect(await threads.run({})).toBe(1);
});

test('work without an end is ended at its limit, and the next in line is answered', async () => {
  const threads = threadsFor({ limitMs: 1_500 });
  const endless = threads.run({ forever: true });
  const next = threads.run({ add: 1 });
  await expect(endless).rejects.toBeInstanceOf(TookTooLong);
  expect(await next).toBe(2);
});

test('more than may wait are refused at once', async () => {
  const threads = threadsFor({ mostWaiting: 1 });
  const first = threads.run({});
  const second = threads.run({});
  await expect(threads.run({})).rejects.toBeInstanceOf(TooManyWait);
  expect(await Promise.all([first, second])).toEqual([1, 1]);
});

test('a file that cannot be loaded fails its task and not the process', async () => {
  await expect(threadsFor({ entry: pathToFileURL(join(folder, 'missing.mjs')) }).run({})).rejects.toThrow('missing.mjs');
});
