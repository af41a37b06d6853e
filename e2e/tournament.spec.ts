import { readFile } from 'node:fs/promises';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import type { FixturePage, TournamentSheet } from '~/api/tournament/types';
import { ask, complaintsOf } from './support/api';
import { expectAccessible, expectAccessibleEverywhere } from './support/axe';
import { post } from './support/table';

/** A tournament that has been played to its end. */
async function playedTournament(request: APIRequestContext, text: string): Promise<string> {
  const { id } = await post<{ id: string }>(request, 'tournament.create', { text });
  await expect.poll(async () => (await ask<TournamentSheet>(request, 'tournament.get', { id })).card.status).toBe('finished');
  return id;
}

function standings(page: Page) {
  return page.getByRole('table', { name: 'Standings' });
}

/** Enough for some seconds of a fast machine: it is paused while it is played. */
const WORLDS = '30';
const MATCHES = 540;

test('a tournament of four is made on screen, moves while it is played, and leads to replays and to its data', async ({ page }) => {
  test.setTimeout(600_000);
  const complaints = complaintsOf(page);
  await page.goto('/rankings/tournaments');
  await page.getByRole('link', { name: 'Start a tournament' }).first().click();

  const worlds = page.getByLabel('Seeds per pairing');
  await worlds.fill('none');
  await expect(page.getByRole('alert').filter({ hasText: /number/ })).toBeVisible();
  await expect(worlds).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await worlds.fill(WORLDS);
  await page.getByLabel('Name', { exact: true }).first().fill('Four at the table');
  await page.getByLabel('Entrant 1', { exact: true }).selectOption('cooperative');
  await page.getByLabel('Entrant 2', { exact: true }).selectOption('selfish');
  await expect(page.getByText(`${MATCHES} matches`, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Start the tournament' }).click();

  await expect(page).toHaveURL(/\/tournaments\/[a-z0-9]{12}$/);
  await expect(page.getByRole('heading', { level: 1, name: /Four at the table/ })).toBeVisible();
  const id = page.url().split('/').at(-1) ?? '';
  await page.evaluate(() => Object.assign(window, { stays: true }));
  const played = page.getByRole('progressbar', { name: 'Matches played' });
  const done = async () => Number(await played.getAttribute('aria-valuenow'));
  await expect.poll(done).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('paused', { exact: true }).first()).toBeVisible();
  const before = await standings(page).innerText();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => standings(page).innerText()).not.toBe(before);
  await expect.poll(done, { timeout: 300_000 }).toBe(MATCHES);
  await expect(page.getByText('finished', { exact: true }).first()).toBeVisible();
  await expect(standings(page).getByRole('row', { name: /^1 / })).toContainText('[');
  expect(await page.evaluate(() => 'stays' in window)).toBe(true); // nothing was loaded anew

  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Schedule' }).click();
  await expect(page.getByRole('heading', { name: 'Schedule' })).toBeInViewport();
  await page.reload(); // the address names the part
  await expect(page.getByRole('heading', { name: 'Schedule' })).toBeInViewport();
  await page.getByRole('button', { name: /^Selfish against Cooperative/ }).click();
  const cell = page.getByRole('dialog', { name: 'Selfish against Cooperative' });
  await expect.poll(() => cell.getByRole('row').count()).toBeGreaterThan(8);
  await expectAccessible(page);
  const shown = await cell.getByRole('row').count();
  await cell.getByRole('button', { name: 'Show more matches' }).click({ timeout: 10_000 });
  await expect.poll(() => cell.getByRole('row').count()).toBeGreaterThan(shown);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Selfish with Cooperative: / }).click({ timeout: 10_000 });
  await expect(cell.getByText('has a mean score of')).toBeVisible();
  await cell.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/matches\/[a-z0-9]{12}/);
  await expect(page.getByText(/^Over/).first()).toBeVisible();
  await expect(page.getByText(new RegExp(`^Match \\d+ of ${MATCHES} of`))).toBeVisible();
  await page.getByRole('link', { name: 'Four at the table' }).click();

  await page.getByRole('link', { name: 'Export its data' }).click();
  await expect(page.getByRole('list', { name: 'Sample rows' }).getByRole('listitem').first()).toContainText('"do"');
  await page.getByRole('button', { name: 'Start the export' }).click();
  const sft = page.getByRole('listitem', { name: /^Export sft, open/ }).first();
  await expect(sft.getByRole('status')).toContainText('finished', { timeout: 300_000 });
  const downloading = page.waitForEvent('download');
  await sft.getByRole('link', { name: 'part-00000.jsonl' }).click();
  const rows = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\n');
  const matches = new Set(rows.map((row) => (JSON.parse(row) as { match_id: string }).match_id));
  expect(matches.size).toBeGreaterThan(0);
  for (const row of rows) {
    const { messages } = JSON.parse(row) as { messages: { role: string }[] };
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant']);
  }
  for (const match of [...matches].slice(0, 10))
    expect(await ask(page.request, 'tournament.ofMatch', { id: match })).toMatchObject({ tournamentId: id });
  expect(complaints).toEqual([]);
});

