import { expect, test } from '@playwright/test';
import { complaintsOf, finishedMatch } from './support/api';
import { ALL_BUT_MINOR, expectAccessibleInBothAndNarrow, openWhole } from './support/axe';
import { setTable, sitDown, startTable } from './support/table';

const SCREENS = [
  { path: '/', ready: 'Recent results' },
  { path: '/watch', ready: 'Best result' },
  { path: '/rankings', ready: 'The whole benchmark' },
  { path: '/play', ready: 'Other ways to play' },
  { path: '/play/bots', ready: 'Start the match' },
  { path: '/rankings/benchmark', ready: 'Against the published figures' },
  { path: '/data/connect', ready: 'Matches as files' },
];

test.beforeAll(async ({ request }) => {
  await finishedMatch(request, { task: 'single_trade', seed: 90_201, policy: 'rule_based_expert' });
});

for (const { path, ready } of SCREENS) {
  test(`${path} does not shift as it loads; nothing moderate or worse by axe in light, dark and at 390 px, no scrolling sideways, no complaint in the console`, async ({
    page,
  }) => {
    const complaints = complaintsOf(page);
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await openWhole(page, { path, ready });
    await page.evaluate(async () => {
      await document.fonts.ready;
      for (let frames = 0; frames < 20; frames += 1) await new Promise(requestAnimationFrame);
    });
    const shifted = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0));
    expect(shifted).toBeLessThan(0.05); // half of what counts as good; a busy machine shows its fonts late
    await expectAccessibleInBothAndNarrow(page, ALL_BUT_MINOR);
    expect(complaints).toEqual([]);
  });
}

/** The other addresses of the five places. */
const MORE = [
  { path: '/watch/duels', ready: 'Which pitch is better?' },
  { path: '/watch/compare', ready: 'Compare' },
  { path: '/play/people', ready: 'Table settings' },
  { path: '/rankings/tournaments', ready: 'Tournaments' },
  { path: '/rankings/reports', ready: 'Saved reports' },
  { path: '/agents', ready: 'Rule-based expert' },
  { path: '/agents/planner', ready: 'What it is' },
  { path: '/agents/new', ready: 'What will be added' },
  { path: '/agents/inference', ready: 'Usage' },
  { path: '/agents/training', ready: 'Published by others' },
  { path: '/agents/training/published.sauda-v2-grpo?with=published.sauda-v2-tells-grpo', ready: 'A: Sauda v2' },
  { path: '/agents/owners', ready: 'Add owner' },
  { path: '/data', ready: 'What to take' },
  { path: '/data/operations', ready: 'Largest tables' },
  { path: '/docs', ready: 'Guides' },
  { path: '/docs/tournaments', ready: 'Formats' },
  { path: '/play/no-such-page', ready: 'Page not found' },
];

for (const screen of MORE) {
  test(`${screen.path}: nothing moderate or worse by axe in light, dark and at 390 px, no scrolling sideways`, async ({ page }) => {
    await openWhole(page, screen);
    await expectAccessibleInBothAndNarrow(page, ALL_BUT_MINOR);
  });
}

test('a match at its one address: lobby, console, seat and result have nothing that axe calls serious, at either width', async ({
  page,
}) => {
  const id = await setTable(page, { open: ['lab_0', 'lab_1'] });
  await openWhole(page, { path: `/matches/${id}`, ready: 'Who is here, and who is ready.' });
  await expectAccessibleInBothAndNarrow(page);
  await startTable(page, id);
  await expect(page.getByRole('dialog', { name: 'Host console' })).toBeVisible();
  await expectAccessibleInBothAndNarrow(page);

  const own = await setTable(page);
  await sitDown(page, own);
  await startTable(page, own);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/matches/${own}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Lab A' })).toBeVisible();
  await expectAccessibleInBothAndNarrow(page);
  await page.getByRole('button', { name: 'Host console' }).click();
  await page.getByRole('button', { name: 'End the match' }).click();
  await page.getByRole('button', { name: 'End it for everybody' }).click();
  await expect(page.getByRole('button', { name: 'Rematch' })).toBeVisible();
  await expectAccessibleInBothAndNarrow(page);
});
