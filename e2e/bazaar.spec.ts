import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { ask, complaintsOf } from './support/api';
import { expectAccessibleInBoth } from './support/axe';
import { post, startTable } from './support/table';

test.describe.configure({ timeout: 900_000 });

test('a person haggles on 390 px: offers, a counter, a deal, and what both sides kept to themselves', async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const asked = { game: 'bazaar/classic', task: 'single_deal', seed: 1000, policy: 'smart', pace: 1, clockSeconds: 300, judgeMode: 'off' };
  const { id } = await post<{ id: string }>(page.request, 'match.create', { ...asked, seats: { buyer: 'open' } });
  await post(page.request, 'seat.claim', { id, seat: 'buyer', name: 'Anna' });
  await startTable(page, id);
  await page.goto(`/matches/${id}?seat=buyer`);
  await expect(page.getByText('It is worth 100 to you.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept 60' })).toBeDisabled();
  await page.getByLabel('Price', { exact: true }).fill('24');
  await page.getByLabel('Message (optional)').fill('My best price.');
  await page.getByRole('button', { name: 'Make this offer' }).click();
  await expect(page.getByText('At 54 a deal leaves you 46.')).toBeVisible();
  const talk = page.getByRole('list', { name: 'Conversation' });
  await expect(talk).toContainText('My best price.');
  await page.getByRole('button', { name: /^Meet halfway/ }).click();
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('39');
  await page.getByRole('button', { name: 'Make this offer' }).click();
  await expect(page.getByRole('button', { name: /^Accept 4\d/ })).toBeEnabled();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: /^Accept 4\d/ }).click();
  await expect(talk).toContainText(/A deal at 4\d/);
  await page.goto(`/matches/${id}`);
  const hidden = page.getByRole('region', { name: 'What was hidden' });
  await expect(hidden).toContainText('It was worth 100 to the buyer and cost the seller 30: 70 to share.');
  await expect(hidden).toContainText(/Turning point: round \d, where Anna/);
  await expect(hidden.getByRole('table', { name: 'What others would have made', exact: true })).toContainText('Patient');
  await expect(hidden.getByRole('table', { name: 'Turn by turn', exact: true })).toContainText('My best price.');
  await expect(page.getByRole('heading', { name: /^Sold at 4\d.*Anna got/ })).toBeVisible();
  await isNoWider(page);
  await expectAccessibleInBoth(page);
  await shot(page, 'reveal');
  await hidden.getByRole('button', { name: 'Sell it yourself' }).click();
  await expect(page.getByText('You sell. It costs you 21.')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a watcher reads the conversation of a finished match', async ({ page }) => {
  const asked = { game: 'bazaar/classic', task: 'single_deal', seed: 1000, policy: 'linear', pace: 0, judgeMode: 'off' };
  const { id } = await post<{ id: string }>(page.request, 'match.create', asked);
  await page.goto(`/matches/${id}`);
  await expect(page.getByRole('list', { name: 'Conversation' })).toContainText('A deal at 36.');
  const hidden = page.getByRole('region', { name: 'What was hidden' });
  await expect(hidden).toContainText('Patient');
  await expectAccessibleInBoth(page);
  await shot(page, 'reveal-wide');
  await page.goto(`/matches/${id}?at=3`);
  await expect(page.getByRole('list', { name: 'Conversation' })).toBeVisible();
  await expect(hidden).toBeHidden(); // what was private then is not told there
});