test('a knock-out from a pasted file shows its rounds; a rated one fills the leaderboard, and each entry opens its matches', async ({
  page,
}) => {
  test.setTimeout(600_000);
  await page.goto('/rankings/tournaments/new');
  await page.getByRole('tab', { name: 'File' }).click();
  await page
    .getByLabel('The tournament’s file')
    .fill('name: A cup\nformat: knockout\ntask: single_trade\nentrants: [house, greedy, selfish, nobodyy]\nworlds: 1\nnulls: []');
  await expect(page.getByRole('alert').filter({ hasText: 'entrants.3' })).toBeVisible();
  await page
    .getByLabel('The tournament’s file')
    .fill('name: A cup\nformat: knockout\ntask: single_trade\nentrants: [house, greedy, selfish, cooperative]\nworlds: 1\nnulls: []');
  await page.getByRole('button', { name: 'Start the tournament' }).click();
  await expect(page.getByText('Round 2', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('finished', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Pairings by round' }).getByText(/^(ahead|wins the tie)$/)).toHaveCount(3);
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Standings as CSV' }).click();
  const csv = (await readFile(await (await saving).path(), 'utf8')).trim().split(/\r?\n/);
  expect(csv[0]).toMatch(/^entrant,rank,matches,score,score_low,score_high,profit,profit_low,profit_high,mu,sigma,elo/);
  expect(csv).toHaveLength(1 + 4);

  const rated = 'name: First season\nkind: rated\ntask: single_trade\nentrants: [house, selfish]\nworlds: 2\nnulls: [wait]';
  await playedTournament(page.request, rated);
  await expectAccessibleEverywhere(page, { path: '/rankings', ready: 'Bradley-Terry' });
  await page.getByRole('button', { name: /matches of Selfish$/ }).click();
  const evidence = page.getByRole('dialog', { name: 'Matches of Selfish' });
  await evidence
    .getByRole('link', { name: /^First season, / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/matches\/[a-z0-9]{12}/);
  await page.getByRole('button', { name: 'Details' }).click(); // the page is 390 px wide since axe read it
  await expect(page.getByRole('link', { name: 'First season', exact: true })).toBeVisible();
});

test('the page of a match that waits for its turn says so, and shows the match once it begins', async ({ page, request }) => {
  const file = 'name: In line\ntask: single_trade\nentrants: [house, greedy]\nworlds: 200';
  const { id } = await post<{ id: string }>(request, 'tournament.create', { text: file });
  await post(request, 'tournament.control', { id, command: 'pause' });
  const { items } = await ask<FixturePage>(request, 'tournament.fixtures', { id, status: ['waiting'], limit: 1 });
  const matchId = items[0]?.matchId ?? '';
  expect((await page.goto(`/matches/${matchId}`))?.status()).toBe(200);
  await expect(page.getByText('This match has not started yet')).toBeVisible();
  await expectAccessible(page);
  await page.evaluate(() => Object.assign(window, { stays: true }));
  await post(request, 'tournament.control', { id, command: 'resume' });
  await expect(page.getByText(/^Match [\d,]+ of [\d,]+ of/)).toBeVisible({ timeout: 300_000 });
  await expect(page.getByText('This match has not started yet')).toBeHidden();
  expect(await page.evaluate(() => 'stays' in window)).toBe(true); // nothing was loaded anew
  await post(request, 'tournament.control', { id, command: 'cancel' });
  const { items: left } = await ask<FixturePage>(request, 'tournament.fixtures', { id, status: ['cancelled'], limit: 1, cursor: 1_500 });
  await page.goto(`/matches/${left[0]?.matchId}`);
  await expect(page.getByText('This match was never played')).toBeVisible();
});

test('before the first match nobody stands before anybody', async ({ page, request }) => {
  // A person plays: no match ends before somebody sits down.
  const file = 'name: Not begun\ntask: single_trade\nentrants: [{ person: Ada }, planner]\nworlds: 1\nnulls: []';
  const { id } = await post<{ id: string }>(request, 'tournament.create', { text: file });
  await page.goto(`/rankings/tournaments/${id}`);
  await expect(standings(page).getByRole('row', { name: /Planner/ })).toHaveText(/^–Planner–0–/);
  await expect(page.getByRole('heading', { name: 'Paired differences' })).toHaveCount(0);
  await post(request, 'tournament.control', { id, command: 'cancel' });
});

test('tournaments: nothing serious by axe in light, dark and at 390 px, no scrolling sideways, no complaint in the console', async ({
  page,
  request,
}) => {
  test.setTimeout(600_000);
  const complaints = complaintsOf(page);
  const id = await playedTournament(request, 'name: Looked at\ntask: single_trade\nentrants: [house, greedy]\nworlds: 2');
  for (const { path, ready } of [
    { path: '/rankings/tournaments', ready: 'Looked at' },
    { path: '/rankings/tournaments/new', ready: 'What will be played' },
    { path: `/rankings/tournaments/${id}`, ready: 'How to repeat it' },
  ]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectAccessibleEverywhere(page, { path, ready });
  }
  await page.getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page).toHaveURL(/\/rankings$/);
  expect(complaints).toEqual([]);
});
