import { expect, test } from '@playwright/test';

test('a word is looked up in the documents on a phone, and its section opens', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/data');
  await page.getByRole('link', { name: 'Docs', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Documentation' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the docs' }).fill('escrow');
  const found = page.getByRole('search').getByRole('link', { name: /^Promises/ });
  await found.click();
  await expect(page).toHaveURL('/docs/rules-open#promises');
  await expect(page.getByRole('heading', { name: 'Promises' })).toBeInViewport();
  await expect(page).toHaveTitle(/^Rules of the GPU market/);
  // Links between documents stay in the product.
  await page.getByRole('link', { name: 'All documents' }).click();
  await page.getByRole('link', { name: 'Tournaments' }).click();
  await expect(page.getByRole('button', { name: 'Copy' }).first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the docs' }).fill('zzqx');
  await expect(page.getByText('No results for “zzqx”. Try another word.')).toBeVisible();
  await page.goto('/docs/watch');
  const picture = page.getByRole('img', { name: /^A match of the GPU market/ });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  // In full size it can be read on a phone too.
  await picture.click();
  await expect(page).toHaveURL('/docs/images/match.webp');
  for (const path of ['/docs/nope', '/docs/nope/nope', '/docs/..%2fpackage.json', '/docs/images/..%2fpicture.webp'])
    expect((await request.get(path)).status(), path).toBe(404);
});

test('the words and rules of a match are one tap away, at its seat too', async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/play');
  await page
    .getByRole('button', { name: /^Play .* now$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/matches\//);
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  const rules = page.getByRole('dialog', { name: 'Rules' });
  await expect(rules.getByRole('term').first()).toBeVisible();
  const opened = context.waitForEvent('page');
  await rules.getByRole('link', { name: 'All rules, in a new tab' }).click();
  await expect((await opened).getByRole('heading', { level: 1, name: /^Rules/ })).toBeVisible();
});
