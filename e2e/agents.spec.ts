import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import type { AgentCard, TurnsPage } from '~/api/agent/types';
import type { MatchCard } from '~/live/protocol';
import { ask, complaintsOf, finishedMatch } from './support/api';
import { expectAccessible, expectAccessibleEverywhere } from './support/axe';
import { post, startTable } from './support/table';

/** A null model under a name of its own: it answers at once, everywhere. */
async function addAgent(request: APIRequestContext, name: string, spec: object = {}): Promise<AgentCard> {
  const made = { kind: 'model', model: 'null:random', ...spec };
  const plays = ['gpu-market/open', 'gpu-market/classic'];
  return post<AgentCard>(request, 'agent.add', { name, title: `Agent ${name}`, plays, spec: made });
}

/** The model behind it writes for seconds, so that it can be watched. */
const SLOW = { model: 'slow-writer', turnSeconds: 60 };

function panel(page: Page) {
  return page.getByRole('region', { name: 'Agents at the table' });
}

test('an agent is added, played against at a table, and its turn is read in the replay', async ({ page }) => {
  test.setTimeout(600_000);
  const complaints = complaintsOf(page);
  await page.goto('/agents');
  await expect(page.getByRole('link', { name: /^SmolLM2 135M smollm2@2/ })).toBeVisible();
  await page.getByRole('link', { name: 'Add an agent' }).click();

  await page.getByLabel('Name', { exact: true }).fill('Not a name');
  await page.getByRole('button', { name: 'Add the agent' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'lowercase letters, digits and hyphens' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Enter the model’s name on its backend' })).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await expectAccessible(page);

  await page.getByLabel('Name', { exact: true }).fill('e2e-first');
  await page.getByLabel('Title').fill('First of the tests');
  await page.getByLabel('Model', { exact: true }).fill('null:random');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('nowhere-9');
  await page.getByRole('button', { name: 'Add the agent' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'there is no prompt nowhere-9' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('open-1');
  await page.getByRole('button', { name: 'Add the agent' }).click();

  await expect(page).toHaveURL(/\/agents\/e2e-first(%40|@)1$/);
  await expect(page.getByRole('heading', { level: 1, name: 'First of the tests' })).toBeVisible();
  await expect(page.getByText('It has not finished a match yet')).toBeVisible();
  await page.getByLabel('Task').selectOption('single_trade');
  await page.getByLabel('Your name').fill('Anna');
  await page.getByRole('button', { name: 'Play against it' }).click();

  await page.waitForURL(/\/matches\/[a-z0-9]{12}$/, { timeout: 300_000 });
  const id = /matches\/([a-z0-9]{12})/.exec(page.url())?.[1] ?? '';
  for (const round of [0, 1]) {
    await expect(page.getByRole('main').getByText(`Round ${round}`, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Submit turn' }).click();
  }
  await post(page.request, 'seat.handOver', { id, seat: 'lab_0', policy: 'wait' }); // the rest goes by itself
  await expect(page.getByRole('main').getByText('Over', { exact: true }).first()).toBeVisible({ timeout: 300_000 });

  await page.goto(`/matches/${id}`);
  await page.getByRole('button', { name: 'Show the board' }).click();
  await expect(page.getByRole('region', { name: 'Lab B', exact: true }).first()).toContainText('e2e-first@1');
  await page.getByRole('tab', { name: 'Model trace' }).click();
  await expect(panel(page).getByRole('link', { name: 'e2e-first@1' })).toBeVisible();
  await expect(panel(page).getByLabel('Where its turns came from')).toContainText(/turns\s*6/);
  await panel(page)
    .getByRole('button', { name: /^Round 2: own/ })
    .click();
  await expect(page.getByText(/^Round 2 \(last: 5\)/).first()).toBeVisible();
  await expect(panel(page).getByText('The first reply was played.')).toBeVisible();
  await expect(panel(page).getByRole('region', { name: 'Reply 1' })).toContainText('action_type');
  await expect(panel(page).getByRole('region', { name: 'Played' })).toContainText('action_type');
  await panel(page)
    .getByText(/^System text/)
    .click();
  await expect(panel(page).getByRole('region', { name: 'System text of the prompt' })).toBeVisible();
  await expectAccessible(page);
  // The browser tells of the form's refusal by itself.
  expect(complaints.filter((one) => !one.includes('400'))).toEqual([]);

  await page.goto('/agents/e2e-first%401');
  await expect(page.getByRole('region', { name: 'Results by task' })).toContainText('Single trade');
});

test('an agent is played against with the form as it is: who types no name is called Guest', async ({ page }) => {
  await page.goto('/agents/planner');
  await expect(page.getByLabel('Your name')).toHaveAttribute('placeholder', 'Guest');
  await page.getByLabel('Your name').fill('You');
  await page.getByRole('button', { name: 'Play against it' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'choose another name' })).toBeVisible({ timeout: 300_000 });
  await page.getByLabel('Your name').fill('');
  await page.getByRole('button', { name: 'Play against it' }).click();
  await page.waitForURL(/\/matches\/[a-z0-9]{12}$/, { timeout: 300_000 });
  const id = /matches\/([a-z0-9]{12})/.exec(page.url())?.[1] ?? '';
  await post(page.request, 'table.control', { id, command: 'abort' });
});

test('a reply is watched as it is written; the turn follows it, without a reload', async ({ page, request }) => {
  test.setTimeout(600_000);
  await addAgent(request, 'e2e-slow', SLOW);
  await page.goto('/play/bots?ruleset=open&task=single_trade&policy=wait');
  await page.getByText('Seat by seat').click();
  await page.getByLabel('Who plays Lab B').selectOption('e2e-slow@1');
  await page.getByRole('button', { name: 'Start the match' }).click();
  await expect(page).toHaveURL(/\/matches\/[a-z0-9]{12}/);
  await page.getByRole('tab', { name: 'Model trace' }).click();
  const writing = panel(page).getByRole('region', { name: 'What is being written' });
  await expect(writing).toContainText('action_type', { timeout: 300_000 });
  await expect(panel(page).getByText('Thinking')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: /^Round 0: own/ })).toBeVisible({ timeout: 300_000 });
  await panel(page)
    .getByRole('button', { name: /^Round 0: own/ })
    .click();
  await expect(panel(page).getByRole('region', { name: 'Reply 1' })).toContainText('action_type');
});

test('at a table only host and holder see what an agent thinks, until the match is over', async ({ page, browser, request }) => {
  await addAgent(request, 'e2e-private');
  const { matchId } = await post<{ matchId: string }>(page.request, 'agent.try', {
    ref: 'e2e-private@1',
    ruleset: 'open',
    task: 'single_trade',
  });
  await post(page.request, 'seat.claim', { id: matchId, seat: 'lab_0', name: 'Anna' });
  await startTable(page, matchId);
  await expect
    .poll(async () => (await ask<TurnsPage>(page.request, 'agent.turns', { matchId })).seats[0]?.turns.length ?? 0)
    .toBeGreaterThan(0);

  await page.goto(`/table/${matchId}`);
  await expect(panel(page).getByRole('region', { name: 'Reply 1' })).toContainText('"do"');

  const stranger = await (await browser.newContext()).newPage();
  const heard: string[] = [];
  stranger.on('response', async (response) => {
    if (response.url().includes('/api/trpc/')) heard.push(await response.text().catch(() => ''));
  });
  await stranger.goto(`/matches/${matchId}`);
  await stranger.getByRole('tab', { name: 'Model trace' }).click();
  await expect(panel(stranger).getByText('Private during play')).toBeVisible();
  await expect(panel(stranger).getByRole('region', { name: 'Reply 1' })).toHaveCount(0);
  expect(heard.join('')).not.toContain('"replies"');
  await expectAccessible(stranger);

  await post(page.request, 'table.control', { id: matchId, command: 'abort' });
  await expect(panel(stranger).getByText('Private during play')).toBeHidden();
  await expect(panel(stranger).getByRole('button', { name: /^Round 0: / })).toBeVisible();
  await stranger.context().close();
});

test('a seat is handed to an agent, whose holder watches it think', async ({ page, request }) => {
  await addAgent(request, 'e2e-stand-in');
  const seats = { lab_0: 'open' };
  const wish = { ruleset: 'open', task: 'market_round', policy: 'planner', pace: 1, clockSeconds: 300, seats };
  const { id } = await post<{ id: string }>(page.request, 'match.create', wish);
  await post(page.request, 'seat.claim', { id, seat: 'lab_0', name: 'Anna' });
  await startTable(page, id);
  await page.goto(`/matches/${id}/seat/lab_0`);
  await page.getByRole('button', { name: 'Autopilot' }).click();
  await page.getByLabel('Agent', { exact: true }).selectOption('e2e-stand-in@1');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(panel(page).getByRole('link', { name: 'e2e-stand-in@1' })).toBeVisible();
  await expect(
    panel(page)
      .getByRole('button', { name: /^Round \d+: / })
      .first(),
  ).toBeVisible();
});

test('a model that nobody serves says so wherever it can be chosen', async ({ page, request }) => {
  await addAgent(request, 'e2e-absent', { model: 'not-here-7b' });
  await page.goto('/agents');
  const row = page.getByRole('row').filter({ hasText: 'e2e-absent@1' });
  await expect(row).toContainText('not ready');
  await expect(row).toContainText('not-here-7b');
  await page.goto('/play/bots?policy=e2e-absent%401');
  await expect(page.getByRole('radio', { name: /^e2e-absent@1/ })).toBeChecked();
  await expect(page.getByText('Agent e2e-absent is not ready:')).toBeVisible();
  await page.goto('/play/people');
  await page.getByLabel('Who plays Lab B').selectOption('e2e-absent@1');
  await expect(page.getByText('Agent e2e-absent is not ready:')).toBeVisible();
});

test('a game against an agent is one click from the list', async ({ page }) => {
  await page.goto('/agents');
  await page.getByLabel('Game').selectOption('gpu-market/open');
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: /^Greedy/ }) })
    .getByRole('button', { name: /^Play against Greedy/ })
    .click();
  await expect(page).toHaveURL(/\/matches\/[a-z0-9]{12}/);
  const id = /matches\/([a-z0-9]{12})/.exec(page.url())?.[1] ?? '';
  const { key, seats } = await ask<MatchCard>(page.request, 'match.get', { id });
  expect(key).toBe('gpu-market/open');
  expect(seats).toMatchObject([{ kind: 'person' }, { policy: 'greedy' }]);
});

