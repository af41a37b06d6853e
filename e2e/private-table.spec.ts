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
  await host.goto('/play/people');
  await host.getByRole('radio', { name: /^Private/ }).check();
  await host.getByRole('button', { name: 'Create the table' }).click();
  await host.waitForURL(/\/matches\/[a-z0-9]{12}$/);
  const address = host.url();
  await host.getByRole('button', { name: 'Make an invitation link' }).click();
  await host.getByRole('button', { name: 'Copy the link' }).first().click();
  const link = await host.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/join\/[\w-]{32}$/);
  await expectAccessible(host);

  const stranger = await outsider(browser, '203.0.113.8');
  for (const path of [address, address.replace('/matches/', '/table/')]) expect((await stranger.goto(path))?.status()).toBe(404);
  await expect(stranger.getByRole('button', { name: 'Join', exact: true })).toHaveCount(0);

  const friend = await outsider(browser, '203.0.113.9');
  const faults = complaintsOf(friend);
  await friend.goto(link);
  await friend.waitForURL(address);
  await friend.getByLabel('Your name').fill('Anna');
  await friend.getByRole('button', { name: 'Join', exact: true }).click();
  await friend.getByRole('button', { name: 'I am ready' }).click();
  await expect(friend.getByRole('button', { name: 'Not ready after all' })).toBeVisible();
  await expect(friend.getByText('Only the host can invite others')).toBeVisible();
  expect(await friend.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(friend);
  await expect(host.getByRole('list', { name: 'Seats' }).getByRole('listitem').filter({ hasText: 'Anna' })).toBeVisible();
  // The tab is named after who plays, for those alone who may know of the match.
  expect(await (await friend.request.get(address)).text()).toMatch(/<title>Anna vs /);
  expect(await (await stranger.request.get(address)).text()).not.toContain('Anna');
  await host.getByRole('button', { name: 'Start the match' }).click();
  await expect(friend.getByRole('button', { name: 'Your turn' })).toBeVisible();
  expect(friend.url()).toBe(address);

  const wrong = await outsider(browser, '203.0.113.10');
  await wrong.goto(`/join/${'x'.repeat(32)}`);
  await expect(wrong.getByText('This link did not open a table')).toBeVisible();
  expect([...complaints, ...faults]).toEqual([]);
});

test('a host who plays is taken to the seat when the match starts', async ({ page }) => {
  await page.goto('/play/people');
  await page.getByRole('button', { name: 'Create the table' }).click();
  await page.waitForURL(/\/matches\/[a-z0-9]{12}$/);
  await page.getByLabel('Your name').fill('Hanna');
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Seats' }).getByRole('listitem').filter({ hasText: 'Hanna' })).toBeVisible();
  await page.getByRole('button', { name: 'Start the match' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lab A' })).toBeVisible();
  await page.getByRole('button', { name: 'Host console' }).click();
  await expect(page.getByRole('dialog', { name: 'Host console' }).getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
});
