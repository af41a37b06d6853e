/** One screen at one width: its pictures in both themes, and what is wrong with it. */
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import { findFaults } from './find-faults';
import type { Shown } from './index-page';
import type { Screen } from './screens';

const TALLEST = 6000;
const IMPACTS = ['moderate', 'serious', 'critical'];
/** What another theme can change. */
const OF_COLORS = ['color-contrast', 'link-in-text-block'];

interface Order {
  context: BrowserContext;
  screen: Screen;
  url: string;
  width: number;
  folder: string;
  themes: readonly ('light' | 'dark')[];
}

export async function takePictures({ context, screen, url, width, folder, themes }: Order): Promise<Shown> {
  const page = await context.newPage();
  const faults: string[] = [];
  try {
    listen(page, screen, faults);
    // Functions that come from TypeScript name each other by a helper that pages do not have.
    await page.addInitScript({ content: 'globalThis.__name = (one) => one;' });
    await page.setViewportSize({ width, height: width > 800 ? 900 : 844 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(url);
    await settle(page);
    await screen.act?.(page);
    await settle(page);
    const pictures: string[] = [];
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await rest(page);
      const file = `${screen.name}-${width}-${theme}.png`;
      await picture(page, join(folder, file), screen.fold === true);
      pictures.push(file);
      faults.push(...(await axe(page, theme, width)));
      if (theme === themes[0]) faults.push(...(await page.evaluate(findFaults)).map(({ kind, about }) => `${kind}: ${about}`));
    }
    return { name: screen.name, about: screen.about, width, title: await page.title(), pictures, faults };
  } finally {
    await page.close();
  }
}

function listen(page: Page, screen: Screen, faults: string[]): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !screen.fails) faults.push(`console: ${message.text().slice(0, 200)}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${String(error).slice(0, 200)}`));
  page.on('response', (response) => {
    if (response.status() >= 400 && !screen.fails) faults.push(`request: ${response.status()} ${response.url()}`);
  });
}

/** Nothing loads any more; a live page never rests, so not for long. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 8000 }).catch(() => null);
  const loading = page.getByText(/^Loading/).first();
  await loading.waitFor({ state: 'hidden', timeout: 90_000 }).catch(() => null);
  await page.evaluate(() => document.fonts.ready.then(() => null));
}

/** Colors fade over; what moves for ever is not waited for. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(moving.map((one) => one.finished));
  });
}

async function picture(page: Page, path: string, fold: boolean): Promise<void> {
  if (fold) {
    await page.screenshot({ path });
    return;
  }
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: document.documentElement.scrollHeight }));
  await page.screenshot({ path, fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(height, TALLEST) } });
}

async function axe(page: Page, theme: 'light' | 'dark', width: number): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode();
  if (theme === 'dark') builder.options({ resultTypes: ['violations'] }).withRules(OF_COLORS);
  // Targets under 24 px that lie too close together: off by default, and of use only where fingers are.
  else builder.options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: width < 800 } } });
  const { violations } = await builder.analyze();
  return violations
    .filter(({ impact }) => impact && IMPACTS.includes(impact))
    .flatMap(({ id, impact, nodes }) => nodes.slice(0, 6).map((node) => `axe ${theme}, ${impact}, ${id}: ${node.html.slice(0, 180)}`));
}
