import { mkdirSync, writeFileSync } from 'node:fs';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { ask, complaintsOf } from './support/api';
import { expectAccessibleInBoth } from './support/axe';
import { listPrice, offer, offerAnyway, take, yourTurn } from './support/haggle';
import { post, startTable } from './support/table';

test.describe.configure({ timeout: 900_000 });

test('390 px: home, a click, six turns, a deal, the reveal, a counterfactual, and sides exchanged in a twin world', async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now: Buy in the bazaar' }).click();
  await expect(yourTurn(page)).toContainText(/You buy\./);
  const first = page.url().replace(/\?.*/, '');
  const title = await page.getByRole('region', { name: 'The market' }).getByRole('heading').first().textContent();
  for (let turn = 0; turn < 5; turn += 1) {
    await expect(yourTurn(page)).toContainText(`${8 - turn} turns left`); // a draft belongs to its turn
    await offer(page, 1.11 + turn / 100);
    await expect(page.getByRole('list', { name: 'Conversation' })).toContainText((1.11 + turn / 100).toFixed(2));
  }
  await expect(
    yourTurn(page)
      .getByRole('button', { name: /^Take / })
      .first(),
  ).toBeVisible();
  await take(page);
  const hidden = page.getByRole('region', { name: 'What was hidden' });
  await expect(hidden).toContainText('to share');
  await expect(hidden.getByRole('table', { name: 'What others would have made' })).toContainText('Planner');
  await expect(hidden.getByRole('table', { name: 'Turn by turn' })).toContainText('named 1.15');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await expectAccessibleInBoth(page);
  const form = hidden.getByRole('form', { name: 'Replace a turn' });
  await form.getByLabel('Price instead').fill('20');
  await form.getByRole('button', { name: 'Let the script Linear play on' }).click();
  await expect(page).not.toHaveURL(new RegExp(first.slice(-12)));
  await expect(page.getByRole('region', { name: 'Result' })).toBeVisible();
  await page.goto(first);
  await hidden.getByRole('button', { name: 'Sell it yourself' }).click();
  await expect(yourTurn(page)).toContainText(/You sell\. Selling below/);
  expect(await page.getByRole('region', { name: 'The market' }).getByRole('heading').first().textContent()).not.toBe(title);
  expect(complaints).toEqual([]);
});

