import { expect, test } from '@playwright/test';
import { complaintsOf, finishedMatch } from './support/api';
import { expectAccessibleInBoth } from './support/axe';

test('the published pair is played or found, and stands side by side in step', async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto('/watch/compare');
  await page.getByRole('button', { name: 'Compare Random validish with Rule-based expert' }).click();
  await expect(page).toHaveURL(/left=.+&right=.+/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coalition market, seed 5');
  const [left, right] = [page.getByRole('region', { name: /^Random validish/ }), page.getByRole('region', { name: /^Rule-based expert/ })];
  await expect(left).toContainText('0.1814');
  await expect(right).toContainText('1.3412');
  await expect(page.getByText('+1.16')).toBeVisible();

  await page.keyboard.press('Home');
  await expect(page.getByText('round 0 (last: 8)')).toBeVisible();
  await expect(page.getByText(/after round 0, and \+1\.16 at the end\./)).toBeVisible();
  await expect(left.getByRole('list', { name: 'Round 0' })).toContainText('A coalition market opened');
  await page.keyboard.press('ArrowRight');
  await expect(right.getByRole('list', { name: 'Round 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('table')).toContainText('1.3412');
  expect(complaints).toEqual([]);
});

test('from a match its opening is played again by another policy', async ({ page, request }) => {
  const id = await finishedMatch(request, { task: 'market_round', seed: 77, policy: 'greedy_hoarder' });
  await page.goto(`/watch/compare?left=${id}`);
  await page.getByRole('combobox', { name: 'Play the same opening with' }).selectOption('always_accept');
  await page.getByRole('button', { name: 'Play and compare' }).click();
  await expect(page.getByRole('region', { name: /^Greedy hoarder/ })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Always accept/ })).toBeVisible();
});

test('a match of the bazaar is compared with one of the bazaar', async ({ page, request }) => {
  const id = await finishedMatch(request, { game: 'bazaar/open', task: 'haggle', seed: 77, policy: 'linear' });
  await page.goto(`/watch/compare?left=${id}`);
  await page.getByRole('combobox', { name: 'Play the same opening with' }).selectOption('planner');
  await page.getByRole('button', { name: 'Play and compare' }).click();
  await expect(page.getByRole('region', { name: /^Planner/ })).toBeVisible();
  await page.goto(`/watch/compare?left=${id}`);
  await expect(page.getByRole('table', { name: 'Matches of the same task and seed' })).toContainText('Planner');
});

test('a match that is not here is said to be not here', async ({ page }) => {
  await page.goto('/watch/compare?left=nosuch&right=nosuch2');
  await expect(page.getByRole('alert').filter({ hasText: 'One of the two matches was not found' })).toBeVisible();
});

test('axe finds nothing serious on a comparison, light and dark', async ({ page, request }) => {
  const left = await finishedMatch(request, { task: 'single_trade', seed: 5, policy: 'random_validish' });
  const right = await finishedMatch(request, { task: 'single_trade', seed: 5, policy: 'rule_based_expert' });
  await page.goto('/watch/compare');
  await expectAccessibleInBoth(page);
  await page.goto(`/watch/compare?left=${left}&right=${right}`);
  await expect(page.getByRole('region', { name: /^Rule-based expert/ })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});
