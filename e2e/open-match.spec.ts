import { expect, type Page, test } from '@playwright/test';
import { complaintsOf, createMatch, finishedMatch } from './support/api';
import { expectAccessibleInBoth, expectNoSideways } from './support/axe';
import { tapWire } from './support/socket';

const VENTURE = { ruleset: 'open', task: 'coalition_market', seed: 3, policy: 'planner_with_coalitions', judgeMode: 'rule' };
/** With this seed labs that act by chance pitch in several rounds, some of it true, some not. */
const PITCHES = { ruleset: 'open', task: 'grand_market', seed: 6, policy: 'random', judgeMode: 'rule' };

function scrubber(page: Page) {
  return page.getByRole('slider', { name: 'Position in the match' });
}

async function openReplay(page: Page, id: string, at?: number) {
  await page.goto(`/matches/${id}${at === undefined ? '' : `?at=${at}`}`);
  await expect(scrubber(page)).toBeVisible();
}

/** Goes on by the events of a replay until a kind of one is on stage. */
async function stepTo(page: Page, words: RegExp) {
  await page.keyboard.press('Home');
  for (let rounds = 0; rounds < 20; rounds += 1) {
    if ((await page.getByRole('log').textContent())?.match(words)) return;
    const before = (await scrubber(page).getAttribute('aria-valuenow')) ?? '';
    await page.keyboard.press('Shift+ArrowRight');
    await expect(scrubber(page)).not.toHaveAttribute('aria-valuenow', before);
  }
  throw new Error(`nothing on the feed says ${String(words)}`);
}

test('an open match is watched live on the same screen, and ends with what every lab has made', async ({ page, request }) => {
  const complaints = complaintsOf(page);
  const id = await createMatch(request, { ...VENTURE, pace: 4 });
  await page.goto(`/matches/${id}`);
  await expect(page.getByText(/^Round [0-9]+ \(last: 11\)/)).toBeVisible();
  const floor = page.getByRole('group', { name: 'Capacity by lab and round' });
  for (const letter of 'ABCDEF') await expect(floor.getByRole('region', { name: `Lab ${letter}`, exact: true })).toBeVisible();
  await expect(floor.getByRole('region', { name: 'The operator' })).toBeVisible();
  await expect(page.getByText(/live, event \d+/)).toBeVisible();
  await expect(floor.getByRole('img', { name: /^Coalition c_1 of Lab A/ })).toBeVisible();
  await page.getByRole('tab', { name: 'All events' }).click();
  await expect(page.getByRole('log')).toContainText(/pledged/);
  await expect(page.getByText('Over', { exact: true })).toBeVisible({ timeout: 300_000 });
  await expect(page.getByRole('log')).toContainText('The match ended after round 11. Profits: ');
  const standings = page.getByRole('region', { name: 'Standings' });
  await expect(standings.getByRole('row')).toHaveCount(7);
  await expect(page.getByRole('figure', { name: 'Profit' }).getByRole('img')).toHaveAccessibleName(/Lab [A-F] [+−]\d/);
  expect(complaints).toEqual([]);
});

test('keys step by event and by round, and the address names the instant', async ({ page, request }) => {
  await openReplay(page, await finishedMatch(request, VENTURE));
  const head = Number(await scrubber(page).getAttribute('aria-valuemax'));
  await page.keyboard.press('ArrowLeft');
  await expect(scrubber(page)).toHaveAttribute('aria-valuenow', String(head - 1));
  await page.keyboard.press('Home');
  await expect(page.getByText(/^Round 0 \(last: 11\)/)).toBeVisible();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByText(/^Round 1 \(last: 11\)/)).toBeVisible();
  const at = await scrubber(page).getAttribute('aria-valuenow');
  await expect(page).toHaveURL(new RegExp(`[?&]at=${at}$`));
});

test('a joint plan shows its shares, a payout runs along the split, and what is focused lights up everywhere', async ({
  page,
  request,
}) => {
  await openReplay(page, await finishedMatch(request, VENTURE));
  await stepTo(page, /carried out a joint plan/);
  await stepTo(page, /By the split it pays/);
  const floor = page.getByRole('group', { name: 'Capacity by lab and round' });
  await expect(floor.locator('svg title', { hasText: /^Lab [A-F] paid Lab [A-F] .* cr under the split$/ }).first()).toBeAttached();
  const rail = floor.getByRole('img', { name: /^Coalition c_1 of / });
  await rail.focus();
  const outline = (name: string) =>
    floor.getByRole('region', { name, exact: true }).evaluate((card) => getComputedStyle(card).outlineStyle);
  await expect.poll(() => outline('Lab A')).toBe('solid');
  expect(await outline('The operator')).toBe('none');
});

