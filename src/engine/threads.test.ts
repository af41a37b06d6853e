import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Job } from '~/contract/means';
import { onThread, type ThreadSettings, Threads, TookTooLong, TooManyWait } from './threads';

const WORK = `
import { existsSync, writeFileSync } from 'node:fs';
process.exit = (code) => { throw new Error('ended with ' + code); };
export async function work({ id, input: { add = 0, fail, forever, waitMs, hangsOnce } }) {
  if (hangsOnce && !existsSync(hangsOnce)) { writeFileSync(hangsOnce, ''); for (;;) {} }
  if (fail) throw new RangeError(fail);
  if (forever) for (;;) {}
  if (waitMs) await new Promise((resolve) => setTimeout(resolve, waitMs));
  return 1 + add;
}`;

interface Sum {
  add?: number;
  fail?: string;
  forever?: true;
  waitMs?: number;
  /** A file that is not there: it is made, and the thread hangs. */
  hangsOnce?: string;
}

const SUM: Job<Sum, number> = { id: 'sum', work: () => 0, size: ({ add = 0 }) => add };

let folder: string;
const made: Threads[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mandi-threads-'));
  await writeFile(join(folder, 'work.mjs'), WORK);
});

afterEach(async () => {
  for (const threads of made.splice(0)) await threads.close();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function threadsFor(settings: Partial<ThreadSettings> = {}): Threads {
  const threads = new Threads({ entry: pathToFileURL(join(folder, 'work.mjs')), most: 1, ...settings });
  made.push(threads);
  return threads;
}

test('what is asked is answered, each its own', async () => {
  const threads = threadsFor({ most: 2 });
  expect(await Promise.all([1, 2, 3, 4, 5].map((add) => threads.run(SUM, { add })))).toEqual([2, 3, 4, 5, 6]);
});

test('a fault of the work is thrown where it was asked for, and the next question is answered', async () => {
  const threads = threadsFor();
  await expect(threads.run(SUM, { fail: 'no such seat' })).rejects.toThrow('no such seat');
  expect(await threads.run(SUM, {})).toBe(1);
});

test('work without an end is ended at its limit, and the next in line is answered', async () => {
  const threads = threadsFor();
  const limited = { ...SUM, limitMs: () => 1_500 };
  const endless = threads.run(limited, { forever: true });
  const next = threads.run(limited, { add: 1 });
  await expect(endless).rejects.toBeInstanceOf(TookTooLong);
  expect(await next).toBe(2);
});

test('where a thread hangs, another is asked if the job says so', async () => {
  const threads = threadsFor();
  const limited = { ...SUM, limitMs: () => 1_500, tries: 2 };
  expect(await threads.run(limited, { add: 1, hangsOnce: join(folder, 'hung') })).toBe(2);
  await expect(threads.run(limited, { forever: true })).rejects.toBeInstanceOf(TookTooLong);
});

test('more than may wait are refused at once', async () => {
  const threads = threadsFor({ mostWaiting: 1 });
  const first = threads.run(SUM, {});
  const second = threads.run(SUM, {});
  await expect(threads.run(SUM, {})).rejects.toBeInstanceOf(TooManyWait);
  expect(await Promise.all([first, second])).toEqual([1, 1]);
});

test('a file that cannot be loaded fails its task and not the process', async () => {
  await expect(threadsFor({ entry: pathToFileURL(join(folder, 'missing.mjs')) }).run(SUM, {})).rejects.toThrow('missing.mjs');
});

test('of those that wait the smallest is begun first', async () => {
  const threads = threadsFor();
  const done: number[] = [];
  const note = (add: number, waitMs = 1) => threads.run(SUM, { add, waitMs }).then(() => done.push(add));
  await Promise.all([note(9, 300), note(3), note(1), note(2)]);
  expect(done).toEqual([9, 1, 2, 3]);
});

test('who is closed fails what runs and what waits, and works for the next', async () => {
  const threads = threadsFor();
  const asked = [threads.run(SUM, { forever: true }), threads.run(SUM, {})].map((one) => expect(one).rejects.toThrow('closed'));
  await threads.close();
  await Promise.all(asked);
  expect(await threads.run(SUM, {})).toBe(1);
});

test('a thread that was idle has ended, and the next job starts another', async () => {
  const threads = threadsFor({ idleMs: 1 });
  expect(await threads.run(SUM, {})).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await threads.run(SUM, { add: 1 })).toBe(2);
});

test('a job that no thread knows is said by its id', async () => {
  await expect(onThread({ id: 'nobody/none', work: () => 0 }, {})).rejects.toThrow('no thread knows the job nobody/none');
});
