/** Not a test of anything: takes every screen's picture into test-results/look, to be looked at. LOOK=1 npx playwright test look */
import { test } from '@playwright/test';
import { createMatch, finishedMatch } from './support/api';

test.skip(!process.env.LOOK, 'pictures are taken when asked: LOOK=1');
test.describe.configure({ mode: 'serial' });

test('every screen, light and dark, wide and narrow', async ({ page, request }) => {
  test.setTimeout(600_000);
  const expert = await finishedMatch(request, { task: 'coalition_market', seed: 5, policy: 'rule_based_expert' });
  const random = await finishedMatch(request, { task: 'coalition_market', seed: 5, policy: 'random_validish' });
  const live = await createMatch(request, { task: 'coalition_market', seed: 8, policy: 'rule_based_expert', judgeMode: 'rule', pace: 20 });
  const screens = {
    home: '/',
    matches: '/matches',
    new: '/new',
    benchmark: '/benchmark',
    data: '/data',
    doors: '/doors',
    live: `/matches/${live}`,
    replay: `/matches/${expert}`,
    compare: `/compare?left=${random}&right=${expert}`,
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: width > 800 ? 900 : 844 });
      for (const [name, path] of Object.entries(screens)) {
        await page.goto(path);
        await page.waitForTimeout(2000);
        await page.screenshot({ path: `test-results/look/${name}-${colorScheme}-${width}.png`, fullPage: true });
      }
    }
  }
});