test('who watches a public match sees nothing private until its end, then everything', async ({ page, request }) => {
  const wire = tapWire(page);
  const id = await createMatch(request, {
    ruleset: 'open',
    task: 'single_trade',
    seed: 12,
    policy: 'planner',
    pace: 8,
    visibility: 'public',
  });
  await page.goto(`/matches/${id}`);
  await expect(page.getByText('Profits are shown at the end. Until then')).toBeVisible();
  await expect(page.getByText('seed private')).toBeVisible();
  await expect(page.getByText(/^Round [2-5] \(last: 5\)/)).toBeVisible({ timeout: 300_000 });
  const early = wire.received.join('\n');
  expect(early).toContain('"offer_made"');
  for (const secret of ['"private_jobs"', '"seed":12', '"budget_cents"', '"start_cents"', '"private_notes"'])
    expect(early).not.toContain(secret);
  await expect(page.getByText('Over', { exact: true })).toBeVisible({ timeout: 300_000 });
  await expect(page.getByText('seed 12', { exact: true })).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Profit' })).toBeVisible();
});

test('the judge’s panel shows every pitch with its score, its reason and each claim held against the facts', async ({ page, request }) => {
  await openReplay(page, await finishedMatch(request, PITCHES));
  const panel = page.getByRole('region', { name: 'Pitches before the judge' });
  await expect(panel.getByText(/^Round \d+$/).first()).toBeVisible();
  const rounds = panel.locator('details');
  for (let place = 1; place < (await rounds.count()); place += 1) await rounds.nth(place).locator('summary').click();
  await expect(panel.getByText(/^“Job [A-P]\d/).first()).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Claims' }).first()).toContainText(/(true|false)(?!j_).+? (hours|deadline) \d+read from “/);
  await expect(panel.getByRole('region', { name: 'Scores round by round' }).getByRole('columnheader')).toHaveCount(5);
  const floor = page.getByRole('group', { name: 'Capacity by lab and round' });
  for (const letter of 'ACHMP') await expect(floor.getByRole('region', { name: `Lab ${letter}`, exact: true })).toBeAttached();
  await expectNoSideways(page);
});

test('axe finds nothing serious on an open replay, wide and at 390 px, light and dark', async ({ page, request }) => {
  await openReplay(page, await finishedMatch(request, VENTURE), 245);
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('tab', { name: 'Market' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('tab', { name: 'Labs' }).click();
  await expect(page.getByRole('region', { name: 'Lab C', exact: true })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('tab', { name: 'Story' }).click();
  await expectAccessibleInBoth(page);
  await expectNoSideways(page);
});

test('a match of open is set up lab by lab and started', async ({ page }) => {
  await page.goto('/play/bots');
  await page.getByRole('radio', { name: /^GPU market, open Any lab can be/ }).check();
  await page.getByRole('radio', { name: /^Market round/ }).check();
  await page.getByRole('radio', { name: 'planner The strongest', exact: false }).check();
  await page.getByText('Seat by seat').click();
  await page.getByLabel('Who plays Lab C').selectOption('greedy');
  await expect(page.getByText('planner plays 3 of 4 seats in Market round')).toBeVisible();
  await page.getByRole('button', { name: 'Start the match' }).click();
  await expect(page).toHaveURL(/\/matches\/[^/]+$/);
  const floor = page.getByRole('group', { name: 'Capacity by lab and round' });
  await expect(floor.getByRole('region', { name: 'Lab C', exact: true })).toContainText('Greedy');
  await expect(floor.getByRole('region', { name: 'Lab D', exact: true })).toContainText('Planner');
});

test('two open matches of one opening stand side by side', async ({ page, request }) => {
  const opening = { ruleset: 'open', task: 'market_round', seed: 90_401 };
  const left = await finishedMatch(request, { ...opening, policy: 'greedy' });
  const right = await finishedMatch(request, { ...opening, policy: 'planner' });
  await page.goto(`/watch/compare?left=${left}&right=${right}`);
  await expect(page.getByText(/Planner ×4 scores [+−±].* compared with Greedy ×4 at the end/)).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Profit of all labs' })).toBeVisible();
  await page.keyboard.press('Home');
  await expect(page.getByRole('list', { name: 'Round 0' })).toHaveCount(2);
});

for (const rounds of [20, 60]) {
  test(`a match of 8 labs and ${rounds} rounds does not scroll sideways at 390 px`, async ({ page, request }) => {
    const wish = { ruleset: 'open', task: 'market_round', seed: 8, policy: 'greedy', options: { labs: 8, rounds } };
    const id = await finishedMatch(request, wish);
    await page.setViewportSize({ width: 390, height: 844 });
    await openReplay(page, id);
    await expectNoSideways(page);
  });
}
