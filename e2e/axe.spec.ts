import { expect, test } from '@playwright/test';
import { complaintsOf, finishedMatch } from './support/api';
import { expectAccessibleInBothAndNarrow, openWhole } from './support/axe';

const SCREENS = [
  { path: '/', ready: 'The benchmark' },
  { path: '/matches', ready: 'Reward' },
  { path: '/new', ready: 'Start the match' },
  { path: '/benchmark', ready: 'Against the published figures' },
  { path: '/doors', ready: 'Matches as files' },
];

test.beforeAll(async ({ request }) => {
  await finishedMatch(request, { task: 'single_trade', seed: 90_201, policy: 'rule_based_expert' });
});

for (const { path, ready } of SCREENS) {
  test(`${path} does not shift as it loads; nothing serious by axe in light, dark and at 390 px, no scrolling sideways, no complaint in the console`, async ({
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
    await expectAccessibleInBothAndNarrow(page);
    expect(complaints).toEqual([]);
  });
}