test('an agent is retired for good', async ({ page, request }) => {
  await addAgent(request, 'e2e-old');
  await page.goto('/agents/e2e-old%401');
  await page.getByRole('button', { name: 'Retire', exact: true }).click();
  await page.getByRole('button', { name: 'Retire it' }).click();
  await expect(page.getByText('retired', { exact: true }).first()).toBeVisible();
  const cards = await ask<AgentCard[]>(page.request, 'agent.list', {});
  expect(cards.map(({ ref }) => ref)).not.toContain('e2e-old@1');
});

test('the registry is narrowed to a ruleset and a kind; a card is reached and a game begun by keyboard alone', async ({ page }) => {
  await page.goto('/agents');
  await page.getByLabel('Game').selectOption({ label: 'GPU market, classic' });
  await expect(page.getByRole('link', { name: /^Rule-based expert/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Planner planner$/ })).toHaveCount(0);
  await page.getByLabel('Kind').selectOption({ label: 'baseline, no model' });
  await expect(page.getByRole('link', { name: /^Rule-based expert/ })).toHaveCount(0);
  const link = page.getByRole('link', { name: /^Null model, random/ });
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Null model, random' })).toBeVisible();
  const ruleset = page.getByLabel('Game');
  await tabTo(page, ruleset);
  await ruleset.selectOption('gpu-market/classic');
  await tabTo(page, page.getByRole('button', { name: 'Start the match' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/matches\/[a-z0-9]{12}/);
  await page.getByRole('tab', { name: 'Model trace' }).click();
  await expect(panel(page).getByRole('button', { name: /^Round 0: / })).toBeVisible();
});

test('inference shows backends, what they serve, and who spent what', async ({ page, request }) => {
  await finishedMatch(request, { task: 'single_trade', seed: 90_501, policy: 'null-random@1' });
  await page.goto('/agents/inference');
  const backends = page.getByRole('region', { name: 'Backends' }).last();
  await expect(backends).toContainText('null:random');
  await expect(backends).toContainText('slow-writer');
  await expect(page.getByText('Switched off by MANDI_MODEL=off.')).toBeVisible();
  await expect(page.getByText(/mandi worker inference --connect ws:/).first()).toBeAttached();
  await expect(page.getByRole('region', { name: 'Spend' }).last()).toContainText('null-random@1');
});

for (const { path, ready } of [
  { path: '/agents', ready: 'Null model, random' },
  { path: '/agents/new', ready: 'What will be added' },
  { path: '/agents/null-random%401', ready: 'What it is' },
  { path: '/agents/inference', ready: 'Usage' },
]) {
  test(`${path}: nothing serious by axe in light, dark and at 390 px, no scrolling sideways`, async ({ page }) => {
    const complaints = complaintsOf(page);
    await expectAccessibleEverywhere(page, { path, ready });
    const nav = await page.getByRole('navigation', { name: 'Site' }).boundingBox();
    expect(nav?.height).toBeLessThan(60); // all places in one row
    expect(complaints).toEqual([]);
  });
}

async function tabTo(page: Page, target: ReturnType<Page['getByRole']>) {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab never reached it');
}
