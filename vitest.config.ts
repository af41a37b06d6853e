import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LONG_TESTS } from './scripts/long-tests.mjs';
import { LongestFirst } from './scripts/longest-first.mjs';

/** What a test waits for may be late on a busy machine; by itself Vitest waits a second. */
const patient = { poll: { timeout: 120_000 } };
const alias = { '~': fileURLToPath(new URL('./src', import.meta.url)) };

export default defineConfig({
  resolve: { alias },
  test: {
    // What a module reads as after its transformation is kept by its contents (in node_modules): a fifth of the unit tests' processor time.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          expect: patient,
          include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/unit/**/*.test.ts'],
          exclude: LONG_TESTS,
          testTimeout: 180_000,
          hookTimeout: 180_000, // as long as a test: some play a match first, and machines are busy
          // A process for each core, not for each file: two thirds of the time went into starting anew and reading the same modules again.
          isolate: false,
          maxWorkers: '100%',
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          expect: patient,
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: ['tests/integration/global-setup.ts'],
          testTimeout: 900_000,
          hookTimeout: 900_000,
          // Few processes for many files, as above: a third of what these tests took of it went into reading the server's modules for each
          // file. One more than two cores need: two left 40% of the cores idle, because these tests wait for databases, sockets and clocks.
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 1 }, // a number of workers of its own needs a turn of its own where several projects run
          // Real processes, sockets and clocks: on a busy machine a test may be late once. Vitest names what needed a second try.
          retry: process.env.CI === 'true' ? 1 : 0,
        },
      },
      // The same laws over many matches: `npm test` proves them over a thousand, `npm run test:slow` over ten thousand.
      // On every core: by itself Vitest leaves one idle, which on two cores is half of them.
      {
        resolve: { alias },
        test: {
          name: 'properties',
          expect: patient,
          include: ['tests/properties/**/*.test.ts', ...LONG_TESTS],
          // Ample: they run at a low priority beside servers and browsers.
          testTimeout: 900_000,
          hookTimeout: 900_000,
          isolate: false,
          maxWorkers: '100%',
        },
      },
      {
        resolve: { alias },
        test: { name: 'slow', include: ['tests/slow/**/*.test.ts'], globalSetup: ['tests/integration/global-setup.ts'] },
      },
    ],
  },
});
