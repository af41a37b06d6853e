import { expect, type Page, test } from '@playwright/test';
import { complaintsOf } from './support/api';
import { expectAccessibleInBoth } from './support/axe';
import { post } from './support/table';

test.describe.configure({ timeout: 900_000 });

test('a person buys on 390 px, one click from home, and sees what was private', async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now: Buy in the bazaar' }).click();
  const turn = page.getByRole('region', { name: 'Your turn' });
  await expect(turn).toContainText(/You buy\. Paying more than \d+/);
  const intro = page.getByRole('region', { name: 'Before your first turn' });
  await expect(intro).toContainText('Begin with an offer well below the asked price');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Play', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(turn.getByRole('list', { name: 'Offers you can take' })).toBeVisible();
  await turn.getByRole('button', { name: /^Start/ }).click();
  await turn.getByLabel('Message (optional)').fill('My first price.');
  await turn.getByRole('button', { name: 'Offer this price' }).click();
  const talk = page.getByRole('list', { name: 'Conversation' });
  await expect(talk).toContainText('My first price.');
  await expect(intro).toBeHidden();
  await expect(turn.getByRole('button', { name: /^Hold/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await expectAccessibleInBoth(page);
  await shot(page, 'seat');
  await turn
    .getByRole('button', { name: /^Take / })
    .first()
    .click();
  // By chance the price is within the limit, or a loss: then the page warns, and the same again is meant.
  const over = page.getByText(/Over after 16 rounds/);
  const warned = page.getByText(/Not submitted yet/);
  await expect(over.or(warned).first()).toBeVisible();
  if (await warned.isVisible())
    await turn
      .getByRole('button', { name: /^Take / })
      .first()
      .click();
  await expect(page.getByRole('main')).toContainText('Over after 16 rounds'); // the seat's page gives way to the result
  await expect(page.getByRole('main')).toContainText('1 deal');
  expect(complaints).toEqual([]);
});

test('a person chooses the opponent, reads who is ready, and names the seed', async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/play');
  await page.locator('a[href="/g/bazaar/open/haggle"]').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Choose an opponent' })).toBeVisible();
  const selling = page.getByRole('region', { name: 'Sell to' });
  // No model runs on this server.
  await expect(selling).toContainText(/Sauda.* is not ready\. Until it is, the strongest script that reads you comes first\./);
  await expect(selling.getByRole('listitem').first()).toContainText('Planner');
  const trained = selling.getByRole('listitem').filter({ hasText: 'sauda@1' });
  await expect(trained).toContainText('trained model, not ready');
  await expect(trained.getByRole('button')).toBeDisabled();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await expectAccessibleInBoth(page);
  await shot(page, 'choose');
  await page.getByLabel('Seed (optional)').fill('x7');
  await expect(page.getByText('A seed is a whole number, such as 7.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sell to: Planner' })).toBeDisabled();
  await page.getByLabel('Seed (optional)').fill('7');
  await page.getByRole('button', { name: 'Sell to: Planner' }).click();
  const turn = page.getByRole('region', { name: 'Your turn' });
  await expect(turn).toContainText('You sell.');
  const item = page.getByRole('region', { name: 'The market' }).getByRole('heading').first();
  const sold = await item.textContent();
  await page.goto('/g/bazaar/open/haggle?seed=7');
  await expect(page.getByRole('region', { name: 'Buy from' }).getByRole('listitem').first()).toContainText('English');
  await page.getByRole('button', { name: 'Buy from: Linear' }).click();
  await expect(turn).toContainText('You buy.');
  await expect(item).toHaveText(sold ?? '');
  expect(complaints).toEqual([]);
});

test('a watcher reads a market with pools to its end', async ({ page }) => {
  const { id } = await post<{ id: string }>(page.request, 'match.create', {
    game: 'bazaar/open',
    task: 'bulk',
    seed: 3,
    policy: 'linear',
    pace: 0,
    judgeMode: 'off',
  });
  await page.goto(`/matches/${id}`);
  await expect(page.getByRole('region', { name: 'The market' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await shot(page, 'market');
});

/** For whoever wants to look at what was tested. */
async function shot(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `test-results/bazaar-open/${name}-${colorScheme}.png`, fullPage: true });
  }
}
