import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryEventStore } from '~/store/memory-event-store';
import { takeBlocked } from './block-watch';
import { MatchRunner } from './match-runner';
import { openMatch } from './open-match';
import type { Services } from './services';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mandi-blocked-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process that plays a turn of the match without an end. */
async function startBlocked(matchId: string) {
  const file = join(folder, 'blocked.mts');
  const watch = fileURLToPath(new URL('./block-watch.ts', import.meta.url));
  const lines = [
    `import { watchForBlocks, whileAt } from '${watch}';`,
    `await watchForBlocks('${join(folder, 'notes')}', 200);`,
    `whileAt('${matchId}', () => { for (;;) {} });`,
  ];
  await writeFile(file, lines.join('\n'));
  return spawn(process.execPath, ['--import', 'tsx', file], { stdio: 'ignore', cwd: fileURLToPath(new URL('../..', import.meta.url)) });
}

const until = (holds: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: 120_000, interval: 20 });

test('a match that blocked its process is set aside at the next start, and says so; others are taken up', {
  timeout: 240_000,
}, async () => {
  const store = new MemoryEventStore('one');
  const log = { info() {}, warn() {}, error() {} };
  const services: Services = {
    store,
    audience: { events() {}, card() {} },
    log,
    processId: 'one',
    now: Date.now,
    leaseMs: 30,
  };
  const open = async () => {
    const answer = await openMatch(services, { task: 'single_trade', seed: 3, policy: 'rule_based_expert' });
    if (!answer.ok) throw new Error(answer.why);
    return answer.value.id;
  };
  const [blocking, other] = [await open(), await open()];
  const child = await startBlocked(blocking);
  await until(async () => (await readdir(join(folder, 'notes')).catch(() => [])).some((name) => name.endsWith('.json')));
  child.kill('SIGKILL');
  await once(child, 'exit');

  const runner = new MatchRunner(services, await takeBlocked(join(folder, 'notes')));
  await runner.start();
  await until(async () => (await store.get(blocking))?.status === 'failed' && (await store.get(other))?.status === 'finished');
  await runner.stop();
  expect((await store.get(blocking))?.fault).toMatch(
    /^This match kept the server from answering for at least \d+ seconds in one turn, until the server was ended\. It was set aside at the next start\./,
  );
  expect((await store.read(blocking)).length).toBe(1); // not one turn of it was played again
  expect(await takeBlocked(join(folder, 'notes'))).toEqual(new Map());
});

test('a folder of notes that is missing or damaged stops no start', async () => {
  expect(await takeBlocked(join(folder, 'missing'))).toEqual(new Map());
  await writeFile(join(folder, '7.json'), '{"matchId":');
  expect(await takeBlocked(folder)).toEqual(new Map());
});
