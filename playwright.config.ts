import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/ensure-browser.mjs';

/** Chosen once: the workers, which read this file again, inherit it. */
process.env.MANDI_E2E_PORT ??= String(await freePort());
/** The server's database lies here; a test that runs commands gives them the same home. `serve.mjs` removes it. */
process.env.MANDI_E2E_HOME ??= mkdtempSync(join(tmpdir(), 'mandi-e2e-'));
const address = `http://127.0.0.1:${process.env.MANDI_E2E_PORT}`;

// Playwright's own Chromium where it was installed (or will be asked for), else the machine's.
const browser = findBrowser();
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'];

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // Ample: a busy machine is slow, and only what fails waits so long.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  // One more than two cores: journeys wait for pages half of the time.
  workers: 3,
  // A journey that fails and then passes is told as flaky; on a busy machine that is no fault of the change.
  retries: process.env.CI === 'true' ? 2 : 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    baseURL: address,
    // A button that is not there is told in two minutes, not when the whole journey's time is over.
    actionTimeout: 120_000,
    // A trace of every journey takes a third of the processor time. One that failed by itself: `npx playwright test FILE --trace on`.
    trace: 'on-first-retry',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: browser && !browser.own ? { executablePath: browser.path, args: quiet } : {},
  },
  // A server of its own: an embedded database in a temporary folder, no showcase, the screens built if they are not.
  webServer: {
    command: 'node e2e/support/serve.mjs',
    url: `${address}/api/health`,
    env: { PORT: process.env.MANDI_E2E_PORT, MANDI_HOME: process.env.MANDI_E2E_HOME },
    reuseExistingServer: false,
    timeout: 8 * 60_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
  },
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const place = probe.address();
      probe.close(() => (place && typeof place === 'object' ? resolve(place.port) : reject(new Error('no free port'))));
    });
  });
}
