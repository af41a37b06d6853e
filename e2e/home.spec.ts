import { expect, test } from '@playwright/test';
import type { CatalogOverview } from '~/api/catalog-words';
import { ask, createMatch } from './support/api';

test('home says what Mandi is, its facts come from the catalogue, and it offers one next step', async ({ page, request }) => {
  const { actions, rewardColumns, rulesets } = await ask<CatalogOverview>(request, 'catalog.overview');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/market where AI labs bargain over scarce GPU time/);
  const facts = page.getByRole('region', { name: 'The environment' });
  await expect(facts.getByRole('listitem')).toHaveCount(rulesets.flatMap((one) => one.tasks).length);
  await expect(facts.getByText('Actions').locator('..')).toContainText(String(actions.length));
  await expect(facts.getByText('Reward columns').locator('..')).toContainText(String(rewardColumns.length));
  await expect(facts).toContainText('50,000–59,999');
  await page.getByRole('link', { name: 'Start a match' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New match');
});

test('a match appears on the floor by the stream, its curve grows without a request, and its end becomes a result', async ({
  page,
  request,
}) => {
  await page.goto('/');
  await expect(page.getByText(/match(es)? live/)).toBeVisible();
  const id = await createMatch(request, { task: 'market_round', seed: 90_001, policy: 'rule_based_expert', pace: 2 });
  const row = page.getByRole('list', { name: 'Live matches' }).locator(`a[href="/matches/${id}"]`);
  await expect(row).toBeVisible();
  const asked: string[] = [];
  page.on('request', (one) => asked.push(one.url()));
  const curve = row.getByRole('img');
  await expect(curve).toHaveAccessibleName(/so far/);
  await expect(row).toContainText(/round [2-4] \(last: 4\)/);
  const place = await page.evaluate(placeBelowBoard);
  const early = await curve.locator('path').getAttribute('d');
  await expect(row).toContainText(/round 4 \(last: 4\)/);
  expect(await curve.locator('path').getAttribute('d')).not.toBe(early);
  // Another match's end brings the list of results anew; the curve asks for nothing.
  expect(asked.filter((url) => url.includes('/api/') && !url.includes('match.list'))).toEqual([]);
  // On the board it may give its place to a match of another test; among the results it stays.
  const results = page.getByRole('region', { name: 'Recent results' }).first();
  await expect(results.locator(`a[href="/matches/${id}"]`)).toBeVisible();
  expect(await page.evaluate(placeBelowBoard)).toBe(place);
});

test('the benchmark stands at a glance, with its n and interval', async ({ page }) => {
  await page.goto('/');
  const glance = page.getByRole('region', { name: 'The benchmark' });
  await expect(glance).toContainText('holdout seeds 50000–50007, n = 8');
  await expect(glance).toContainText('95% bootstrap interval');
  await expect(glance.getByText('rule_based_expert')).toHaveCount(3);
  await expect(glance).toContainText('0.624');
});

test('two matches of the same task and seed are picked from the list and go to the comparison', async ({ page, request }) => {
  const left = await createMatch(request, { task: 'single_trade', seed: 90_002, policy: 'random_validish' });
  const right = await createMatch(request, { task: 'single_trade', seed: 90_002, policy: 'rule_based_expert' });
  await createMatch(request, { task: 'single_trade', seed: 90_003, policy: 'always_accept' });
  await page.goto('/matches?task=single_trade');
  await expect(page.getByLabel('Task')).toHaveValue('single_trade');
  await page.getByRole('checkbox', { name: 'Compare random_validish on single_trade, seed 90002' }).first().check();
  await expect(page.getByRole('checkbox', { name: 'Compare always_accept on single_trade, seed 90003' }).first()).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Compare rule_based_expert on single_trade, seed 90002' }).first().check();
  await page.getByRole('link', { name: 'Compare them' }).click();
  await expect(page).toHaveURL(new RegExp(`/compare\\?left=${left}&right=${right}`));
});

test('the list of matches follows the stream, and offers what has begun since without moving anything', async ({ page, request }) => {
  const first = await createMatch(request, { task: 'market_round', seed: 90_006, policy: 'always_accept', pace: 1 });
  await page.goto('/matches?task=market_round&policy=always_accept');
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="/matches/${first}"]`) });
  await expect(row).toContainText('live');
  await createMatch(request, { task: 'market_round', seed: 90_007, policy: 'always_accept', pace: 1 });
  await expect(row).toContainText('finished');
  const before = await page.getByRole('row').count();
  await page.getByRole('button', { name: /begun since/ }).click();
  await expect(page.getByRole('row')).toHaveCount(before + 1);
  await expect(page.getByRole('button', { name: /begun since/ })).toBeHidden();
});

test('filters narrow the list, stand in the address, and an empty list says what to do', async ({ page, request }) => {
  await createMatch(request, { task: 'single_trade', seed: 90_004, policy: 'wait' });
  await page.goto('/matches');
  await page.getByLabel('Player').selectOption('wait');
  await page.getByLabel('Status').selectOption('failed');
  await expect(page).toHaveURL(/status=failed&policy=wait/);
  await expect(page.getByText('No match fits these filters')).toBeVisible();
  await page.getByRole('link', { name: 'Show all matches' }).click();
  await expect(page).toHaveURL(/\/matches$/);
  await expect(page.getByRole('table', { name: 'Matches' })).toBeVisible();
});

test('when the server does not answer, the screen says so and can be asked again', async ({ page, request }) => {
  await createMatch(request, { task: 'single_trade', seed: 90_005, policy: 'wait' });
  await page.route('**/api/trpc/**', (route) => route.abort());
  await page.goto('/matches');
  await expect(page.getByRole('alert').filter({ hasText: 'Mandi could not load the matches.' })).toBeVisible();
  await page.unroute('**/api/trpc/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Matches' })).toBeVisible();
});

/** Where the part below the board begins, less its rows: other tests may start matches meanwhile. Runs in the browser. */
function placeBelowBoard(): number {
  const rows = document.querySelectorAll('ul[aria-label="Live matches"] > li').length;
  const heading = [...document.querySelectorAll('h2')].find((one) => one.textContent === 'Recent results');
  return Math.round((heading?.getBoundingClientRect().top ?? 0) + window.scrollY - 96 * Math.max(1, rows));
}

test('pages are not kept by shared caches, and nobody has images changed here', async ({ request }) => {
  for (const path of ['/', '/matches', '/new']) {
    const answer = await request.get(path);
    expect([path, answer.status(), answer.headers()['cache-control']]).toEqual([path, 200, 'private, no-cache']);
  }
  expect((await request.get('/_next/image?url=%2Ficon.svg&w=64&q=75')).status()).toBe(404);
});

test('a page answers GET alone, and a match that cannot be is not found', async ({ request }) => {
  const post = await request.post('/new', { headers: { 'next-action': 'x' }, data: {} });
  expect([post.status(), post.headers().allow]).toEqual([405, 'GET, HEAD']);
  for (const path of ['/matches/%00', '/table/%00', '/matches/a%20b'])
    expect([path, (await request.get(path)).status()]).toEqual([path, 404]);
});

test('what has no place in the menu is one step from a page that has, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [from, name, to] of [
    ['/matches', 'Duels of pitches', '/duels'],
    ['/agents', 'Inference', '/inference'],
    ['/agents', 'Owners', '/owners'],
    ['/benchmark', 'All reports', '/reports'],
  ] as const) {
    await page.goto(from);
    const link = page.getByRole('link', { name, exact: true });
    await expect(link).toBeInViewport({ ratio: 1 });
    await link.click();
    await page.waitForURL(`**${to}`);
  }
});
