// Finds a Chromium for the browser tests, or downloads Playwright's own. `node scripts/ensure-browser.mjs` prints the one it found.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const INSTALLED = [
  '/usr/bin/chromium-headless-shell', // Debian's package of that name: the same pages with a quarter less processor time
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  join(process.env.PROGRAMFILES ?? 'C:\\Program Files', 'Google', 'Chrome', 'Application', 'chrome.exe'),
];

/** `own`: Playwright's; `path`: another browser, to be passed as executablePath; null: none on this machine. */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? { own: false, path: named } : null;
  if (existsSync(chromium.executablePath())) return { own: true, path: chromium.executablePath() };
  const path = INSTALLED.find((candidate) => existsSync(candidate));
  return path ? { own: false, path } : null;
}

/** Finds a browser or tries to download one; null when neither works. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found || process.env.CHROMIUM_PATH) return found;
  console.log('No browser found: fetching Playwright’s Chromium (about 180 MB) …');
  const cli = fileURLToPath(new URL('../node_modules/@playwright/test/cli.js', import.meta.url));
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit', timeout: 10 * 60_000 });
  return findBrowser();
}

/** What to do when there is no browser. */
export const NO_BROWSER = [
  process.env.CHROMIUM_PATH ? `CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which is not there.` : 'No Chromium was found or fetched.',
  'Install one (`npx playwright install --with-deps chromium`, or `apt-get install chromium`), or name one in CHROMIUM_PATH.',
].join(' ');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const browser = ensureBrowser();
  console.log(browser ? browser.path : NO_BROWSER);
  process.exitCode = browser ? 0 : 1;
}
