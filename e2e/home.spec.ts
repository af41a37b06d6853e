import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import type { CatalogOverview } from '~/api/catalog/types';
import type { TournamentSheet } from '~/api/tournament/types';
import { ask, createMatch, finishedMatch } from './support/api';
import { post } from './support/table';

test('home says what Mandi is, and offers three ways in', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/AI agents negotiate/);
  await expect(page.getByRole('button', { name: 'Play a bot now' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Play with friends' })).toHaveAttribute('href', '/play/people');
  await page.getByRole('link', { name: 'Bring your model' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add an agent');
});

test('one click from home sits down at a small table, with time, and says what happens next', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Play a bot now' }).click();
  const before = page.getByRole('region', { name: 'Before your first turn' });
  await expect(before).toContainText('You play Lab A');
  await expect(before).toContainText('The match has 6 rounds');
  await expect(before).toContainText('You have 10 minutes for each turn');
  await expect(page.getByRole('button', { name: 'Submit turn' })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/\b[bj]_\d+_\d+/); // things have names here, as they have for watchers
  await before.getByRole('button', { name: 'Got it' }).click();
  await expect(before).toBeHidden();
});

test('a match plays on home by itself, with who leads and what happens, and leads to it', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await finishedMatch(request, { ruleset: 'open', task: 'coalition_market', seed: 90_010, policy: 'planner' });
  await page.goto('/');
  const show = page.getByRole('region', { name: 'A match, playing' });
  await expect(
    show
      .getByRole('list', { name: /^Who leads/ })
      .getByRole('listitem')
      .first(),
  ).toBeVisible();
  const caption = show.getByRole('paragraph').last();
  const first = await caption.textContent();
  await expect(caption).not.toHaveText(first ?? '');
  await show.getByRole('button', { name: 'Pause' }).click();
  await expect(show.getByRole('button', { name: 'Play' })).toBeVisible();
  await show.getByRole('link', { name: 'Watch this match' }).click();
  await expect(page).toHaveURL(/\/matches\/[a-z0-9]{12}/);
});

test('home says what is at stake in each game in three drawings, and shows the best replays with who won', async ({ page, request }) => {
  for (const seed of [90_020, 90_021]) await finishedMatch(request, { ruleset: 'open', task: 'coalition_market', seed, policy: 'planner' });
  await page.goto('/');
  const stakes = page.getByRole('list', { name: 'What is at stake' });
  await expect(stakes).toHaveCount(3);
  for (const list of await stakes.all()) {
    await expect(list.getByRole('listitem')).toHaveCount(3);
    await expect(list.locator('svg')).toHaveCount(3);
  }
  const best = page.getByRole('region', { name: 'Best replays' });
  const replay = best.getByRole('link', { name: /Biggest coalition|Greatest comeback|against/ }).first();
  await expect(replay).toContainText(/made the most profit: [\d,.]+ cr|won with|share first place|made the same profit/);
  await replay.click();
  await expect(page).toHaveURL(/\/matches\/[a-z0-9]{12}/);
});

test('where nothing was played yet, home plays the match that ships with Mandi', async ({ page }) => {
  await page.route('**/api/trpc/**match.list**', (route) => route.abort());
  await page.goto('/');
  const show = page.getByRole('region', { name: 'A match, playing' });
  await expect(
    show
      .getByRole('list', { name: /^Who leads/ })
      .getByRole('listitem')
      .first(),
  ).toBeVisible();
});

test('scripts of home before its match are at most 230 kB gzipped, and the match comes after the first paint', async ({
  page,
  request,
}) => {
  const html = await (await request.get('/')).text();
  const scripts = [
    ...new Set(
      [...html.matchAll(/<script([^>]+)src="([^"]+)"([^>]*)>/g)].flatMap(([, before, src, after]) =>
        /nomodule/i.test(`${before}${after}`) ? [] : (src ?? ''),
      ),
    ),
  ]; // no browser of today loads those
  let bytes = 0;
  for (const src of scripts) bytes += gzipSync(await (await request.get(src)).body()).length;
  expect(scripts.length).toBeGreaterThan(3);
  expect(bytes).toBeLessThanOrEqual(230_000);

  await page.goto('/');
  await expect(page.getByRole('region', { name: 'A match, playing' }).getByRole('list', { name: /^Who leads/ })).toBeVisible();
  const { painted, early } = await page.evaluate((known) => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const later = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js') && !known.some((src) => name.endsWith(src)));
    return { painted: paint, early: later.filter(({ startTime }) => startTime < paint).map(({ name }) => name) };
  }, scripts);
  expect(painted).toBeGreaterThan(0);
  expect(early).toEqual([]);
});

