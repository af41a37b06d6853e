// `npm run check -- --since [REF]`: checks only the files changed since REF, and runs only the unit tests that the change can affect.
import { testsTouchedBy } from './affected.mjs';
import { LONG_TESTS } from './long-tests.mjs';
import { COLLECT_LESS, command, countStep, runStep, runVitest } from './steps.mjs';
import { changedBetween, filesNow, readGreen, recordGreen, treeNow, treeOf } from './tree.mjs';

const FORMATTED = /\.(ts|tsx|mts|mjs|cjs|js|json|css)$/;
const LINTED = /\.(ts|tsx|mts|mjs|cjs|js)$/;
const LAYERED = /^(src|bin|tests|e2e|bench|workers)\/.*\.(ts|tsx|mjs|cjs)$/;
/** A change of one of these can change the result for every file. */
const RULES = {
  format: /^biome\.json$/,
  lint: /^(\.oxlintrc|tsconfig|package(-lock)?)\.json$/,
  prose: /^scripts\/prose/,
  circles: /^(\.dependency-cruiser\.cjs|tsconfig\.json|package\.json)$/,
};

/** Printed when there is nothing to check; counts neither as passed nor as failed. */
function unchanged(name) {
  console.log(`        ${name.padEnd(24)} unchanged, not run`);
  return { name, ok: true, seconds: 0, output: '', passed: 0, failed: 0, skipped: [] };
}

export async function checkSince(ref, { types, all }) {
  const tree = treeNow();
  const green = readGreen().last;
  const from = ref === null ? green?.tree : treeOf(ref);
  if (ref !== null && !from) throw new Error(`check: --since ${ref}: git knows no commit of that name`);
  if (tree === null || !from) {
    console.log(
      tree === null ? 'check: --since needs git; everything is checked.' : 'check: nothing was green here yet; everything is checked.',
    );
    return all();
  }
  const { files, gone } = changedBetween(from, tree);
  const name = ref ?? `what was green at ${green.commit}, ${green.at.slice(0, 16).replace('T', ' ')} UTC`;
  console.log(`check: since ${name}: ${files.length + gone.length} files changed.`);
  const touched = testsTouchedBy([...files, ...gone], filesNow());
  const long = touched.filter((path) => LONG_TESTS.includes(path));
  if (long.length > 0) console.log(`touched, but left to npm test, for they are long: ${long.join(' ')}`);
  const short = touched.filter((path) => !long.includes(path));
  const [read, unit] = await Promise.all([readChanged(files, gone, types), runTouched(short)]);
  const steps = [...read, unit];
  // The user chose REF, so the state is green only if REF was green.
  const follows = ref === null || from === green?.tree;
  if (follows && steps.every(({ ok }) => ok) && tree === treeNow()) recordGreen(tree, false);
  if (files.length + gone.length === 0 && ref === null) return [...steps, { ...countStep({ ok: true }), name: 'unchanged', skipped: [] }];
  return steps;
}

async function readChanged(files, gone, types) {
  const steps = [];
  const step = async (name, run) => steps.push(run ? countStep(await runStep({ name, run, env: COLLECT_LESS })) : unchanged(name));
  const changed = [...files, ...gone];
  const reread = (rules) => changed.some((path) => rules.test(path));
  const formatted = reread(RULES.format) ? ['.'] : files.filter((path) => FORMATTED.test(path));
  await step(
    'format and lint (biome)',
    formatted.length > 0 && command('biome', 'ci', '--colors=off', '--error-on-warnings', '--no-errors-on-unmatched', ...formatted),
  );
  const prose = files.filter((path) => path.endsWith('.md'));
  if (reread(RULES.prose)) await step('prose (retext)', command('prose.mjs'));
  else await step('prose (retext)', prose.length > 0 && command('prose.mjs', ...prose));
  await step('types (tsc)', changed.some((path) => LINTED.test(path) || path.endsWith('.json')) && types().run);
  const linted = files.filter((path) => LINTED.test(path));
  if (reread(RULES.lint)) await step('lint (oxlint)', command('oxlint', '--deny-warnings'));
  else await step('lint (oxlint)', linted.length > 0 && command('oxlint', '--deny-warnings', ...linted));
  // A new circle or a new forbidden import involves a changed file. If one was removed, the rest is read too.
  const layered = files.filter((path) => LAYERED.test(path));
  if (reread(RULES.circles) || gone.some((path) => LAYERED.test(path))) await step('circles', command('circles.mjs'));
  else await step('circles', layered.length > 0 && command('circles.mjs', ...layered));
  return steps;
}

async function runTouched(tests) {
  if (tests.length === 0) return unchanged('unit tests');
  return runVitest({ name: `unit tests (${tests.length} files)`, project: 'unit', args: tests });
}
