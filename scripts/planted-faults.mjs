// Plants each fault of faults.mjs in a copy of the last commit and runs the tests that should find it: `node scripts/planted-faults.mjs
// [--tier NAME] [--control]`. Prints a table of what found each fault, and fails if nothing found one. With --control the same tests must
// pass once the fault is removed.
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FAULTS } from './faults.mjs';
import { command, home, runStep } from './steps.mjs';

const { values } = parseArgs({ options: { tier: { type: 'string' }, control: { type: 'boolean', default: false } } });
const chosen = FAULTS.filter(({ tier }) => values.tier === undefined || tier === values.tier);

const READERS = {
  types: () => command('tsc', '--project', 'tsconfig.check.json', '--noEmit', '--incremental', 'false'),
  circles: ({ file }) => command('circles.mjs', file),
  lint: ({ file }) => command('oxlint', '--deny-warnings', file),
};

process.exitCode = await main();

async function main() {
  if (chosen.length === 0) {
    console.error(
      `planted-faults: no fault for tier "${values.tier}"; there are ${[...new Set(FAULTS.map(({ tier }) => tier))].join(', ')}`,
    );
    return 2;
  }
  const copy = mkdtempSync(join(tmpdir(), 'mandi-planted-'));
  try {
    prepare(copy);
    const rows = [];
    for (const fault of chosen) rows.push(await tryFault(fault, copy));
    console.log('\n| fault | tier | found by |\n| --- | --- | --- |');
    for (const { name, tier, found } of rows) console.log(`| ${name} | ${tier} | ${found ?? 'NOTHING'} |`);
    const missed = rows.filter(({ found }) => found === null).length;
    console.log(`${rows.length - missed} passed, ${missed} failed`);
    return missed === 0 ? 0 : 1;
  } finally {
    git('worktree', 'remove', '--force', copy);
    rmSync(copy, { recursive: true, force: true });
  }
}

function git(...args) {
  return spawnSync('git', args, { cwd: home, encoding: 'utf8' });
}

/** The last commit, with this clone's packages and generated client. The site is built again, so its copy has its own packages. */
function prepare(copy) {
  const made = git('worktree', 'add', '--detach', '--force', copy, 'HEAD');
  if (made.status !== 0) throw new Error(`git worktree add: ${made.stderr}`);
  const packages = join(home, 'node_modules');
  if (chosen.some(({ tier }) => tier === 'browser'))
    cpSync(packages, join(copy, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  else symlinkSync(packages, join(copy, 'node_modules'), 'junction');
  const client = join('src', 'store', 'generated');
  if (existsSync(join(home, client))) cpSync(join(home, client), join(copy, client), { recursive: true });
}

async function tryFault(fault, copy) {
  const path = join(copy, fault.file);
  const sound = readFileSync(path, 'utf8');
  if (fault.find === undefined) appendFileSync(path, fault.put);
  else if (sound.split(fault.find).length !== 2)
    throw new Error(`${fault.name}: ${fault.file} has no longer one place that reads ${fault.find}`);
  else
    writeFileSync(
      path,
      sound.replace(fault.find, () => fault.put),
    );
  let found;
  try {
    found = await find(fault, copy);
  } finally {
    writeFileSync(path, sound);
  }
  const red = values.control && found !== null ? await find(fault, copy) : null;
  return { ...fault, found: red === null ? found : null };
}

/** What found it: a check's first complaint, or the first failed test; null where nothing did. */
async function find(fault, copy) {
  const lines = join(copy, 'test-lines');
  rmSync(lines, { force: true });
  if (fault.tier in READERS) {
    const step = await runStep({ name: `${fault.tier}: ${fault.name}`, run: inCopy(READERS[fault.tier](fault), copy), cwd: copy });
    return step.ok ? null : `\`npm run ${fault.tier}\`: ${complaintOf(step.output, fault.file)}`;
  }
  const env = { MANDI_TEST_LINES: lines };
  if (fault.tier === 'browser') await runStep({ name: 'site (next build)', run: inCopy(command('build-site.mjs'), copy), cwd: copy });
  const step = await runStep({ name: `${fault.tier}: ${fault.name}`, run: inCopy(testsOf(fault), copy), cwd: copy, env, lines });
  if (step.ok) return null;
  const read = existsSync(lines) ? readFileSync(lines, 'utf8').trim().split('\n') : [];
  const failed = read.map((line) => JSON.parse(line)).find(({ at, status, broken }) => status === 'failed' || at === 'error' || broken);
  // A tier that cannot start has found it too: every integration test needs a migrated database.
  return failed ? `\`${failed.name ?? failed.file}\`` : 'the tier, which does not begin';
}

function testsOf({ tier, tests }) {
  if (tier === 'browser')
    return command('playwright', 'test', `--reporter=list,./scripts/report-playwright.mjs`, '--max-failures=1', ...tests);
  return command('vitest', 'run', '--project', tier, '--bail=1', '--reporter=default', '--reporter=./scripts/report-vitest.mjs', ...tests);
}

/** The same program, from the copy. */
function inCopy([node, entry, ...args], copy) {
  return [node, entry.replace(home, `${copy}/`), ...args];
}

function complaintOf(output, file) {
  const words = output.split('\n').find((line) => /error TS|: .* -> |x |×/.test(line)) ?? output.split('\n')[0];
  return (words ?? '').replaceAll('|', '\\|').trim().slice(0, 140) || file;
}
