/** A model or a program of one's own: tested before it is kept, told what is missing, and then a seat in one click. */
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { complaintsOf } from './support/api';
import { expectAccessible } from './support/axe';
import { freePort } from './support/own-server';
import { startSlowModel } from './support/slow-model.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

function add(page: Page) {
  return page.getByRole('button', { name: 'Add the agent' }).click();
}

function said(page: Page) {
  return page.getByRole('alert').filter({ hasText: 'It cannot play yet.' });
}

test('a model at a base URL: absent, slow, misnamed, without its key, then right, and a seat against it in one click', async ({ page }) => {
  test.setTimeout(600_000);
  const complaints = complaintsOf(page);
  const model = (await startSlowModel('own-writer')) as { url: string; close(): void };
  try {
    await page.goto('/agents/new');
    await page.getByLabel('Name', { exact: true }).fill('e2e-own-model');
    await page.getByLabel('Base URL').fill(`http://127.0.0.1:${await freePort()}/v1`);
    await page.getByLabel('Model', { exact: true }).fill('own-writer');
    await page.getByLabel('Seconds per turn').fill('1');
    await add(page);
    await expect(said(page)).toContainText('cannot be reached');
    await expect(said(page)).toContainText('Start the server, and check host, port and path.');
    await expect(page.getByRole('region', { name: 'A command that starts such a server' })).toContainText('own-writer');
    await expectAccessible(page);

    await page.getByLabel('Base URL').fill(model.url);
    await expect(said(page)).toHaveCount(0); // it is about another address
    await add(page);
    await expect(said(page)).toContainText('allow more seconds per turn');

    await page.getByLabel('Seconds per turn').fill('60');
    await page.getByLabel('Model', { exact: true }).fill('own-wirter');
    await add(page);
    await expect(said(page)).toContainText('It serves own-writer: use one of these names.');

    await page.getByLabel('Model', { exact: true }).fill('own-writer');
    await page.getByLabel('Key variable').fill('E2E_KEY_THAT_IS_NOT_SET');
    await add(page);
    await expect(said(page)).toContainText('E2E_KEY_THAT_IS_NOT_SET is not set');
    await expect(page.getByRole('button', { name: 'Add it anyway' })).toBeVisible();

    await page.getByLabel('Key variable').fill('');
    await add(page);
    await expect(page).toHaveURL(/\/agents\/e2e-own-model(%40|@)1$/, { timeout: 300_000 });
    await expect(page.getByText('ready', { exact: true }).first()).toBeVisible();
    await page.getByLabel('Task').selectOption('single_trade');
    await page.getByRole('button', { name: 'Play against it' }).click();
    await page.waitForURL(/\/matches\/[a-z0-9]{12}$/, { timeout: 300_000 });
    await page.getByRole('button', { name: 'Got it' }).click();
    await page.getByRole('button', { name: 'Submit turn' }).click();
    await expect(
      page
        .getByRole('main')
        .getByText(/^Round 1\b/)
        .first(),
    ).toBeVisible({ timeout: 300_000 }); // it has answered
  } finally {
    model.close();
  }
  expect(complaints).toEqual([]);
});

test('a program on this machine: the form gives the command, which adds it as it stands', async ({ page }) => {
  test.setTimeout(600_000);
  const program = createServer((_, response) => response.end('{"action":{"action_type":"wait"}}'));
  await new Promise<void>((done) => program.listen(0, '127.0.0.1', done));
  try {
    await page.goto('/agents/new');
    await page.getByRole('radio', { name: /^Remote program/ }).check();
    await page.getByLabel('Name', { exact: true }).fill('e2e-own-program');
    await page.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${(program.address() as AddressInfo).port}/act`);
    await add(page);
    await expect(page.getByRole('alert').filter({ hasText: 'This address cannot be added here.' })).toContainText(
      '127.0.0.1 is a local address',
    );
    const block = page.getByRole('region', { name: 'The command that adds it' });
    await expectAccessible(page);
    const command = (await block.textContent()) ?? '';
    expect(command).toMatch(/^npx mandi agents add - /);
    const env = { ...process.env, MANDI_HOME: process.env.MANDI_E2E_HOME };
    expect(execFileSync('bash', ['-c', command], { cwd: root, env, encoding: 'utf8' })).toContain('Added as e2e-own-program@1');
    await page.goto('/agents/e2e-own-program%401');
    await expect(page.getByRole('button', { name: 'Play against it' })).toBeVisible();
  } finally {
    program.close();
  }
});
