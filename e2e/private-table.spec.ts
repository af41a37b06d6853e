import { type Browser, expect, type Page, test } from '@playwright/test';
import { complaintsOf } from './support/api';
import { expectAccessible } from './support/axe';

/** Somebody from outside: what a proxy has passed on has none of this machine's rights. */
async function outsider(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    extraHTTPHeaders: { 'x-forwarded-for': address },
  });
  return context.newPage();
}

test('a host sets a private table, copies its link, and a friend joins by it on a phone', async ({ browser }) => {
  const hosting = await browser.newContext({ viewport: { width: 1300, height: 1000 }, permissions: ['clipboard-read', 'clipboard-write'] });
  const host = await hosting.newPage();
  const complaints = complaintsOf(host);
  await host.goto('/table/new');
  await host.getByRole('radio', { name: /^private/ }).check();
  await host.getByRole('button', { name: 'Set the table' }).click();
  await host.waitForURL(/\/table\/[a-z0-9]{12}$/);
  const address = host.url();
  await host.getByRole('button', { name: 'Make an invitation link' }).click();
  await host.getByRole('button', { name: 'Copy the link' }).first().click();
  const link = await host.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/join\/[\w-]{32}$/);
  await expectAccessible(host);

  const stranger = await outsider(browser, '203.0.113.8');
  for (const path of [address, address.replace('/table/', '/matches/')]) expect((await stranger.goto(path))?.status()).toBe(404);
  await expect(stranger.getByRole('button', { name: 'Sit down' })).toHaveCount(0);

  const friend = await outsider(browser, '203.0.113.9');
  const faults = complaintsOf(friend);
  await friend.goto(link);
  await friend.waitForURL(address);
  await friend.getByLabel('Your name').fill('Anna');
  await friend.getByRole('button', { name: 'Sit down' }).click();
  await friend.getByRole('button', { name: 'I am ready' }).click();
  await expect(friend.getByRole('button', { name: 'Not ready after all' })).toBeVisible();
  await expect(friend.getByText('The host’s invitation link lets others in, as often as it is used.')).toBeVisible();
  expect(await friend.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(friend);
  await expect(host.getByRole('list', { name: 'Seats' }).getByRole('listitem').filter({ hasText: 'Anna' })).toBeVisible();
  await host.getByRole('button', { name: 'Start the match' }).click();
  await friend.waitForURL(/\/matches\/[a-z0-9]{12}\/seat\/lab_0$/);
  await expect(friend.getByRole('button', { name: 'Your turn' })).toBeVisible();

  const wrong = await outsider(browser, '203.0.113.10');
  await wrong.goto(`/join/${'x'.repeat(32)}`);
  await expect(wrong.getByText('This link did not open a table')).toBeVisible();
  expect([...complaints, ...faults]).toEqual([]);
});

test('a host who plays is taken to the seat when the match starts', async ({ page }) => {
  await page.goto('/table/new');
  await page.getByRole('button', { name: 'Set the table' }).click();
  await page.waitForURL(/\/table\/[a-z0-9]{12}$/);
  await page.getByLabel('Your name').fill('Hanna');
  await page.getByRole('button', { name: 'Sit down' }).click();
  await expect(page.getByRole('list', { name: 'Seats' }).getByRole('listitem').filter({ hasText: 'Hanna' })).toBeVisible();
  await page.getByRole('button', { name: 'Start the match' }).click();
  await page.waitForURL(/\/matches\/[a-z0-9]{12}\/seat\/lab_0$/);
});
