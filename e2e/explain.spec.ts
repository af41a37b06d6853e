import { expect, type Page, test } from '@playwright/test';
import { ask, complaintsOf, createMatch, finishedMatch, type MatchWish } from './support/api';
import { expectAccessibleInBoth } from './support/axe';

// Each needs a solver, and a machine that does much else takes its time over it.
test.describe.configure({ timeout: 900_000 });

const VENTURE: MatchWish & { ruleset: string } = {
  ruleset: 'open',
  task: 'coalition_market',
  seed: 2,
  policy: 'planner_with_coalitions',
};

interface Branched {
  seed: number | null;
  rated: boolean;
  origin: { matchId: string } | null;
}

/** What the first table on the page says, a line each. */
async function tableOf(page: Page, figure: RegExp): Promise<string[][]> {
  const frame = page.getByRole('figure', { name: figure });
  await frame.getByRole('button', { name: 'Table' }).click();
  const rows = frame.getByRole('row');
  return rows.evaluateAll((all) => all.map((row) => Array.from(row.querySelectorAll('th, td'), (cell) => cell.textContent ?? '')));
}

const numberIn = (text: string | undefined) => Number(text?.replace('\u2212', '-'));

test('from a finished match to why it ended this way: accounts that add up, shares beside Shapley values, instants of the replay', async ({
  page,
  request,
}) => {
  const complaints = complaintsOf(page);
  const id = await finishedMatch(request, VENTURE);
  await page.goto(`/matches/${id}`);
  await page.getByRole('link', { name: 'Analysis' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Why it ended this way');
  await expect(page.getByText(/of what was possible/)).toBeVisible();

  const [, ...parts] = await tableOf(page, /^Profit/);
  const total = parts.pop();
  const sum = parts.reduce((all, [, credits]) => all + Math.round(numberIn(credits) * 100), 0);
  expect(sum).toBe(Math.round(numberIn(total?.[1]) * 100));
  const { scores } = await ask<{ scores: Record<string, number> }>(request, 'match.get', { id });
  expect(numberIn(total?.[1])).toBe(scores.lab_0);

  const [, ...gains] = await tableOf(page, /^Gain$/);
  const alone = numberIn(gains[0]?.[3]);
  expect(numberIn(gains[0]?.[1]) * (numberIn(gains[0]?.[4]) - alone)).toBeCloseTo(numberIn(gains[0]?.[2]) - alone, 1);

  await expect(page.getByRole('figure', { name: /^[A-Z]( \+ [A-Z])+, round/ }).first()).toContainText('received');
  await page
    .getByRole('figure', { name: /^Gain$/ })
    .getByRole('button', { name: 'Chart' })
    .click();
  await page.getByRole('button', { name: /Lab D/ }).click();
  await expect(page).toHaveURL(/seat=lab_3/);
  await expect(page.getByText(/^Lab D began with/)).toBeVisible();
  await page.getByText(/^Every movement of money \(/).click();
  await page.getByRole('table', { name: 'Every movement of money' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/matches\/.+\?at=\d+/);
  expect(complaints).toEqual([]);
});

test('who did nothing is shown what was let lie, round by round', async ({ page, request }) => {
  const id = await finishedMatch(request, { ...VENTURE, task: 'market_round', seed: 7, policy: 'wait' });
  await page.goto(`/matches/${id}/explain`);
  await expect(page.getByText(/^Best move missed: putting/).first()).toBeVisible();
  await expect(page.getByText(/^Unused: \d+× GPU/).first()).toBeVisible();
  await expect(page.getByText('No coalition carried out a joint plan in this match.')).toBeVisible();
  await page
    .getByRole('link', { name: /^Round \d+/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/matches\/.+\?at=\d+/);
});

test('a match that is not explained says so', async ({ page, request }) => {
  const id = await finishedMatch(request, { task: 'single_trade', seed: 5, policy: 'random_validish' });
  await page.goto(`/matches/${id}/explain`);
  await expect(
    page.getByText('Matches of classic have no explanation; those of open, bazaar/classic, and bazaar/open have one.'),
  ).toBeVisible();
});

test('a finished match is played on from the instant shown, and both stand side by side where they part', async ({ page, request }) => {
  const id = await finishedMatch(request, { ...VENTURE, task: 'market_round', seed: 9, policy: 'house' });
  await page.goto(`/matches/${id}?at=60`);
  await page.getByRole('button', { name: 'Fork from here' }).click();
  await page.getByRole('combobox', { name: 'Who plays Lab A' }).selectOption('greedy');
  await page.getByRole('button', { name: 'Fork and play' }).click();
  await expect(page.getByText(/^Forked from match/)).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(id));
  await page.getByRole('link', { name: 'Side by side' }).click();
  await expect(page.getByText(/^The right match is a fork that starts at round \d+\. Before it, both are the same\./)).toBeVisible();
});

test('the branch’s first seat is one’s own: named, seated, started', async ({ page, request }) => {
  const id = await finishedMatch(request, { ...VENTURE, task: 'market_round', seed: 11, policy: 'house' });
  await page.goto(`/matches/${id}?at=60`);
  await page.getByRole('button', { name: 'Fork from here' }).click();
  await page.getByRole('combobox', { name: 'Who plays Lab B' }).selectOption({ label: 'I play' });
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await page.getByRole('button', { name: 'Fork and play' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lab B' })).toBeVisible();
  const branch = /matches\/([a-z0-9]{12})$/.exec(page.url())?.[1] ?? '';
  const card = await ask<{ status: string; rated: boolean; origin: { matchId: string }; seats: { kind: string; name?: string }[] }>(
    request,
    'match.get',
    { id: branch },
  );
  expect(card).toMatchObject({ status: 'running', rated: false, origin: { matchId: id } });
  expect(card.seats[1]).toMatchObject({ kind: 'person', name: 'Ada' });
});

test('a match that runs is branched as one lab knows it, and says so', async ({ page, request }) => {
  const id = await createMatch(request, { ...VENTURE, task: 'market_round', seed: 13, policy: 'house', pace: 30 });
  await page.goto(`/matches/${id}`);
  await page.getByRole('button', { name: 'Fork from here' }).click();
  await page.getByRole('combobox', { name: 'Keep what this seat knows' }).selectOption('lab_2');
  await page.getByRole('button', { name: 'Fork and play' }).click();
  await expect(
    page.getByText(/^Forked from match .+ while it was running\. It kept what one seat knew; everything else was drawn again/),
  ).toBeVisible();
  const branch = /matches\/([^/?]+)/.exec(page.url())?.[1] ?? '';
  const [origin, made] = [await ask<Branched>(request, 'match.get', { id }), await ask<Branched>(request, 'match.get', { id: branch })];
  expect(made).toMatchObject({ rated: false, origin: { matchId: id } });
  expect(made.seed).not.toBe(origin.seed);
  await page.goto(`/matches/${branch}/explain`);
  await expect(page.getByText(/has an explanation only when it has finished|A fork of a running match cannot be explained/)).toBeVisible();
});

test('axe finds nothing serious in an explanation or the branch’s form, light and dark, nothing scrolls sideways', async ({
  page,
  request,
}) => {
  const id = await finishedMatch(request, VENTURE);
  await page.goto(`/matches/${id}/explain`);
  await expect(page.getByText(/of what was possible/)).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleInBoth(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.goto(`/matches/${id}?at=100`);
  await page.getByRole('button', { name: 'Details' }).click(); // at 390 px what is rarely needed is folded
  await page.getByRole('button', { name: 'Fork from here' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInBoth(page);
});