test('from home in one click to a deal on 390 px; then the first move is replaced, and both matches stand side by side', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now: Haggle over a price' }).click();
  await expect(page.getByText('You buy. It is worth 100 to you.')).toBeVisible();
  const side = page.getByRole('complementary', { name: 'Your side' });
  await side.getByRole('button', { name: /^Half the price/ }).click();
  await expect(side.getByText('A deal at 30 leaves you 70.')).toBeVisible();
  await side.getByLabel('Message (optional)').fill('This is my final price, jaldi.');
  await expect(side).toContainText('Marked: urgency 0.6');
  await side.getByText('What it reads').click();
  await expect(side).toContainText('It reacts to your price and the round, not to your words');
  await isNoWider(page);
  await expectAccessibleInBoth(page);
  await shot(page, 'haggle');
  await side.getByRole('button', { name: 'Make this offer' }).click();
  await side.getByRole('button', { name: /^Accept 5\d/ }).click();
  const hidden = page.getByRole('region', { name: 'What was hidden' });
  await expect(hidden).toContainText(/Turning point: round 2, where Guest accepted 5\d/);
  const first = page.url();
  const form = hidden.getByRole('form', { name: 'Replace a move' });
  await form.getByLabel('Offer instead').fill('20');
  await expectAccessibleInBoth(page);
  await form.getByRole('button', { name: 'Let the script Smart play on' }).click();
  await expect(page).not.toHaveURL(first);
  await expect(page.getByRole('heading', { name: /^Sold at.*Smart got/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Conversation' }).click();
  await expect(page.getByRole('list', { name: 'Conversation' })).toContainText('20');
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('link', { name: 'Side by side' }).click();
  await expect(page.getByRole('region', { name: /^Guest, match/ })).toContainText('30');
  await expect(page.getByRole('region', { name: /^Smart, match/ })).toContainText('20');
  await isNoWider(page);
  await expectAccessibleInBoth(page);
  await shot(page, 'side-by-side');
  expect(complaints).toEqual([]);
});

test('the replaced move can be played on by the person, and scores by itself', async ({ page }) => {
  const asked = { game: 'bazaar/classic', task: 'single_deal', seed: 1000, policy: 'linear', pace: 0, judgeMode: 'off' };
  const { id } = await post<{ id: string }>(page.request, 'match.create', asked);
  await page.goto(`/matches/${id}`);
  const form = page.getByRole('form', { name: 'Replace a move' });
  await form.getByLabel('The move').selectOption({ label: 'Round 2: offered 27.86' });
  await form.getByLabel('Instead', { exact: true }).selectOption('accept');
  await form.getByRole('button', { name: 'Play on yourself' }).click();
  await expect(page.getByRole('heading', { name: 'Sold at 54: Guest got 65.7% of the surplus' })).toBeVisible();
});

test('a person sells to a buyer of choice, and is told how it could be read', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/play');
  await page.locator('a[href="/g/bazaar/classic/haggle"]').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Choose an opponent' })).toBeVisible();
  await isNoWider(page);
  await expectAccessibleInBoth(page);
  await shot(page, 'choose');
  await page.getByRole('button', { name: 'Sell to: An easy buyer' }).click();
  await expect(page.getByText('You sell. It costs you 21.')).toBeVisible();
  const side = page.getByRole('complementary', { name: 'Your side' });
  await side.getByText('What it reads').click();
  await side.getByLabel('Price', { exact: true }).fill('58');
  await expect(side).toContainText(/At 58 the published reader would estimate your cost as \d+.*It is 21\./);
  await side.getByRole('button', { name: 'Ask this price' }).click(); // this buyer takes it
  const hidden = page.getByRole('region', { name: 'What was hidden' });
  await expect(hidden).toContainText('The true cost was 21.');
  await expect(hidden).toContainText('Hold the first price');
  await expectAccessibleInBoth(page);
  await hidden.getByRole('button', { name: 'Buy it yourself' }).click();
  await expect(page.getByText('You buy. It is worth 100 to you.')).toBeVisible();
});

test('an arena: who is absent is named as absent, strips end where each left, and what a person writes stands in a rival’s prompt', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/g/bazaar/classic/arena');
  const who = page.getByRole('region', { name: 'Who bids' });
  await expect(who).toContainText('Rule-based');
  await expect(who).toContainText('No trained model plays this game here.');
  await isNoWider(page);
  await expectAccessibleInBoth(page);
  await shot(page, 'arena');
  await page.getByRole('button', { name: 'Watch them bid' }).click();
  await expect(page.getByRole('region', { name: 'Result' })).toBeVisible();
  await page.getByRole('tab', { name: 'Conversation' }).click();
  const strips = page.getByRole('region', { name: 'Bids by round' });
  await expect(strips).toContainText(/bought it|Time is up/);
  await isNoWider(page);
  await expectAccessibleInBoth(page);
  await shot(page, 'strips');

  const spec = { kind: 'model', model: 'null:constant', prompt: 'bazaar-classic-2' };
  await post(page.request, 'agent.add', { name: 'e2e-rival', title: 'Rival', plays: ['bazaar/classic'], spec });
  const asked = { game: 'bazaar/classic', task: 'marketplace_arena', seed: 4, policy: 'e2e-rival@1', pace: 1, clockSeconds: 300 };
  const table = { ...asked, judgeMode: 'off', options: { mode: 'arena', buyers: 2 }, seats: { buyer_1: 'open' } };
  const { id } = await post<{ id: string }>(page.request, 'match.create', table);
  await post(page.request, 'seat.claim', { id, seat: 'buyer_1', name: 'Anna' });
  await startTable(page, id);
  await page.goto(`/matches/${id}`);
  const side = page.getByRole('complementary', { name: 'Your side' });
  await side.getByLabel('Price', { exact: true }).fill('31');
  await side.getByLabel('Message (optional)').fill('Let us both stay below forty.');
  await side.getByRole('button', { name: 'Make this offer' }).click();
  await expect(page.getByRole('list', { name: 'Conversation' })).toContainText('Let us both stay below forty.');
  await side.getByRole('button', { name: /^Bid/ }).click();
  await expect(page.getByRole('region', { name: 'What was hidden' })).toContainText('Buyer 2');
  const turns = await ask<{ seats: { seat: string; turns: { turn: number; requests: object }[] }[] }>(page.request, 'agent.turns', {
    matchId: id,
  });
  const second = turns.seats.flatMap((one) => one.turns).find(({ turn }) => turn === 1);
  expect(JSON.stringify(second?.requests)).toContain('Let us both stay below forty.');
});

