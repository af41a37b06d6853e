import { type Browser, expect, type Page, test } from '@playwright/test';
import { complaintsOf, createMatch, finishedMatch } from './support/api';
import { expectAccessible, expectAccessibleInBoth, expectNoSideways } from './support/axe';

let id: string;
test.beforeAll(async ({ request }) => {
  id = await finishedMatch(request, { task: 'coalition_market', seed: 90_401, policy: 'pitching_expert', judgeMode: 'rule' });
});

/** Somebody else's browser. */
async function anotherBrowser(browser: Browser): Promise<{ page: Page; complaints: string[] }> {
  const page = await (await browser.newContext()).newPage();
  return { page, complaints: complaintsOf(page) };
}

async function inEveryLight(page: Page): Promise<void> {
  await expectAccessibleInBoth(page);
  const wide = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.setViewportSize(wide);
}

/** Marks every pitch of a round by arrow keys alone, `first` for the first criterion and on from there. */
async function markByKeyboard(page: Page, form: number, first: number): Promise<void> {
  const rows = page.locator('form').nth(form).locator('fieldset');
  const count = await rows.count();
  for (let row = 0; row < count; row += 1) {
    await rows.nth(row).locator('input').first().focus();
    await page.keyboard.press('Space');
    for (let step = 0; step < (first + row) % 5; step += 1) await page.keyboard.press('ArrowRight');
  }
}

test('a panel: the host invites, two judges mark blind, one asks for the names, the host closes and all is shown', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000); // three browsers, each looked at in three lights
  const complaints = complaintsOf(page);
  await page.goto(`/matches/${id}`);
  await page.getByRole('link', { name: 'Panel of judges' }).click();
  const judges: { page: Page; complaints: string[] }[] = [];
  for (const name of ['Ada', 'Bo']) {
    await page.getByRole('button', { name: 'Invite a judge' }).click();
    const link = page.getByRole('status').locator('code');
    await expect(page.getByRole('cell', { name: 'invited, not here yet' })).toHaveCount(1);
    const judge = await anotherBrowser(browser);
    await judge.page.goto((await link.textContent()) ?? '');
    await expect(judge.page.getByText('You are invited to judge')).toBeVisible();
    await expect(judge.page.getByRole('table')).toHaveCount(0);
    if (name === 'Ada') await inEveryLight(judge.page);
    await judge.page.getByLabel('Your name').fill(name);
    await judge.page.keyboard.press('Enter');
    await expect(judge.page.getByText('Not marked yet').first()).toBeVisible();
    await expect(judge.page).toHaveURL(new RegExp(`/matches/${id}/judge$`));
    judges.push(judge);
    await page.reload();
    await expect(page.getByRole('cell', { name, exact: true })).toBeVisible();
  }

  const [ada, bo] = judges.map((judge) => judge.page);
  if (!ada || !bo) throw new Error('two judges');
  const ballot = (await ada.locator('blockquote').allTextContents()).join(' ');
  expect(ballot).toContain('[job 1]');
  expect(ballot).not.toMatch(/\bj_\d|\blab_\d|\bLab [A-E]\b/);
  await inEveryLight(ada);
  for (const [number, judge] of [ada, bo].entries()) {
    const give = judge.getByRole('button', { name: 'Give these marks' });
    await expect(give.first()).toBeDisabled();
    await markByKeyboard(judge, 0, number);
    await give.first().click();
    await expect(judge.getByText('Marks given')).toHaveCount(1);
  }
  await ada.getByRole('button', { name: 'Show names and other marks' }).click();
  await expect(ada.getByRole('columnheader', { name: 'All judges' })).toBeVisible();
  await expect(ada.getByText('Names shown')).toBeVisible();
  await inEveryLight(ada);
  await ada.reload();
  await expect(ada.getByText('Names shown')).toBeVisible();

  await page.reload();
  await expect(page.getByText(/2 judges, \d+ pitches with marks from two or more/)).toBeVisible();
  await expect(page.getByRole('row', { name: /Krippendorff’s α, overall/ })).toContainText(/\d\.\d\d/);
  await inEveryLight(page);
  await page.getByRole('button', { name: 'Close the panel' }).click();
  await page.getByRole('button', { name: 'Close it for good and show all marks' }).click();
  await expect(page.getByText('The panel is closed.')).toBeVisible();
  await bo.reload();
  await expect(bo.getByText('How far the judges agree')).toBeVisible();
  const marks = bo.getByRole('table', { name: /^Pitches with the means/ });
  await expect(marks).toContainText(/ \([\d.]+ cr\) heads our queue/); // a job by its name on the board
  await expect(marks).not.toContainText(/\bj_\d/);
  expect([complaints, ...judges.map((judge) => judge.complaints)]).toEqual([[], [], []]);
});

test('an invitation that is spent says so', async ({ page, browser }) => {
  const other = await finishedMatch(page.request, { task: 'coalition_market', seed: 90_402, policy: 'pitching_expert', judgeMode: 'rule' });
  await page.goto(`/matches/${other}/judge`);
  await page.getByRole('button', { name: 'Invite a judge' }).click();
  const link = (await page.getByRole('status').locator('code').textContent()) ?? '';
  for (const [attempt, name] of ['Ada', 'Eve'].entries()) {
    const { page: judge } = await anotherBrowser(browser);
    await judge.goto(link);
    await judge.getByLabel('Your name').fill(name);
    await judge.getByRole('button', { name: 'Join the panel' }).click();
    await expect(judge.getByText(attempt === 0 ? 'What to mark' : /This link does not work/)).toBeVisible();
  }
});

test('a duel by keyboard: two pitches without names, a vote, whose they were, and the next', async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto('/watch/duels');
  const left = page.getByRole('button', { name: 'A is better' });
  await expect(left).toBeEnabled();
  expect((await page.locator('blockquote').allTextContents()).join(' ')).not.toMatch(/\bj_\d|\blab_\d|\bLab [A-E]\b/);
  await expect(page.getByText('Played by')).toHaveCount(0);
  await inEveryLight(page);
  const before = await page.locator('blockquote').allTextContents();
  await page.reload();
  await expect(left).toBeEnabled();
  expect(await page.locator('blockquote').allTextContents()).toEqual(before);
  await left.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your choice')).toBeVisible();
  await expect(page.getByText('Played by')).toHaveCount(2);
  await expect(page.getByText('Nobody has voted yet.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Next duel' })).toBeFocused();
  await inEveryLight(page);
  await page.keyboard.press('Enter');
  await expect(left).toBeEnabled();
  await expect.poll(() => page.locator('blockquote').allTextContents()).not.toEqual(before);
  await expect(page.getByText(/votes? from \d+ browser/)).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a match that goes on brings its next pitch round to the ballot by itself, and leaves what was marked', async ({ page }) => {
  const running = await createMatch(page.request, {
    task: 'coalition_market',
    seed: 90_403,
    policy: 'pitching_expert',
    judgeMode: 'rule',
    pace: 10, // it must not be over before the judge has joined, on a busy machine either
  });
  await page.goto(`/matches/${running}/judge`);
  await page.getByRole('button', { name: 'Invite a judge' }).click();
  await page.goto((await page.getByRole('status').locator('code').textContent()) ?? '');
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Join the panel' }).click();
  const waiting = page.getByText('Not marked yet');
  await expect(waiting.first()).toBeVisible();
  const rounds = await waiting.count();
  const mark = page.locator('fieldset').first().getByLabel('4', { exact: true });
  await mark.check({ force: true });
  await expect.poll(() => waiting.count()).toBeGreaterThan(rounds);
  await expect(mark).toBeChecked();
});
