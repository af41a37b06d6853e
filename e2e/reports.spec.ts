import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSideways } from './support/axe';

test('a report is made, read, downloaded, and one of its episodes replayed', async ({ page }) => {
  await page.goto('/rankings/reports');
  await expectAccessible(page);
  await page.getByLabel('Game', { exact: true }).selectOption('gpu-market/open');
  await page.getByLabel('Policies and agents').fill('planer');
  await page.getByRole('button', { name: 'Make the report' }).click();
  await expect(page.getByText('did you mean planner?')).toBeVisible();
  await page.getByLabel('Policies and agents').fill('planner,greedy');
  await page.getByLabel('Seeds', { exact: true }).fill('40000-40001');
  await page.getByLabel(/^Robustness/).check();
  await expect(page.getByLabel('Seat of the single policy')).toHaveCount(0);
  await page.getByLabel(/^Populations/).check();
  await expect(page.getByLabel('Seat of the single policy')).toHaveValue('full');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Make the report' }).click();

  const figure = page.getByRole('figure', { name: 'Mean score of each policy, by task' });
  await expect(figure).toContainText('validation, seeds 40000–40001, n = 2', { timeout: 300_000 });
  for (const policy of ['planner', 'greedy', 'wait', 'constant', 'random', 'farmer_coalition_former', 'farmer_passenger']) {
    await expect(figure.getByText(policy, { exact: true })).toHaveCount(1);
  }
  await expect(page.getByRole('region', { name: 'Robustness' }).first().getByRole('figure')).toHaveCount(5);
  const populations = page.getByRole('region', { name: 'Populations' }).first();
  await expect(populations).toContainText('The row alone in each seat of each world in turn');
  const payoffs = populations.getByRole('table', { name: 'Payoffs of populations: Single trade' });
  await expect(payoffs.getByRole('row', { name: /^planner/ })).toContainText(/\d\.\d{4}/);
  await expect(populations).toContainText('--seeds 40000-40001 --populations');
  const actions = page.getByRole('table', { name: 'Actions: Single trade, validation' });
  await expect(actions.getByRole('row', { name: /^constant/ })).toContainText('100.0%');
  await expect(page.getByText('npx mandi eval --ruleset open --rules 2 --policies planner,greedy').first()).toBeVisible();

  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, 'colors');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideways(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Two players' }).click();
  const beside = page.getByRole('region', { name: 'The same world, two players' }).first();
  await expect(beside.getByRole('heading', { name: 'The same world, two players' })).toBeInViewport();
  await expect(beside).toContainText('Before: greedy');
  await beside.getByLabel('Before').selectOption('wait');
  await beside.getByLabel('Seed', { exact: true }).selectOption('40001');
  await beside.getByRole('button', { name: 'Show these' }).click();
  await expect(beside).toContainText('Single trade, seed 40001');
  await expect(beside).toContainText('Before: wait');

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'HTML file' }).click();
  const html = await readFile(await (await downloading).path(), 'utf8');
  expect(html).toContain('farmer_passenger');
  expect(html).not.toMatch(/<script|https?:\/\//);

  const episodes = page.getByRole('table', { name: 'Episodes: Single trade, validation' });
  const score = episodes.getByRole('button', { name: 'Replay planner, Single trade, seed 40001' });
  const told = await score.textContent();
  await score.click();
  await expect(page).toHaveURL(/\/matches\/[a-z2-9]{12}$/);
  await expect(page.getByText('planner').first()).toBeVisible();
  await page.goBack();
  await expect(score).toHaveText(told ?? '');

  const grid = page.getByRole('region', { name: 'Robustness' }).first();
  await grid.getByLabel('Task and shocks').selectOption('Single trade, energy spike, struck 2 times');
  const struck = grid.getByRole('button', { name: 'Replay greedy, Single trade, seed 40001, energy spike, struck 2 times' });
  await struck.click();
  await expect(page).toHaveURL(/\/matches\/[a-z2-9]{12}$/);
  await expect(page.getByText(/energy/i).first()).toBeVisible();
});

test('the address of no report says so and leads to all of them', async ({ page }) => {
  await page.goto('/rankings/reports/none-of-ours');
  await expect(page.getByRole('alert').filter({ hasText: 'There is nothing at this address.' })).toBeVisible();
  await page.getByRole('link', { name: 'All reports' }).click();
  await expect(page).toHaveURL(/\/reports$/);
  await expect(page.getByRole('link', { name: 'Reports', exact: true })).toHaveAttribute('aria-current', 'page');
});
