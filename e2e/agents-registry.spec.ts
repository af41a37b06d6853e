/** The registry beyond models: people and their seats, null models beside a result, older versions, turns by the page. */
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import type { AgentCard } from '~/api/agent/types';
import type { MatchCard } from '~/live/protocol';
import { ask, complaintsOf, finishedMatch, isFinished } from './support/api';
import { expectAccessible, expectAccessibleEverywhere } from './support/axe';
import { post, setTable } from './support/table';

async function addAgent(request: APIRequestContext, name: string, spec: object = {}): Promise<AgentCard> {
  const plays = ['gpu-market/open', 'gpu-market/classic'];
  const whole = { kind: 'model', model: 'null:random', ...spec };
  return post<AgentCard>(request, 'agent.add', { name, title: `Agent ${name}`, plays, spec: whole });
}

function panel(page: Page) {
  return page.getByRole('region', { name: 'Agents at the table' });
}

test('a person is added, a table keeps a seat for her, and she sits down by the link that the host sends', async ({ page, browser }) => {
  const complaints = complaintsOf(page);
  await page.goto('/agents/new');
  await page.getByRole('radio', { name: /^Person/ }).check();
  await expect(page.getByLabel('Model', { exact: true })).toHaveCount(0);
  await page.getByLabel('Name', { exact: true }).fill('e2e-ann');
  await page.getByLabel('Display name').fill('Ann of the long name, too long');
  await page.getByRole('button', { name: 'Add the agent' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Names at tables can have at most 24 characters.' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Display name').fill('Ann Lee');
  await page.getByLabel('Owner').fill('Club of the tests');
  await page.getByRole('button', { name: 'Add the agent' }).click();

  await expect(page).toHaveURL(/\/agents\/e2e-ann(%40|@)1$/);
  await expect(page.getByText('They have not finished a match yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Play with friends' }).first().click();
  await expect(page.getByLabel('Who plays Lab B')).toHaveValue('e2e-ann@1');
  await page.getByRole('radio', { name: /^Single trade/i }).check();
  await expect(page.getByText('One free seat, one kept for a person.')).toBeVisible();
  await page.getByRole('button', { name: 'Create the table' }).click();
  await expect(page).toHaveURL(/\/matches\/[a-z0-9]{12}$/);

  await page.getByRole('button', { name: 'Link for Ann Lee' }).click();
  const link = await page.getByText(/\/sit\/\S+/).textContent();
  await expectAccessible(page);
  const other = await browser.newContext();
  const ann = await other.newPage();
  await ann.goto(link ?? '');
  await ann.getByRole('button', { name: 'Open it here' }).click();
  await expect(ann).toHaveURL(/\/matches\/[a-z0-9]{12}$/);
  await expect(ann.getByRole('listitem', { name: 'Lab B: Ann Lee' })).toContainText('(you)');
  await expect(page.getByRole('listitem', { name: 'Lab B: Ann Lee' })).toContainText('here');
  const id = /matches\/([a-z0-9]{12})/.exec(page.url())?.[1] ?? '';
  const card = await ask<MatchCard>(page.request, 'match.get', { id });
  expect(card.seats[1]).toMatchObject({ kind: 'person', agent: 'e2e-ann@1' });
  await other.close();
  expect(complaints).toEqual([]);
});

test('a host keeps a free seat of the lobby for a person of the registry', async ({ page, request }) => {
  const complaints = complaintsOf(page);
  await post(request, 'agent.add', { name: 'e2e-cleo', title: 'Cleo', plays: ['gpu-market/open'], spec: { kind: 'person' } });
  const id = await setTable(page, { open: ['lab_0', 'lab_1'] });
  await page.goto(`/table/${id}`);
  const keep = page.getByRole('button', { name: 'Keep it' });
  await expect(keep).toBeDisabled();
  await page.getByLabel('Kept for').selectOption('e2e-cleo@1');
  await page.getByLabel('Which seat').selectOption('lab_1');
  await expectAccessible(page);
  await keep.click();
  await expect(page.getByRole('listitem', { name: 'Lab B: Cleo' })).toBeVisible();
  await expect(page.getByText('The seat is kept for Cleo (Lab B).')).toBeVisible();
  await page.getByRole('button', { name: 'Link for Cleo' }).click();
  await expect(page.getByText(/\/sit\/\S+/)).toBeVisible();
  await expect(page.getByLabel('Kept for').getByRole('option', { name: /Cleo/ })).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('a model’s result without baselines says so, and one press has them play the same worlds', async ({ page, request }) => {
  test.setTimeout(600_000);
  await addAgent(request, 'e2e-beside', { repairs: 0 });
  for (const seed of [90_601, 90_602]) await finishedMatch(request, { task: 'single_trade', seed, policy: 'e2e-beside@1' });
  await page.goto('/agents/e2e-beside%401');
  const results = page.getByRole('region', { name: 'Results by task' });
  await expect(results).toContainText('Single trade');
  await expect(results).not.toContainText('null-random');
  const gap = page.getByRole('list', { name: 'Without baselines' });
  await expect(gap).toContainText('No baseline has played this task under the same conditions');
  await expect(gap).toContainText('4 matches in the same worlds and seats');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Play the baselines here too' }).click();
  await expect(results).toContainText('null-random@', { timeout: 300_000 });
  await expect(results).toContainText('null-constant@');
  await expect(gap).toHaveCount(0);
  const { items } = await ask<{ items: MatchCard[] }>(page.request, 'match.list', { limit: 20 });
  const nulls = items.filter(({ seats }) => seats.some((seat) => seat.kind === 'agent' && seat.policy.startsWith('null-constant@')));
  expect(nulls.map(({ seed, rated }) => `${seed} ${rated}`)).toEqual(expect.arrayContaining(['90601 false', '90602 false']));
});

test('forms offer older versions when asked to; one that is chosen plays', async ({ page, request }) => {
  await addAgent(request, 'e2e-versions', { model: 'null:constant' });
  await addAgent(request, 'e2e-versions');
  await page.goto('/play/bots');
  await expect(page.getByRole('radio', { name: /^e2e-versions@2/ })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^e2e-versions@1/ })).toHaveCount(0);
  await page.getByLabel('Offer older versions of agents too').check();
  await page.getByRole('radio', { name: /^e2e-versions@1/ }).check();
  await page.getByRole('button', { name: 'Start the match' }).click();
  await expect(page).toHaveURL(/\/matches\/[a-z0-9]{12}/);
  const id = /matches\/([a-z0-9]{12})/.exec(page.url())?.[1] ?? '';
  const card = await ask<MatchCard>(page.request, 'match.get', { id });
  expect(card.seats[0]).toMatchObject({ policy: 'e2e-versions@1' });

  await page.goto('/play/bots?policy=e2e-versions%401');
  await expect(page.getByRole('radio', { name: /^e2e-versions@1/ })).toBeChecked();
  await page.goto('/play/people');
  await page.getByLabel('Offer older versions of agents too').check();
  await page.getByLabel('Who plays Lab B').selectOption('e2e-versions@1');
  await page.goto('/rankings/tournaments/new');
  await page.getByLabel('Offer older versions of agents too').check();
  await page.getByLabel('Entrant 1', { exact: true }).selectOption('e2e-versions@1');
  await expect(page.getByText(/matches/).first()).toBeVisible();
  await expectAccessible(page);
});

test('a long match shows its newest turns first, and the earlier ones on request', async ({ page, request }) => {
  test.setTimeout(600_000);
  const options = { labs: 8, rounds: 20 };
  const wish = { ruleset: 'open', task: 'market_round', seed: 90_603, policy: 'null-constant', pace: 0, options };
  const { id } = await post<{ id: string }>(request, 'match.create', wish);
  await expect.poll(() => isFinished(request, id), { timeout: 300_000 }).toBe(true);
  await page.goto(`/matches/${id}`);
  await page.getByRole('tab', { name: 'Model trace' }).click();
  await expect(panel(page).getByRole('button', { name: /^Round 19: / })).toBeVisible();
  const more = panel(page).getByRole('button', { name: 'Show more' });
  await expect(panel(page)).toContainText(/The newest 1[23] of 20 turns/);
  await expectAccessible(page);
  await more.click();
  await expect(panel(page).getByRole('button', { name: /^Round 0: / })).toBeVisible();
  await expect(more).toHaveCount(0);
});

for (const path of ['/agents/new', '/play/people']) {
  test(`${path}: nothing serious by axe with people in light, dark and at 390 px`, async ({ page, request }) => {
    const spec = { kind: 'person' };
    await post(request, 'agent.add', { name: 'e2e-bo', title: 'Bo', plays: ['gpu-market/open'], spec });
    await expectAccessibleEverywhere(page, { path, ready: path === '/play/people' ? 'Table settings' : 'What will be added' });
  });
}