test('a career: the record stands beside the offers, and the page lists it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/g/bazaar/classic/career');
  await expect(page.getByRole('button', { name: /^Career of ten: 10 deals/ })).toBeEnabled();
  await page.getByRole('button', { name: /^Read the tells/ }).click();
  const side = page.getByRole('complementary', { name: 'Your side' });
  const record = side.getByRole('region', { name: 'Your record' });
  await expect(record).toContainText('No deal yet; 5 will be played.');
  await side.getByRole('button', { name: /^Half the price/ }).click();
  await side.getByRole('button', { name: 'Make this offer' }).click();
  await side.getByRole('button', { name: /^Accept/ }).click();
  await expect(record.getByRole('region', { name: 'Deals so far' })).toBeVisible();
  await isNoWider(page);
  await expectAccessibleInBoth(page);
  await shot(page, 'career');
  await page.goto('/g/bazaar/classic/career');
  await expect(page.getByRole('region', { name: 'Careers, the newest first' })).toContainText('Guest');
  await expectAccessibleInBoth(page);
});

test('the picture of a finished haggle shows its result', async ({ page }) => {
  const asked = { game: 'bazaar/classic', task: 'single_deal', seed: 1000, policy: 'linear', pace: 0, judgeMode: 'off' };
  const { id } = await post<{ id: string }>(page.request, 'match.create', asked);
  await page.goto(`/matches/${id}`);
  await expect(page.getByRole('region', { name: 'Result' })).toBeVisible();
  const picture = await page.request.get(`/matches/${id}/picture`);
  expect(picture.headers()['content-type']).toBe('image/png');
  mkdirSync('test-results/bazaar', { recursive: true });
  writeFileSync('test-results/bazaar/picture.png', await picture.body());
});

async function isNoWider(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
}

/** For whoever wants to look at what was tested. */
async function shot(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `test-results/bazaar/${name}-${colorScheme}.png`, fullPage: true });
  }
}
