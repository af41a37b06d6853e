// A step that is cut short says what was running, and nothing that it started goes on: databases and servers of tests once stood for half an hour.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { partOfCommit, slowParts } from '../../scripts/slow-parts.mjs';
import { home } from './repository';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mandi-steps-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Deaf to SIGTERM, in a group of its own, as a database is that outlives who started it. */
const SERVER = "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000); process.send?.('up');";

/** A tier: writes the lines of its tests and starts a server that leaves it. */
const TIER = `
import { spawn } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
const server = spawn(process.execPath, ['-e', ${JSON.stringify(SERVER)}], { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
server.once('message', () => {
  const lines = [{ at: 'end', name: 'one', status: 'passed' }, { at: 'begin', name: 'two' }];
  appendFileSync(process.env.MANDI_TEST_LINES, lines.map((line) => JSON.stringify(line) + '\\n').join(''));
  writeFileSync(${'process.argv[2]'}, String(server.pid));
});
`;

const RUN = `
import { conclude, runStep } from ${JSON.stringify(pathToFileURL(join(home, 'scripts', 'steps.mjs')).href)};
import { countLines } from ${JSON.stringify(pathToFileURL(join(home, 'scripts', 'test-lines.mjs')).href)};
import { readFileSync } from 'node:fs';
const [tier, pid, lines] = process.argv.slice(2);
const step = await runStep({ name: 'tier', run: [process.execPath, tier, pid], lines });
const read = readFileSync(lines, 'utf8').trim().split('\\n').map((line) => JSON.parse(line));
process.exitCode = await conclude([{ ...step, ...countLines(step, read) }]);
`;

test.skipIf(process.platform !== 'linux')('a tier that is cut short keeps what passed, names what ran and leaves no process', async () => {
  writeFileSync(join(folder, 'tier.mjs'), TIER);
  writeFileSync(join(folder, 'run.mjs'), RUN);
  const pidFile = join(folder, 'pid');
  const args = [join(folder, 'run.mjs'), join(folder, 'tier.mjs'), pidFile, join(folder, 'lines')];
  const run = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, MANDI_GRACE_MS: '500' } });
  let said = '';
  run.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  await vi.waitUntil(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '', { timeout: 60_000 });
  run.kill('SIGTERM');
  await once(run, 'close');
  expect(said).toContain('tier was cut short: ended by SIGTERM; 1 tests over, running: two');
  expect(said.trim().split('\n').at(-1)).toBe('1 passed, 1 failed');
  await expect.poll(() => isRunning(readFileSync(pidFile, 'utf8'))).toBe(false); // whoever was ended is still there until it is reaped
});

/** One that has ended and whom nobody has asked about still has a number, but no command. */
function isRunning(pid: string): boolean {
  const path = `/proc/${pid}/cmdline`;
  return existsSync(path) && readFileSync(path, 'utf8') !== '';
}

test('every long test is in one part, and every part has its turn', () => {
  const parts = slowParts();
  const files = parts.flatMap((part) => part.files);
  expect(new Set(files).size).toBe(files.length);
  expect(files.length).toBeGreaterThan(8);
  expect(parts.every((part) => part.files.length > 0)).toBe(true);
  expect(slowParts(['one-more.test.ts']).at(-1)?.files).toEqual([join('tests', 'slow', 'one-more.test.ts')]);
  const turns = Array.from({ length: 200 }, (_, turn): unknown => partOfCommit((turn * 0x9e3779b1).toString(16).padStart(8, '0'), parts));
  expect(new Set(turns).size).toBe(parts.length);
});
