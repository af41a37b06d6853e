import { expect, type Page, test } from '@playwright/test';
import { complaintsOf } from './support/api';
import { type OwnServer, startServer } from './support/own-server';

let server: OwnServer;

/** A server of the same build that offers games for tests too. */
test.beforeAll(async () => {
  test.setTimeout(600_000);
  server = await startServer({ MANDI_TEST_GAMES: '1' });
});

test.afterAll(() => server.end());

for (const width of [1440, 390]) {
  test(`the tiny game at ${width} px: from home to a seat in one click, played, seen again, its own page`, async ({ page }) => {
    test.setTimeout(600_000);
    await page.setViewportSize({ width, height: 844 });
    const complaints = complaintsOf(page);
    await page.goto(`${server.address}/`);
    await page.getByRole('button', { name: 'Play now: Haggle', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Seller' })).toBeVisible();
    const turn = page.getByRole('region', { name: 'Your turn' });
    await turn.getByLabel('Price').fill('95');
    await turn.getByLabel('Message').fill('It is as good as new.');
    await page.reload(); // what was typed is still there
    await expect(turn.getByLabel('Price')).toHaveValue('95');
    await turn.getByRole('button', { name: 'Name price' }).click();
    const talk = page.getByRole('list', { name: 'Conversation' });
    await expect(talk).toContainText('It is as good as new.');
    await isNoWider(page);
    await untilOver(page);
    await expect(page.getByText('The match is over.').first()).toBeVisible();
    await watchAgain(page);
    await ownPage(page);
    expect(complaints).toEqual([]);
  });
}

test('its matches are exported, and an export that finds none says so instead of failing', async ({ page, request }) => {
  test.setTimeout(600_000);
  const wish = { game: 'test/offers', task: 'haggle', seed: 7, policy: 'yielding_haggler', pace: 0 };
  const made = await request.post(`${server.address}/api/trpc/match.create`, { data: wish });
  expect(made.ok(), await made.text()).toBe(true);
  const { result } = (await made.json()) as { result: { data: { id: string } } };
  await page.goto(`${server.address}/matches/${result.data.id}`);
  await expect(page.getByRole('region', { name: 'Result' })).toBeVisible();
  await page.goto(`${server.address}/data?game=test/offers`);
  await page.getByRole('button', { name: 'Start the export' }).click();
  const written = page.getByRole('listitem', { name: 'Export sft, test/offers, train, jsonl' });
  await expect(written.getByRole('status')).toHaveText(/^finished: \d+ rows? of \d+ match/);
  await page.goto(`${server.address}/data?game=test/offers&split=none`);
  await page.getByRole('button', { name: 'Start the export' }).click();
  const none = page.getByRole('listitem', { name: 'Export sft, test/offers, none, jsonl' });
  await expect(none.getByRole('status')).toHaveText('no rows found');
  await expect(none).toContainText('No row in');
  await expect(none).not.toContainText('ended early');
});

/** Names high prices until the other side takes one or time is up. */
async function untilOver(page: Page): Promise<void> {
  const turn = page.getByRole('region', { name: 'Your turn' });
  const name = turn.getByRole('button', { name: 'Name price' });
  const over = page.getByText('The match is over.').first();
  for (const price of ['94', '93']) {
    await expect(name.or(over).first()).toBeVisible();
    if (await over.isVisible()) return;
    await turn.getByLabel('Price').fill(price);
    await name.click();
    await expect(page.getByRole('list', { name: 'Conversation' }).getByText(price).or(over).first()).toBeVisible();
  }
}

/** The replay shows the talk, the ladder with both limits, who played, and the record in sentences. */
async function watchAgain(page: Page): Promise<void> {
  const id = /matches\/([^/?]+)/.exec(page.url())?.[1] ?? '';
  const events = await page.request.get(`${server.address}/api/matches/${id}/events.jsonl`);
  expect(await events.text()).toContain('"type":"haggle_opened"');
  await page.goto(`${server.address}/matches/${id}?as=watcher&at=1`);
  await expect(page.getByRole('img', { name: /^Prices/ }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'What was hidden' })).toBeHidden(); // not before the end
  await page.goto(`${server.address}/matches/${id}`);
  await expect(page.getByRole('region', { name: 'What was hidden' })).toContainText(/The good cost the seller \d+/);
  await isNoWider(page);
}

async function ownPage(page: Page): Promise<void> {
  await page.goto(`${server.address}/g/test/offers/prices`);
  await expect(page).toHaveTitle(/^Agreed prices/);
  await expect(page.getByRole('table', { name: 'Newest matches' })).toContainText('Guest');
  await isNoWider(page);
}

async function isNoWider(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
}
