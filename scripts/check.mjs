// `npm run check`: format, lint, types, circles and unit tests. `npm run lint`: `check.mjs lint`, format and lint alone.
import { fileURLToPath } from 'node:url';
import { command, conclude, countStep, runStep, runVitest } from './steps.mjs';

const STATIC = {
  format: {
    name: 'format and lint (biome)',
    run: command('biome', 'ci', '--colors=off', '--error-on-warnings', '--max-diagnostics=100', '.'),
  },
  lint: { name: 'lint (oxlint)', run: command('oxlint', '--deny-warnings') },
  types: { name: 'types (tsc)', run: command('tsc', '--noEmit') },
  circles: { name: 'circles', run: command('circles.mjs') },
};

/** All checks: what only reads the code beside the unit tests, on two cores. */
export async function check() {
  const [read, unit] = await Promise.all([readOnly(Object.keys(STATIC)), runVitest({ name: 'unit tests', project: 'unit' })]);
  return [...read, unit];
}

async function readOnly(names) {
  const steps = [];
  for (const name of names) steps.push(countStep(await runStep(STATIC[name])));
  return steps;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const only = process.argv.slice(2);
  const names = only[0] === 'lint' ? ['format', 'lint'] : only;
  process.exitCode = conclude(names.length > 0 ? await readOnly(names) : await check());
}
