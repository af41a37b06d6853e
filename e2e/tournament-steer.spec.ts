import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { Client } from 'pg';
import type { TournamentSheet } from '~/api/tournament/types';
import { ask, complaintsOf } from './support/api';
import { expectAccessible } from './support/axe';
import { post } from './support/table';

const MANDI = fileURLToPath(new URL('../bin/mandi.mjs', import.meta.url));
const SOON = { timeout: 120_000 };
/** Without an end: a day is played, and the next waits. */
const LEAGUE = 'name: Steered league\nformat: league\ntask: single_trade\nentrants: [house, greedy]\nworlds: 1\nnulls: []';
const WITH_ADA = 'name: Ada comes\ntask: single_trade\nentrants: [{person: Ada}, greedy]\nworlds: 1\nrotation: none\nnulls: []';

async function begin(request: APIRequestContext, text: string): Promise<string> {
  return (await post<{ id: string }>(request, 'tournament.create', { text })).id;
}

function done(request: APIRequestContext, id: string) {
  return expect.poll(async () => (await ask<TournamentSheet>(request, 'tournament.get', { id })).card.counts.done);
}

/** No match of ours fails by itself. */
async function failAll(id: string): Promise<void> {
  const env = { ...process.env, MANDI_HOME: process.env.MANDI_E2E_HOME };
  const { stdout } = await promisify(execFile)(process.execPath, [MANDI, 'db', 'url'], { env });
  const client = new Client({ connectionString: stdout.trim() });
  await client.connect();
  await client.query(`UPDATE tournament_fixture SET status = 'failed', fault = 'it broke' WHERE tournament_id = $1 AND stage = 1`, [id]);
  await client.end();
}

function row(page: Page, table: string, name: RegExp) {
  return page.getByRole('table', { name: table }).getByRole('row', { name });
}

test('a league is joined, left, paused, resumed, tried again and cancelled from its page', async ({ page, request }) => {
  const complaints = complaintsOf(page);
  const id = await begin(request, LEAGUE);
  await done(request, id).toBe(2);
  await page.goto(`/rankings/tournaments/${id}`);

  await page.getByLabel('Who joins').selectOption('planner');
  await page.getByRole('button', { name: 'Join', exact: true }).click(SOON);
  await expect(row(page, 'Entrants and their pins', /^Planner/)).toBeVisible();
  await page.getByLabel('Who joins').selectOption('house');
  await page.getByRole('button', { name: 'Join', exact: true }).click(SOON);
  await expect(page.getByText('house is already in this league.')).toBeVisible(SOON);
  await page.getByLabel('Who leaves').selectOption('greedy');
  await page.getByRole('button', { name: 'Leave', exact: true }).click(SOON);
  await expect(row(page, 'Entrants and their pins', /^Greedy left/)).toBeVisible();

  await page.getByRole('button', { name: 'Pause' }).click(SOON);
  await expect(page.getByText('paused', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click(SOON);
  await expect(row(page, 'Standings', /Planner/)).toContainText('2');
  await done(request, id).toBe(4);

  await failAll(id);
  await page.reload();
  await page.getByLabel('Show', { exact: true }).selectOption('failed');
  await expect(page.getByText('it broke').first()).toBeVisible();
  await page.getByRole('button', { name: 'Retry failed' }).click(SOON);
  await done(request, id).toBe(4);
  await expect(page.getByRole('button', { name: 'Retry failed' })).toBeHidden();

  await page.getByRole('button', { name: 'Cancel' }).click(SOON);
  await page.getByRole('button', { name: 'Keep it running' }).click(SOON);
  await expect(page.getByText('running', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click(SOON);
  await page.getByRole('button', { name: 'Cancel the tournament' }).click(SOON);
  await expect(page.getByText('cancelled', { exact: true }).first()).toBeVisible();
  for (const name of ['Pause', 'Resume', 'Cancel']) await expect(page.getByRole('button', { name, exact: true })).toBeHidden();
  await expect(page.getByLabel('Who joins')).toBeHidden();
  expect(complaints.filter((one) => !one.includes('400 (Bad Request)'))).toEqual([]); // what was refused above
});

test('people and an older version of an agent join a league from its page', async ({ page, request }) => {
  const bot = { name: 'e2e-bot', title: 'Bot', plays: ['gpu-market/open'] };
  for (const repairs of [0, 1]) await post(request, 'agent.add', { ...bot, spec: { kind: 'model', model: 'null:random', repairs } });
  await post(request, 'agent.add', { name: 'e2e-eva', title: 'Eva', plays: ['gpu-market/open'], spec: { kind: 'person' } });
  const id = await begin(request, LEAGUE);
  await page.goto(`/rankings/tournaments/${id}`);
  const who = page.getByLabel('Who joins');
  const join = page.getByRole('button', { name: 'Join', exact: true });

  await expect(who.getByRole('option', { name: 'Bot (e2e-bot@1)' })).toHaveCount(0);
  await page.getByLabel('Offer older versions of agents too').check();
  await who.selectOption('e2e-bot@1');
  await join.click(SOON);
  await expect(row(page, 'Entrants and their pins', /^e2e-bot@1/)).toBeVisible();
  await who.selectOption('e2e-eva@1');
  await page.getByLabel('Name in the table').fill('Eva');
  await join.click(SOON);
  await expect(row(page, 'Entrants and their pins', /^Eva/)).toBeVisible();
  await who.selectOption('a person');
  await page.getByLabel('Name in the table').fill('');
  await expect(join).toBeDisabled();
  await page.getByLabel('Name in the table').fill('Bo');
  await join.click(SOON);
  await expect(row(page, 'Entrants and their pins', /^Bo/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'People', exact: true })).toBeVisible();
  await expectAccessible(page);
  await post(request, 'tournament.control', { id, command: 'cancel' });
});

test('a person gets a link to the seat from the tournament’s page, sits down by it, and the match begins when all are ready', async ({
  page,
  request,
  browser,
}) => {
  const id = await begin(request, WITH_ADA);
  await page.goto(`/rankings/tournaments/${id}`);
  await page.getByRole('button', { name: 'Link for Ada' }).click({ timeout: 300_000 }); // a worker may have to begin first
  const link = (await page.getByText(/\/sit\//).textContent()) ?? '';

  const other = await browser.newContext();
  const ada = await other.newPage();
  const { items } = await ask<{ items: { matchId: string }[] }>(request, 'tournament.fixtures', { id });
  await ada.goto(`/table/${items[0]?.matchId ?? ''}`);
  await expect(ada.getByRole('heading', { name: 'Seats', exact: true })).toBeVisible();
  await expect(ada.getByRole('button', { name: 'Join', exact: true })).toHaveCount(0); // the seat is hers by the link alone
  await ada.goto(link);
  await ada.getByRole('button', { name: 'Open it here' }).click(SOON);
  await ada.getByRole('button', { name: 'I am ready' }).click(SOON);
  await expect(ada.getByRole('heading', { level: 1, name: 'Lab A' })).toBeVisible();
  await other.close();
});
