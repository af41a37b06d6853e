import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { finishedMatch } from './support/api';
import { expectNoSideways } from './support/axe';
import { setTable, sitDown } from './support/table';

const PLACES = [
  ['Watch', '/watch', 'Watch'],
  ['Play', '/play', 'Play'],
  ['Rankings', '/rankings', 'Leaderboard'],
  ['Agents', '/agents', 'Agents'],
  ['Data and API', '/data', 'Export data'],
] as const;

test('five places are in one row at 390 px, each a step away, under a header of at most 140 px', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  for (const [name, path, heading] of PLACES) {
    const link = page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name });
    await expect(link).toBeInViewport({ ratio: 1 });
    await link.click();
    await page.waitForURL(`**${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(link).toHaveAttribute('aria-current', 'page');
    const header = await page.getByRole('banner').boundingBox();
    expect(header?.height).toBeLessThanOrEqual(140);
    await expectNoSideways(page);
  }
});

test('every address of earlier versions still leads to its screen, for good and with its query', async ({ request }) => {
  const id = await finishedMatch(request, { task: 'single_trade', seed: 90_301, policy: 'rule_based_expert' });
  const stored = readFileSync('tests/fixtures/old-addresses/pages.txt', 'utf8').trim().split('\n');
  for (const old of stored) {
    const address = old.replaceAll('2bmd7ai6k9vu', id).replaceAll('hmjrkvwhpvfd', id);
    const first = await request.get(address, { maxRedirects: 0 });
    if (first.status() === 200) continue;
    expect([address, first.status()]).toEqual([address, 308]);
    const target = new URL(first.headers().location ?? '', 'http://mandi');
    for (const [name, value] of new URL(address, 'http://mandi').searchParams) {
      expect([address, target.searchParams.get(name)]).toEqual([address, value]);
    }
    const answer = await request.get(`${target.pathname}${target.search}`, { maxRedirects: 0 });
    // That tournament is not in this database: its address moved as well, and says so there.
    expect([address, answer.status()]).toEqual([address, address.includes('p5h746gmpiad') ? 404 : 200]);
  }
});

test('the tab of a page is named after the thing it shows', async ({ page, request }) => {
  const id = await setTable(page, { open: ['lab_0', 'lab_1'] });
  await sitDown(page, id, { seat: 'lab_0', name: 'Anna' });
  await sitDown(page, id, { seat: 'lab_1', name: 'Ben' });
  const titleOf = async (path: string) => /<title>([^<]*)<\/title>/.exec(await (await request.get(path)).text())?.[1];
  expect(await titleOf(`/matches/${id}`)).toMatch(/^Anna, Ben( vs \d+ bots?)? · Mandi$/);
  expect(await titleOf('/agents/planner')).toBe('Planner · Mandi');
  expect(await titleOf('/rankings')).toBe('Leaderboard · Mandi');
});

test('a client cannot name a page', async ({ request }) => {
  for (const path of ['/watch', '/matches/none', '/agents/none']) {
    const answer = await request.get(path, { headers: { 'x-mandi-title': 'Forged' } });
    expect(await answer.text()).not.toContain('Forged');
  }
});

test('one click on Play seats a person against bots', async ({ page }) => {
  await page.goto('/play');
  await page
    .getByRole('button', { name: /^Play .* now$/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lab A' })).toBeVisible();
});
