import { expect, type Page, test } from '@playwright/test';
import { complaintsOf, createMatch, finishedMatch } from './support/api';
import { expectAccessibleInBoth } from './support/axe';

const MATCH = { task: 'coalition_market', seed: 5, policy: 'rule_based_expert' };

function scrubber(page: Page) {
  return page.getByRole('slider', { name: 'Position in the match' });
}

async function openReplay(page: Page, id: string, at?: number) {
  await page.goto(`/matches/${id}${at === undefined ? '' : `?at=${at}`}`);
  await expect(scrubber(page)).toBeVisible();
}

test('the same screen replays: scrubbing moves floor, feed and score to that instant', async ({ page, request }) => {
  const complaints = complaintsOf(page);
  await openReplay(page, await finishedMatch(request, MATCH));
  await expect(page.getByText('Over', { exact: true })).toBeVisible();
  const line = await scrubber(page).boundingBox();
  if (!line) throw new Error('the scrubber has no box');
  await page.mouse.move(line.x + line.width - 4, line.y + 24);
  await page.mouse.down();
  await page.mouse.move(line.x + line.width * 0.4, line.y + 24, { steps: 6 });
  await expect(page.getByText(/^Round [34] \(last: 8\)/)).toBeVisible();
  await page.mouse.move(line.x + 12, line.y + 24, { steps: 6 });
  await page.mouse.up();
  await expect(page.getByText(/^Round 0 \(last: 8\)/)).toBeVisible();
  await expect(page.getByRole('log')).not.toContainText('The match ended');
  await expect(page.getByRole('button', { name: /Block b_0_0 of Lab 0/ })).toBeVisible();
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Show the board' }).click();
  await expect(page.getByRole('button', { name: /Block b_0_0 of Lab A/ })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('keys step by event and by round, and the address names the instant', async ({ page, request }) => {
  const id = await finishedMatch(request, MATCH);
  await openReplay(page, id);
  const head = Number(await scrubber(page).getAttribute('aria-valuemax'));
  await expect(scrubber(page)).toHaveAttribute('aria-valuenow', String(head));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(scrubber(page)).toHaveAttribute('aria-valuenow', String(head - 2));
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByText(/^Round 1 \(last: 8\)/)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  const at = await scrubber(page).getAttribute('aria-valuenow');
  await expect(page).toHaveURL(new RegExp(`[?&]at=${at}$`));
  await page.reload();
  await expect(scrubber(page)).toHaveAttribute('aria-valuenow', String(at));
  await page.keyboard.press('End');
  await expect(page).not.toHaveURL(/at=/);
});

test('a link to an instant can be copied and opens there', async ({ page, request, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openReplay(page, await finishedMatch(request, MATCH), 20);
  await page.getByRole('button', { name: 'Link to this moment' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).searchParams.get('at')).toBe('20');
});

test('it plays at eight times the speed to the end, without a layout shift', async ({ page, request }) => {
  await openReplay(page, await finishedMatch(request, MATCH), 1);
  await page.getByRole('combobox', { name: 'Playback speed' }).selectOption('fast');
  await page.evaluate(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift' });
  });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByText('Over', { exact: true })).toBeVisible();
  const shifted = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0));
  expect(shifted).toBeLessThan(0.05);
});

test('a link that is followed while the match plays leads where it says, on a slow line too', async ({ page, request }) => {
  const id = await finishedMatch(request, { ruleset: 'open', task: 'market_round', seed: 9, policy: 'house' });
  await page.route(/\/explain\?.*_rsc=/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000)); // the line
    await route.continue();
  });
  await openReplay(page, id, 1);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page).toHaveURL(/at=[3-9]/);
  await page.getByRole('link', { name: 'Analysis' }).click();
  await expect(page).toHaveURL(/\/explain$/);
  await page.goBack();
  await expect(scrubber(page)).toBeVisible();
  await expect(page).toHaveURL(/\/matches\/[^/]+\?at=\d+$/);
});

test('leaving the present of a live match offers the way back and counts what was missed', async ({ page, request }) => {
  const id = await createMatch(request, { task: 'coalition_market', seed: 6, policy: 'always_accept', pace: 5 });
  await openReplay(page, id);
  await expect(page.getByText(/^Round [1-5] \(last: 8\)/)).toBeVisible();
  await page.keyboard.press('Home');
  const back = page.getByRole('button', { name: /Back to live, \d+ behind/ });
  await expect(back).toBeVisible();
  const behind = async () => Number(/(\d+) behind/.exec((await back.textContent()) ?? '')?.[1]);
  const first = await behind();
  await expect.poll(behind).toBeGreaterThan(first);
  await expect(page.getByText(/^Round 0 \(last: 8\)/)).toBeVisible();
  await back.click();
  await expect(page.getByText(/live, event \d+/)).toBeVisible();
});

test('what is hovered or focused lights up wherever it is named', async ({ page, request }) => {
  await openReplay(page, await finishedMatch(request, MATCH), 6);
  const outline = (name: string) =>
    page
      .getByRole('button', { name })
      .first()
      .evaluate((bar) => getComputedStyle(bar).outlineStyle);
  await page.getByRole('tab', { name: 'All events' }).click();
  await page.getByRole('log').getByText('b_2_0').first().hover();
  await expect.poll(() => outline('Block b_2_0 of Lab B')).toBe('solid');
  expect(await outline('Block b_3_0 of Lab C')).toBe('none');
  await page.getByRole('img', { name: /^Lab C offers Lab 0 b_3_0/ }).focus();
  await expect.poll(() => outline('Block b_3_0 of Lab C')).toBe('solid');
});

test('the last reward stands as eleven columns, with weights in the table', async ({ page, request }) => {
  await openReplay(page, await finishedMatch(request, MATCH));
  const figure = page.getByRole('figure', { name: /Last reward/ });
  await figure.getByRole('button', { name: 'Table' }).click();
  await expect(figure.getByRole('row')).toHaveCount(12);
  await expect(figure.getByRole('row', { name: /^coalition_reliability_score/ })).toContainText('0.15');
});

test('the report prints: no controls, the whole record', async ({ page, request }) => {
  await openReplay(page, await finishedMatch(request, MATCH));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('toolbar', { name: 'Time' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
  await expect(page.getByText('A coalition market opened: 5 labs, 9 rounds, seed 5.').last()).toBeVisible();
});

test('axe finds nothing serious on a replay, light and dark', async ({ page, request }) => {
  await openReplay(page, await finishedMatch(request, MATCH), 30);
  await expectAccessibleInBoth(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Keys and marks');
  await expectAccessibleInBoth(page);
});
