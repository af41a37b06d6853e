import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What another color scheme can change. */
const OF_COLORS = ['color-contrast', 'link-in-text-block'];

type Impact = 'moderate' | 'serious' | 'critical';

const GRAVE: readonly Impact[] = ['serious', 'critical'];
/** What a whole page is held to: headings in order and landmarks that are told apart, too. */
export const ALL_BUT_MINOR: readonly Impact[] = ['moderate', ...GRAVE];

/** Nothing serious or critical by axe, once everything that moves has come to rest. `again`: the same screen in other colors, of which only those are checked. */
export async function expectAccessible(page: Page, again?: 'colors', impacts = GRAVE): Promise<void> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(moving.map((one) => one.finished));
  });
  // One page without frames: axe need not open a second one to collect what frames say, nor describe what is in order.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (again === 'colors') axe.withRules(OF_COLORS);
  const keys = await markSeen(page, again ?? 'all');
  axe.exclude(`[${SEEN}]`);
  // A live match may change while axe reads: text of before on the fill of after. What is wrong with a screen is still wrong a moment later.
  const first = await found(axe, impacts);
  expect(first.length === 0 ? first : await found(axe, impacts)).toEqual([]);
  for (const key of keys) seenBy(page).add(key);
}

/** Marks what this page has been read with already. */
const SEEN = 'data-axe-seen';
const READ = new WeakMap<Page, Set<string>>();

function seenBy(page: Page): Set<string> {
  const known = READ.get(page) ?? new Set<string>();
  READ.set(page, known);
  return known;
}

/**
 * A board, a table or a list that has not changed by a letter since axe read it, at this width and in these colors, is not read again:
 * most of the time of these tests went into reading the same board behind each dialog. Answers with what is read now.
 */
async function markSeen(page: Page, what: string): Promise<string[]> {
  return page.evaluate(
    async ({ seen, mark, what }) => {
      for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark);
      const dark = matchMedia('(prefers-color-scheme: dark)').matches;
      const parts = [...document.querySelectorAll('section, ol, ul, table, figure')].filter(
        (one) => one.querySelectorAll('*').length >= 40,
      );
      const keyed = parts.map((part) => {
        // What lies around it decides on contrast and on whether it can be reached.
        const around: string[] = [];
        for (let at: Element | null = part; at; at = at.parentElement) {
          const { backgroundColor, opacity, color } = getComputedStyle(at);
          around.push(`${at.tagName} ${at.className} ${backgroundColor} ${opacity} ${color}`);
        }
        return { part, text: [what, dark, innerWidth, ...around, part.outerHTML].join('\n') };
      });
      const known = new Set(seen);
      const keys: string[] = [];
      for (const { part, text } of keyed) {
        const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
        const key = [...new Uint8Array(hash)].map((byte) => byte.toString(16)).join(' ');
        keys.push(key);
        if (known.has(key)) part.setAttribute(mark, '');
      }
      return keys;
    },
    { seen: [...seenBy(page)], mark: SEEN, what },
  );
}

async function found(axe: AxeBuilder, impacts: readonly Impact[]): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impacts.some((one) => one === impact))
    .map((one) => `${one.id}: ${one.nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join(' | ')}`);
}

/** A screen as it stands, in light and in dark. */
export async function expectAccessibleInBoth(page: Page, impacts = GRAVE): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, undefined, impacts);
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
export async function expectAccessibleInBothAndNarrow(page: Page, impacts = GRAVE): Promise<void> {
  await expectAccessibleInBoth(page, impacts);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, undefined, impacts);
  await expectNoSideways(page);
}

/** Once everything has its new width: what is drawn by its measured width follows a frame or two later. */
export async function expectNoSideways(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
}