test('two people in two browsers play a duel: two games count as one, and nothing is told before both are over', async ({
  page,
  browser,
}) => {
  const complaints = complaintsOf(page);
  await page.goto('/g/bazaar/open/duel');
  await expect(page.getByRole('button', { name: 'Duel a friend' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Duel a friend' }).click();
  await expect(page).toHaveURL(/\/matches\//);
  const address = page.url();
  await page.getByRole('button', { name: 'Make an invitation link' }).click();
  const link = (await page.getByText(/\/join\/[\w-]{32}$/).textContent()) ?? '';
  // Through a proxy, and so nobody's operator.
  const away = { baseURL: new URL(address).origin, extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.12' } };
  const friend = await (await browser.newContext(away)).newPage();
  expect((await friend.goto(address))?.status()).toBe(404);
  await friend.goto(link);
  await friend.waitForURL(address);
  await friend.getByLabel('Your name').fill('Bo');
  await friend.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('Bo');
  await page.getByRole('button', { name: 'Start the match' }).click();
  const id = /matches\/(\w+)/.exec(page.url())?.[1] ?? '';

  await expect(yourTurn(page)).toContainText('You sell.');
  const first = await listPrice(page);
  await offerAnyway(page, first);
  await expect(yourTurn(friend)).toContainText('You buy.');
  await expect(yourTurn(friend).getByRole('button', { name: new RegExp(`^Take ${first}`) })).toBeVisible();
  await take(friend);
  for (const one of [page, friend]) {
    const bar = one.getByRole('complementary', { name: 'Duel' });
    await expect(bar).toContainText('shown when all matches are over');
    await expect(one.getByRole('main')).not.toContainText('to share');
  }
  expect(await ask<{ seed: number | null; scores: object | null }>(page.request, 'match.get', { id })).toMatchObject({
    seed: null,
    scores: null,
  });
  const series = await seriesOf(page.request, id);

  for (const one of [page, friend]) await one.getByRole('button', { name: 'Go to the next match' }).click();
  for (const one of [page, friend]) {
    await expect(one).toHaveURL(new RegExp(`/matches/(?!${id})`));
    await one.getByRole('button', { name: /ready/i }).first().click();
  }
  await expect(yourTurn(friend)).toContainText('You sell.');
  const second = await listPrice(friend);
  await offerAnyway(friend, second);
  await expect(yourTurn(page).getByRole('button', { name: new RegExp(`^Take ${second}`) })).toBeVisible();
  await take(page);
  await expect(page.getByRole('complementary', { name: 'Duel' })).toContainText(/All matches are over: .*Bo/);
  await page.goto(`/series/${series}`);
  await expect(page.getByRole('table', { name: 'Players and their scores' })).toContainText('Bo');
  await expectAccessibleInBoth(page);
  const { seed } = await ask<{ seed: number | null }>(page.request, 'match.get', { id });
  expect(seed).not.toBeNull();
  expect(complaints).toEqual([]);
});

async function seriesOf(request: APIRequestContext, id: string): Promise<string> {
  const { series } = await ask<{ series: { id: string } | null }>(request, 'match.get', { id });
  return series?.id ?? '';
}

interface Held {
  request: APIRequestContext;
  id: string;
  seat: string;
  token: string;
}

/** By a program: its turn, once it is asked for. */
async function move({ request, id, seat, token }: Held, actions: readonly object[]): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const seen = async () => {
    const answer = await request.get(`/api/trpc/seat.observe?input=${encodeURIComponent(JSON.stringify({ id, seat }))}`, { headers });
    const { result } = (await answer.json()) as {
      result: { data: { turn: number; handedIn: boolean; observation: { your_turn: boolean } } };
    };
    return result.data;
  };
  await expect.poll(async () => (await seen()).observation.your_turn, { timeout: 300_000 }).toBe(true);
  const { turn } = await seen();
  const answer = await request.post('/api/trpc/seat.submit', {
    headers,
    data: { id, seat, turn, key: `${seat}-${turn}`, move: { actions } },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('five buyers, a pool of three: one delivery is paid instead of three, and what it saves is split', async ({ page, playwright }) => {
  const complaints = complaintsOf(page);
  const seats = { seller_0: 'open', buyer_0: 'open', buyer_1: 'open', buyer_2: 'open' };
  const asked = { game: 'bazaar/open', task: 'bulk', seed: 7, policy: 'wait', pace: 0, clockSeconds: 600, judgeMode: 'off', seats };
  const options = { sellers: 1, buyers: 5, stock: [3, 3] };
  const { id } = await post<{ id: string }>(page.request, 'match.create', { ...asked, options });
  await post(page.request, 'seat.claim', { id, seat: 'buyer_0', name: 'Anna' });
  const programs = await playwright.request.newContext({ baseURL: new URL((await pageAddress(page)) ?? '').origin });
  const held: Record<string, Held> = {};
  for (const seat of ['seller_0', 'buyer_1', 'buyer_2']) {
    const { token } = await post<{ token: string | null }>(programs, 'seat.claim', {
      id,
      seat,
      name: `P ${seat.replace('_', ' ')}`,
      program: true,
    });
    held[seat] = { request: programs, id, seat, token: token ?? '' };
  }
  const [seller, second, third] = [held.seller_0, held.buyer_1, held.buyer_2];
  if (!seller || !second || !third) throw new Error('three programs');
  await startTable(page, id);
  await page.goto(`/matches/${id}`);
  const wait = [{ action_type: 'wait' }];
  await move(seller, wait);

  const turn = yourTurn(page);
  await turn.getByLabel('Price', { exact: true }).fill('60');
  await turn.getByLabel('Buyer 2').check();
  await turn.getByLabel('Buyer 3').check();
  await turn.getByRole('button', { name: 'Form a pool' }).click();
  await Promise.all([move(second, wait), move(third, wait)]);
  await move(seller, wait);
  const join = (reserve: number) => [{ action_type: 'join_coalition', coalition_id: 'c_0', reserve }];
  await Promise.all([move(second, join(55)), move(third, join(50))]);
  await expect(turn).toContainText('You are in a pool');
  await turn.getByRole('button', { name: 'Wait' }).click();
  await move(seller, wait);
  await expect(page.getByRole('list', { name: 'Pools' })).toContainText('Buyer 1, Buyer 2, Buyer 3');
  await turn.getByLabel('Price for each, or the most you would pay').fill('45');
  await turn.getByLabel('Buyer 2').check();
  await turn.getByLabel('Buyer 3').check();
  await expectAccessibleInBoth(page);
  await turn.getByRole('button', { name: 'Order 3 at this price' }).click();
  await Promise.all([move(second, wait), move(third, wait)]);
  await move(seller, [{ action_type: 'accept_offer', offer_id: 'o_0' }]);
  await expect(page.getByRole('main')).toContainText(/sold 3 at 45 to Buyer 1, Buyer 2, Buyer 3|Deal with Seller 1, 3 units/);

  await expect
    .poll(async () => (await ask<{ status: string }>(page.request, 'match.get', { id })).status, { timeout: 300_000 })
    .toBe('finished');
  const { events } = await ask<{ events: { event: Deal }[] }>(page.request, 'match.events', { id });
  const deal = events.map(({ event }) => event).find(({ type }) => type === 'deal_made');
  expect(deal?.payments.map(({ cents }) => cents)).toEqual([4500, 4500, 4500]); // uniform: all pay the same
  expect(deal?.deal).toMatchObject({ quantity: 3, price_cents: 4500 });
  const opened = events.map(({ event }) => event).find(({ type }) => type === 'bazaar_opened');
  const own = opened?.world.seats.find(({ seat }) => seat === 'seller_0');
  if (!own || !deal) throw new Error('a seller and a deal');
  // The seller's gain has one delivery in it, not three.
  const [gain] = deal.gains.filter(({ seat }) => seat === 'seller_0');
  const limit = Math.max(own.own_cents, own.outside_cents ?? 0);
  expect(gain?.cents).toBe(3 * (4500 - limit) - own.delivery_cents);
  expect(own.delivery_cents).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
});

interface Deal {
  type: string;
  deal: { quantity: number; price_cents: number };
  payments: { seat: string; cents: number }[];
  gains: { seat: string; cents: number }[];
  world: { seats: { seat: string; own_cents: number; outside_cents: number | null; delivery_cents: number }[] };
}

async function pageAddress(page: Page): Promise<string> {
  await page.goto('/');
  return page.url();
}

test('a market hall: opened and watched, with who haggles with whom; a person joins one; a series of ten begins by a button', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/g/bazaar/open/hall');
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Watch the hall' }).click();
  await expect(page).toHaveURL(/\/matches\//);
  const id = /matches\/(\w+)/.exec(page.url())?.[1] ?? '';
  await page.goto(`/matches/${id}`);
  const market = page.getByRole('region', { name: 'The market' });
  const tab = page.getByRole('tab', { name: 'Market' });
  await expect(market.or(tab).first()).toBeVisible();
  if (await tab.isVisible()) await tab.click();
  await expect(market.getByRole('img', { name: /5 sellers and 12 buyers/ })).toBeVisible();
  await expectAccessibleInBoth(page);
  const picture = await page.request.get(`/matches/${id}/picture`);
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  mkdirSync('test-results/bazaar-open', { recursive: true });
  writeFileSync('test-results/bazaar-open/hall-picture.png', await picture.body());
  await page.goto('/g/bazaar/open/hall');
  await expect(page.getByRole('table', { name: 'Halls, the newest first' })).toContainText(id);
  await page.getByRole('button', { name: 'Join as a buyer' }).click();
  await expect(yourTurn(page)).toContainText('You buy.');
  await page.goto('/g/bazaar/classic/career');
  await page.getByRole('button', { name: 'Ten matches in ten worlds' }).click();
  await expect(
    page
      .getByText('Match 1 of a series')
      .or(page.getByText('You buy.', { exact: false }))
      .first(),
  ).toBeVisible();
  expect(complaints).toEqual([]);
});