test('the games of the server are told in figures that come from the catalogue', async ({ page, request }) => {
  const { actions, rewardColumns, rulesets } = await ask<CatalogOverview>(request, 'catalog.overview');
  await page.goto('/data/connect');
  const facts = page.getByRole('region', { name: 'Games at a glance' });
  await expect(facts.getByRole('listitem')).toHaveCount(rulesets.flatMap((one) => one.tasks).length);
  await expect(facts.getByText('Actions').locator('..')).toContainText(String(actions.length));
  await expect(facts.getByText('Reward columns').locator('..')).toContainText(String(rewardColumns.length));
  await expect(facts).toContainText('50,000–59,999');
});

test('a match appears among the live ones by the stream, its curve grows without a request, and its end becomes a result', async ({
  page,
  request,
}) => {
  await page.goto('/watch');
  await expect(page.getByRole('search')).toBeVisible();
  const id = await createMatch(request, { task: 'market_round', seed: 90_001, policy: 'rule_based_expert', pace: 3 });
  const row = page.getByRole('list', { name: 'Live matches' }).locator(`a[href="/matches/${id}"]`);
  await expect(row).toBeVisible();
  await expect(page.getByText(/match(es)? live/)).toBeVisible();
  const asked: string[] = [];
  page.on('request', (one) => asked.push(one.url()));
  const curve = row.getByRole('img');
  await expect(curve).toHaveAccessibleName(/so far/);
  await expect(row).toContainText(/round [23] \(last: 4\)/);
  const place = await page.evaluate(placeBelowBoard);
  const early = await curve.locator('path').getAttribute('d');
  await expect(row).toContainText(/round 4 \(last: 4\)/);
  expect(await curve.locator('path').getAttribute('d')).not.toBe(early);
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);
  expect(await page.evaluate(placeBelowBoard)).toBe(place);
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Recent results' }).first().locator(`a[href="/matches/${id}"]`)).toBeVisible();
});

test('the benchmark is in brief below the leaderboard, with its n and interval', async ({ page }) => {
  await page.goto('/rankings');
  const glance = page.getByRole('region', { name: 'The benchmark' });
  await expect(glance).toContainText('holdout seeds 50000–50007, n = 8');
  await expect(glance).toContainText('95% bootstrap interval');
  await expect(glance.getByText('Rule-based expert')).toHaveCount(3);
  await expect(glance).toContainText('0.624');
});

test('two matches of the same task and seed are picked from the list and go to the comparison', async ({ page, request }) => {
  const left = await createMatch(request, { task: 'single_trade', seed: 90_002, policy: 'random_validish' });
  const right = await createMatch(request, { task: 'single_trade', seed: 90_002, policy: 'rule_based_expert' });
  await createMatch(request, { task: 'single_trade', seed: 90_003, policy: 'always_accept' });
  await page.goto('/watch?task=single_trade');
  await expect(page.getByLabel('Task')).toHaveValue('single_trade');
  await page.getByRole('checkbox', { name: 'Compare Random validish on Single trade, seed 90002' }).first().check();
  await expect(page.getByRole('checkbox', { name: 'Compare Always accept on Single trade, seed 90003' }).first()).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Compare Rule-based expert on Single trade, seed 90002' }).first().check();
  await page.getByRole('link', { name: 'Compare them' }).click();
  await expect(page).toHaveURL(new RegExp(`/compare\\?left=${left}&right=${right}`));
});

