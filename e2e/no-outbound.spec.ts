import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { freePort, stop, untilItServes } from './support/own-server';

const root = fileURLToPath(new URL('..', import.meta.url));
const preload = pathToFileURL(join(root, 'e2e', 'support', 'watch-connections.mjs')).href;
/** A path is a socket of this machine (Postgres, a debugger's pipe). */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1|\/.*|\\\\.*)$/;

let home: string;
let log: string;
let env: NodeJS.ProcessEnv;

test.beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'mandi-e2e-quiet-'));
  log = join(home, 'connections.log');
  writeFileSync(log, '');
  // As a user has it: what the test runner switches off by itself is not helped here.
  const { NEXT_TELEMETRY_DISABLED: _next, CHECKPOINT_DISABLE: _prisma, DATABASE_URL: _url, CI: _ci, ...own } = process.env;
  // The one thing that is fetched, a language model at the first start, is left out as the README says.
  env = {
    ...own,
    MANDI_HOME: join(home, 'home'),
    MANDI_MODEL: 'off',
    MANDI_LEAGUE: 'off',
    NODE_OPTIONS: `--import=${preload}`,
    CONNECTIONS_LOG: log,
  };
});

test.afterEach(() => {
  spawnSync(process.execPath, [join(root, 'bin', 'mandi.mjs'), 'db', 'stop'], { cwd: root, env });
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

test('a server without a language model talks to nobody outside: not at its start, not in a match, not for a page', async ({ page }) => {
  test.setTimeout(600_000);
  const port = await freePort();
  const server = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], { cwd: root, env: { ...env, PORT: String(port) } });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).hostname));
  try {
    const address = await untilItServes(server);
    await page.goto(address);
    const made = await page.request.post(new URL('/api/trpc/match.create', address).href, {
      data: { task: 'coalition_market', seed: 5, policy: 'rule_based_expert', judgeMode: 'rule', pace: 0 },
    });
    const { result } = (await made.json()) as { result: { data: { id: string } } };
    await page.goto(new URL(`/matches/${result.data.id}`, address).href);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const events = new URL(`/api/matches/${result.data.id}/events.jsonl`, address).href;
    await expect.poll(async () => (await page.request.get(events)).text(), { timeout: 300_000 }).toContain('match_ended');
  } finally {
    await stop(server);
  }
  const connections = readFileSync(log, 'utf8').split('\n').filter(Boolean);
  expect(connections.length, 'it saw the database being reached').toBeGreaterThan(0);
  expect(connections.filter((line) => !LOOPBACK.test(line.split(' ')[1] ?? ''))).toEqual([]);
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.filter((host) => !LOOPBACK.test(host))).toEqual([]);
});

test('and a call home would be seen', () => {
  const script = "fetch('http://192.0.2.1/', { signal: AbortSignal.timeout(200) }).catch(() => {});"; // an address kept for documents
  spawnSync(process.execPath, ['-e', script], { env });
  spawnSync(process.execPath, ['-e', "require('node:https').get('https://telemetry.example').on('error', () => {})"], { env });
  const strange = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => !LOOPBACK.test(line.split(' ')[1] ?? '/'));
  expect(strange).toContain('connect 192.0.2.1');
  expect(strange).toContain('connect telemetry.example');
  expect(strange).toContain('look-up telemetry.example');
});
