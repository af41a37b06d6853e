/** A person on a phone haggles with the real small model, at a server of its own that serves it. */
import { expect, type Page, test } from '@playwright/test';
import type { AgentCard, TurnsPage } from '~/api/agent/types';
import { MODELS_FOLDER, REAL_MODEL, reasonWithoutModel } from '../tests/integration/support/real-model';
import { complaintsOf } from './support/api';
import { listPrice, offer, take, yourTurn } from './support/haggle';
import { type OwnServer, startServer } from './support/own-server';

/** Its seller can act until the end, and it does not leave before. */
const SEED = 28;
const TRAINED = 'sauda@1';
const TURNS = 6;
/** What a turn of the model may take where everything else runs beside it. */
const TURN_SECONDS = 300;
const PATIENCE = { timeout: 1000 * TURN_SECONDS };
const LOADING = 900_000;

let server: OwnServer | null = null;
let address: string;

test.beforeAll(async () => {
  test.setTimeout(LOADING);
  const missing = await reasonWithoutModel();
  test.skip(missing !== null, `the small model (left out: ${missing})`);
  const onlyModel = { OPENAI_BASE_URL: undefined, MANDI_INFERENCE: undefined };
  server = await startServer({ MANDI_MODELS: MODELS_FOLDER, MANDI_MODEL: REAL_MODEL, ...onlyModel });
  address = server.address;
});

test.afterAll(() => server?.end());

const item = (page: Page) => page.getByRole('region', { name: 'The market' }).getByRole('heading').first();

test('390 px: six turns of talk with the small model, which reads them, a deal, the reveal, what if, and the other side of a twin', async ({
  page,
}) => {
  test.setTimeout(LOADING);
  const complaints = complaintsOf(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const trained = async () => (await query<AgentCard[]>(page, 'agent.list', { game: 'bazaar/open' })).find(({ ref }) => ref === TRAINED);
  await expect.poll(async () => (await trained())?.ready, { timeout: LOADING }).toBe(true);
  // The same model and adapter with more time for a turn: on a busy machine its fallback would play instead.
  const spec = { ...(await trained())?.agent.spec, turnSeconds: TURN_SECONDS };
  const added = { name: 'e2e-patient', title: 'Patient', plays: ['bazaar/open'], spec };
  const answer = await page.request.post(new URL('/api/trpc/agent.add', address).href, { data: added });
  expect(answer.ok(), await answer.text()).toBe(true);
  await page.goto(address);
  await page.getByRole('banner').getByRole('link', { name: 'Play', exact: true }).click();
  await page.locator('a[href="/g/bazaar/open/haggle"]').click();
  // Whoever sells meets the trained model first.
  const selling = page.getByRole('region', { name: 'Sell to' });
  await expect(selling.getByRole('listitem').first()).toContainText(TRAINED);
  await page.getByLabel('Seed (optional)').fill(String(SEED));
  const seller = page.getByRole('region', { name: 'Buy from' }).getByRole('listitem').filter({ hasText: 'e2e-patient@1' });
  await expect(seller).toContainText('trained model, ready');
  await seller.getByRole('button').click();

  const turn = yourTurn(page);
  const talk = page.getByRole('list', { name: 'Conversation' });
  await expect(turn).toContainText('You buy.');
  const id = /matches\/(\w+)/.exec(page.url())?.[1] ?? '';
  const title = await item(page).textContent();
  const low = Math.round(0.4 * (await listPrice(page)));
  const words = Array.from({ length: TURNS }, (_, at) => `My word ${'abcdef'[at]}: it is worn at the edge.`);
  for (const [at, said] of words.entries()) {
    await expect(turn).toContainText(`${8 - at} turns left`, PATIENCE);
    await expect(turn.getByRole('button', { name: /^Take / }).first()).toBeVisible(PATIENCE); // it has named a price
    await turn.getByLabel('Message (optional)').fill(said);
    await offer(page, low + at);
    await expect(talk).toContainText(said);
  }
  await expect(turn).toContainText(`${8 - TURNS} turns left`, PATIENCE);
  await page.screenshot({ path: 'test-results/bazaar-model/seat.png', fullPage: true });
  await expect(turn.getByRole('button', { name: /^Take / }).first()).toBeVisible(PATIENCE);
  await take(page);

  const hidden = page.getByRole('region', { name: 'What was hidden' });
  await expect(hidden).toContainText('to share');
  await expect(hidden.getByRole('table', { name: 'Turn by turn' })).toContainText(/named \d/);
  const others = hidden.getByRole('table', { name: 'What others would have made' });
  for (const script of ['Planner', 'Linear', 'Conceder']) await expect(others).toContainText(script);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await expectRead(page, id, words);

  const first = page.url().replace(/\?.*/, '');
  const form = hidden.getByRole('form', { name: 'Replace a turn' });
  await form.getByLabel('The turn').selectOption({ index: TURNS });
  await form.getByLabel('Price instead').fill(String(low + TURNS + 1));
  await form.getByRole('button', { name: 'Let the script Linear play on' }).click();
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(page.getByRole('region', { name: 'Result' })).toBeVisible(PATIENCE);

  await page.goto(first);
  await hidden.getByRole('button', { name: 'Sell it yourself' }).click();
  await expect(turn).toContainText(/You sell\. Selling below/);
  expect(await item(page).textContent()).not.toBe(title);
  await turn.getByRole('button', { name: /^Start/ }).click();
  await turn.getByRole('button', { name: 'Ask this price' }).click();
  await expect(turn).toContainText('7 turns left', PATIENCE); // it has answered as the buyer
  expect(complaints).toEqual([]);
});

/** What the person wrote is in the prompts that are kept, each in that of the model's next turn; and the model with its adapter played. */
async function expectRead(page: Page, matchId: string, words: readonly string[]): Promise<void> {
  const { seats } = await query<TurnsPage>(page, 'agent.turns', { matchId });
  const turns = seats.flatMap((one) => one.turns).toSorted((one, other) => one.turn - other.turn);
  for (const [at, said] of words.entries())
    expect(JSON.stringify(turns[at + 1]?.requests.decide?.messages), `turn ${at + 1} of the model`).toContain(said);
  for (const { pin, origin } of turns) {
    expect(origin).not.toBe('fallback');
    expect(pin).toMatchObject({ model: REAL_MODEL, adapter: 'sauda' });
  }
}

async function query<T>(page: Page, procedure: string, input: object): Promise<T> {
  const answer = await page.request.get(new URL(`/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`, address).href);
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { result: { data: T } }).result.data;
}