test('the list of matches follows the stream, and offers what has begun since without moving anything', async ({ page, request }) => {
  const first = await createMatch(request, { task: 'market_round', seed: 90_006, policy: 'always_accept', pace: 3 });
  const steer = (command: string) => request.post('/api/trpc/match.control', { data: { id: first, command } });
  await steer('pause');
  await page.goto('/watch?task=market_round&policy=always_accept');
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="/matches/${first}"]`) });
  await expect(row).toContainText('paused');
  await createMatch(request, { task: 'market_round', seed: 90_007, policy: 'always_accept', pace: 1 });
  await steer('resume');
  await expect(row).toContainText('finished');
  const before = await page.getByRole('row').count();
  await page.getByRole('button', { name: /new match/ }).click();
  await expect(page.getByRole('row')).toHaveCount(before + 1);
  await expect(page.getByRole('button', { name: /new match/ })).toBeHidden();
});

test('filters narrow the list, stand in the address, and an empty list says what to do', async ({ page, request }) => {
  await createMatch(request, { task: 'single_trade', seed: 90_004, policy: 'wait' });
  await page.goto('/watch');
  await page.getByLabel('Player').selectOption('wait');
  await page.getByLabel('Status').selectOption('failed');
  await expect(page).toHaveURL(/status=failed&policy=wait/);
  await expect(page.getByText('No match fits these filters')).toBeVisible();
  await page.getByRole('link', { name: 'Show all matches' }).click();
  await expect(page).toHaveURL(/\/watch$/);
  await expect(page.getByRole('table', { name: 'Matches' })).toBeVisible();
});

test('matches of a tournament are one row that leads to it, and the list is narrowed by where a match was played', async ({
  page,
  request,
}) => {
  test.setTimeout(600_000);
  const text = 'name: Folded cup\ntask: single_trade\nentrants: [greedy, wait]\nworlds: 2\nnulls: []';
  const { id } = await post<{ id: string }>(request, 'tournament.create', { text });
  const played = async () => (await ask<TournamentSheet>(request, 'tournament.get', { id })).card.counts.done;
  await expect.poll(played, { timeout: 300_000 }).toBeGreaterThan(1);
  await page.goto('/watch');
  await page.getByLabel('Played', { exact: true }).selectOption('tournaments');
  await expect(page).toHaveURL(/among=tournaments/);
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="/rankings/tournaments/${id}"]`) });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(/Tournament, \d+ matches played/);
  await expect(page.getByRole('columnheader').last()).toHaveText('Started'); // tournaments cannot be compared
  await page.getByLabel('Played', { exact: true }).selectOption('others');
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('columnheader').last()).toHaveText('Compare');
  await expect(page.getByRole('table', { name: 'Matches' })).toBeVisible();
});

test('when the server does not answer, the screen says so and can be asked again', async ({ page, request }) => {
  await createMatch(request, { task: 'single_trade', seed: 90_005, policy: 'wait' });
  await page.route('**/api/trpc/**', (route) => route.abort());
  await page.goto('/watch');
  await expect(page.getByRole('alert').filter({ hasText: 'Mandi could not load the matches.' })).toBeVisible();
  await page.unroute('**/api/trpc/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Matches' })).toBeVisible();
});

/** Where the part below the board begins, less its rows: other tests may start matches meanwhile. Runs in the browser. */
function placeBelowBoard(): number {
  const rows = document.querySelectorAll('ul[aria-label="Live matches"] > li').length;
  const below = document.querySelector('search');
  return Math.round((below?.getBoundingClientRect().top ?? 0) + window.scrollY - 96 * Math.max(1, rows));
}

test('pages are not kept by shared caches, and nobody has images changed here', async ({ request }) => {
  for (const path of ['/', '/watch', '/play/bots']) {
    const answer = await request.get(path);
    expect([path, answer.status(), answer.headers()['cache-control']]).toEqual([path, 200, 'private, no-cache']);
  }
  expect((await request.get('/_next/image?url=%2Ficon.svg&w=64&q=75')).status()).toBe(404);
  const nothing = await request.get('/_next/static/chunks/nothing.js');
  expect(nothing.status()).toBe(404);
  expect(await nothing.text()).toContain('not_found'); // not a page of Next's, which any number of requests would make it draw
});

test('a page answers GET alone, and a match that cannot be is not found', async ({ request }) => {
  const post = await request.post('/play/bots', { headers: { 'next-action': 'x' }, data: {} });
  expect([post.status(), post.headers().allow]).toEqual([405, 'GET, HEAD']);
  for (const path of ['/matches/%00', '/table/%00', '/matches/a%20b'])
    expect([path, (await request.get(path)).status()]).toEqual([path, 404]);
});

test('what has no place in the menu is one step from a page that has, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [from, name, to] of [
    ['/watch', 'Vote on pitches', '/watch/duels'],
    ['/agents', 'Inference', '/agents/inference'],
    ['/agents', 'Owners', '/agents/owners'],
    ['/rankings/benchmark', 'Reports', '/rankings/reports'],
    ['/data', 'Operations', '/data/operations'],
  ] as const) {
    await page.goto(from);
    const link = page.getByRole('link', { name, exact: true });
    await expect(link).toBeInViewport({ ratio: 1 });
    await link.click();
    await page.waitForURL(`**${to}`);
  }
});
