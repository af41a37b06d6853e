import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What another color scheme can change. */
const OF_COLORS = ['color-contrast', 'link-in-text-block'];

/** Nothing serious or critical by axe, once everything that moves has come to rest. `again`: the same screen in other colors, of which only those are checked. */
export async function expectAccessible(page: Page, again?: 'colors'): Promise<void> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(moving.map((one) => one.finished));
  });
  // One page without frames: axe need not open a second one to collect what frames say, nor describe what is in order.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (again === 'colors' ? axe.withRules(OF_COLORS) : axe).analyze();
  const grave = violations.filter((one) => one.impact === 'serious' || one.impact === 'critical');
  expect(
    grave.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join(' | ')}`),
  ).toEqual([]);
}

/** A screen as it stands, in light and in dark. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, 'colors');
}

/** A screen in light, in dark and at 390 px, where nothing scrolls sideways. `ready`: a text that stands there once it is loaded. */
export async function expectAccessibleEverywhere(page: Page, { path, ready }: { path: string; ready: string }): Promise<void> {
  await openWhole(page, { path, ready });
  await expectAccessibleInBothAndNarrow(page);
}

/** Opens a screen and waits until all of it is there. */
export async function openWhole(page: Page, { path, ready }: { path: string; ready: string }): Promise<void> {
  await page.goto(path);
  await expect(page.getByText(ready).first()).toBeVisible();
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
}

/** As `expectAccessibleEverywhere`, of a screen that is open. */
export async function expectAccessibleInBothAndNarrow(page: Page): Promise<void> {
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await expectNoSideways(page);
}

/** Once everything has its new width: what is drawn by its measured width follows a frame or two later. */
export async function expectNoSideways(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
}
