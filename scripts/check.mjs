// `npm run check`: format, lint, types, circles and unit tests. `npm run check -- --since [REF]`: what a change since REF can touch.
// `check.mjs lint`: format and lint alone; `check.mjs types`: types alone.
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkSince } from './check-since.mjs';
import { COLLECT_LESS, command, conclude, countStep, runStep, runVitest } from './steps.mjs';
import { CACHE, recordGreen, treeNow } from './tree.mjs';

/** Earlier results are cached by contents, except in CI, which starts from nothing. */
function types() {
  // The unit tests run at the same time: on few cores its threads would only wait for each other.
  const threads = availableParallelism() > 2 ? [] : ['--singleThreaded'];
  const name = 'types (tsc)';
  // Not the types that a build left in .next: they may name pages that have moved.
  const project = ['--project', 'tsconfig.check.json', '--noEmit', ...threads];
  if (process.env.CI === 'true') return { name, run: command('tsc', ...project, '--incremental', 'false') };
  mkdirSync(CACHE, { recursive: true });
  const kept = join(CACHE, 'types.tsbuildinfo');
  return { name, run: command('tsc', ...project, '--incremental', '--tsBuildInfoFile', kept) };
}

const STATIC = {
  circles: () => ({ name: 'circles', run: command('circles.mjs') }),
  format: () => ({
    name: 'format and lint (biome)',
    run: command('biome', 'ci', '--colors=off', '--error-on-warnings', '--max-diagnostics=100', '.'),
  }),
  prose: () => ({ name: 'prose (retext)', run: command('prose.mjs') }),
  lint: () => ({ name: 'lint (oxlint)', run: command('oxlint', '--deny-warnings') }),
  types,
};

/** All checks: those that only read the code run next to the unit tests. */
export async function check() {
  const tree = treeNow();
  const [read, unit] = await Promise.all([readOnly(Object.keys(STATIC)), runVitest({ name: 'unit tests', project: 'unit' })]);
  const steps = [...read, unit];
  // Files edited in the meantime were not checked.
  if (steps.every(({ ok }) => ok) && tree === treeNow()) recordGreen(tree, true);
  return steps;
}

async function readOnly(names) {
  const steps = [];
  for (const name of names) steps.push(countStep(await runStep({ ...STATIC[name](), env: COLLECT_LESS })));
  return steps;
}

async function main(args) {
  const since = args.indexOf('--since');
  if (since >= 0) return checkSince(args[since + 1] ?? null, { types, all: check });
  const names = args[0] === 'lint' ? ['format', 'lint'] : args;
  const unknown = names.find((name) => !(name in STATIC));
  if (unknown) throw new Error(`check: there is no "${unknown}"; there are ${Object.keys(STATIC).join(', ')}, and --since [REF]`);
  if (names.length > 0) return readOnly(names);
  console.log('check: circles, format, lint, prose and types, together with the unit tests. About a minute on two idle cores.');
  return check();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await conclude(await main(process.argv.slice(2)));
