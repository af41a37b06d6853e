import { expect, test } from '@playwright/test';
import { type OwnServer, startServer } from './support/own-server';

const TOKEN = 'kiln-Otter-47-braid-Quartz';

let server: OwnServer;

/** As it is once a token is set: everybody is asked for it, on this machine too. */
test.beforeAll(async () => {
  test.setTimeout(600_000);
  server = await startServer({ MANDI_ADMIN_TOKEN: TOKEN });
});

test.afterAll(() => server.end());

test('the operator unlocks a browser, which ends what was refused, and signs out again', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(new URL('/play/bots', server.address).href);
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
  const made = await page.request.post(new URL('/api/trpc/match.create', server.address).href, {
    data: { task: 'single_trade', seed: 5, policy: 'wait', pace: 0 },
  });
  expect([made.status(), await made.text()]).toEqual([401, expect.stringContaining('operator_needed')]);
  await page.reload();
  await expect(gate).toBeVisible();
  await expect(out).toHaveCount(0);
});

test('operations asks for the token, and shows nothing before', async ({ page }) => {
  await page.goto(new URL('/data/operations', server.address).href);
  const gate = page.getByLabel('Operator’s token');
  await expect(gate).toBeVisible();
  await expect(page.getByText('Largest tables')).toHaveCount(0);
  await gate.fill(TOKEN);
  await page.getByRole('button', { name: 'Unlock this browser' }).click();
  await expect(page.getByRole('heading', { name: 'Largest tables' })).toBeVisible();
  await expect(gate).toHaveCount(0);
});
