import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { freePort, stop, untilItServes } from './support/own-server';

const root = fileURLToPath(new URL('..', import.meta.url));
const TOKEN = 'kiln-Otter-47-braid-Quartz';

let home: string;
let env: NodeJS.ProcessEnv;
let server: ChildProcess;
let address: string;

/** As it is once a token is set: everybody is asked for it, on this machine too. */
test.beforeAll(async () => {
  test.setTimeout(600_000);
  home = mkdtempSync(join(tmpdir(), 'mandi-e2e-operator-'));
  const { DATABASE_URL: _url, ...own } = process.env;
  const settings = {
    MANDI_HOME: home,
    MANDI_ADMIN_TOKEN: TOKEN,
    MANDI_MODEL: 'off',
    MANDI_SHOWCASE: 'off',
    MANDI_LEAGUE: 'off',
    HOST: '127.0.0.1',
  };
  env = { ...own, ...settings, PORT: String(await freePort()) };
  server = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], { cwd: root, env });
  address = await untilItServes(server);
});

test.afterAll(async () => {
  await stop(server);
  spawnSync(process.execPath, [join(root, 'bin', 'mandi.mjs'), 'db', 'stop'], { cwd: root, env });
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

test('the operator unlocks a browser, which ends what was refused, and signs out again', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(new URL('/play/bots', address).href);
  const gate = page.getByLabel('Operator’s token');
  await expect(gate).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Start the match' }).click();
  const refused = page.getByRole('alert').filter({ hasText: 'The match was not started.' });
  await expect(refused).toBeVisible();
  await expect(page.getByText('operator_needed')).toHaveCount(0);
  await gate.fill(TOKEN);
  await page.getByRole('button', { name: 'Unlock this browser' }).click();
  await expect(gate).toHaveCount(0);
  await expect(refused).toHaveCount(0);

  const out = page.getByRole('button', { name: 'Sign out' });
  await expect(out).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.reload();
  await expect(out).toBeVisible();
  await expect(gate).toHaveCount(0);
  await out.click();
  await expect(out).toHaveCount(0);
  await expect(gate).toBeVisible();
  const made = await page.request.post(new URL('/api/trpc/match.create', address).href, {
    data: { task: 'single_trade', seed: 5, policy: 'wait', pace: 0 },
  });
  expect([made.status(), await made.text()]).toEqual([401, expect.stringContaining('operator_needed')]);
  await page.reload();
  await expect(gate).toBeVisible();
  await expect(out).toHaveCount(0);
});

test('operations asks for the token, and shows nothing before', async ({ page }) => {
  await page.goto(new URL('/data/operations', address).href);
  const gate = page.getByLabel('Operator’s token');
  await expect(gate).toBeVisible();
  await expect(page.getByText('Largest tables')).toHaveCount(0);
  await gate.fill(TOKEN);
  await page.getByRole('button', { name: 'Unlock this browser' }).click();
  await expect(page.getByRole('heading', { name: 'Largest tables' })).toBeVisible();
  await expect(gate).toHaveCount(0);
});
