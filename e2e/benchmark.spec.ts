import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';

const POLICIES = [
  'rule_based_expert',
  'always_accept',
  'greedy_hoarder',
  'no_negotiation_allocator',
  'random_validish',
  'base_instruct_naive',
];

test.describe('what the page says', () => {
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    await page.goto('/rankings/benchmark');
  });
  test.afterAll(() => page.close());

  test('every policy stands on every task with both splits, and says n, seeds, interval, version and command', async () => {
    const figure = page.getByRole('figure', { name: /Mean cumulative reward/ });
    await expect(figure).toContainText('train, seeds 0–9, n = 10');
    await expect(figure).toContainText('holdout, seeds 50000–50007, n = 8');
    await expect(figure).toContainText(/95% bootstrap interval of the mean/);
    for (const policy of [...POLICIES, 'wait', 'coalition_former']) {
      await expect(figure.getByRole('listitem').filter({ hasText: policy })).toHaveCount(3);
    }
    const sources = page.getByRole('region', { name: 'How to reproduce these figures' });
    await expect(sources.getByRole('listitem')).toHaveCount(2);
    await expect(sources).toContainText('version 1');
    await expect(sources.getByText(/mandi eval .*--seeds/).first()).toBeVisible();
  });

  test('ours equal the published figures', async () => {
    const section = page.getByRole('region', { name: 'Against the published figures' }).first();
    await expect(section).toContainText('All 30 published means match in every printed digit.');
    await expect(section.getByRole('row', { name: /rule_based_expert/ })).toContainText('0.8149');
    await expect(section.getByRole('table', { name: 'Our means and the published means' }).getByText('equal')).toHaveCount(30);
  });

  test('the page says that the score can be farmed, with measured rows', async () => {
    const section = page.getByRole('region', { name: 'Read these scores with care' }).first();
    const row = section.getByRole('row').filter({ hasText: 'coalition_market' }).filter({ hasText: 'holdout' });
    await expect(row).toContainText('1.3655');
    await expect(row).toContainText('0.6238');
    await expect(section.getByRole('row').filter({ hasText: 'market_round' }).filter({ hasText: 'holdout' })).toContainText('0.8535');
  });

  test('the action space and the reward columns are explained', async () => {
    await expect(page.getByRole('table', { name: 'The action space' }).getByRole('row')).toHaveCount(1 + 14);
    await expect(page.getByRole('table', { name: 'The reward columns' }).getByRole('row')).toHaveCount(1 + 11);
    await expect(page.getByRole('row', { name: /allocate_to_job/ })).toContainText('job_id block_ids');
  });
});

test('the chart has a table, and a CSV with every digit', async ({ page }) => {
  await page.goto('/rankings/benchmark');
  const figure = page.getByRole('figure', { name: /Mean cumulative reward/ });
  await figure.getByRole('button', { name: 'Table' }).click();
  await expect(figure.getByRole('row')).toHaveCount(1 + 8 * 3 * 2);
  const downloading = page.waitForEvent('download');
  await figure.getByRole('button', { name: 'CSV' }).click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('policy,task,split,seeds,n,mean,std,ci95_low,ci95_high,invalid,published,equal');
  expect(lines).toHaveLength(1 + 8 * 3 * 2);
  const expert = lines.find((line) => line.startsWith('rule_based_expert,coalition_market,train'))?.split(',') ?? [];
  expect(expert[3]).toBe('0-9');
  expect(Number(expert[5]).toFixed(4)).toBe('0.8149');
  expect(expert.slice(-2)).toEqual(['0.8149', 'yes']);
});

test('the figures are recomputed from the page and come out the same', async ({ page }) => {
  await page.goto('/rankings/benchmark');
  await page.getByRole('button', { name: 'Recompute the figures' }).click();
  await expect(page.getByText(/Recomputed [\d,]+ episodes\./)).toBeVisible({ timeout: 300_000 });
  await expect(page.getByText('All 30 published means match in every printed digit.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recompute the figures' })).toBeEnabled();
});
