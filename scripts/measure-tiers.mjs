// Measures how long the tiers take: `node scripts/measure-tiers.mjs [--runs 3] [--tiers since,check,test,python]`. Prints a table with the load before
// each run, and where the time of the last run went. It begins only with a clean working tree, since it edits a file for the small change.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { home } from './steps.mjs';

/** A small change: a comment at the end of a file that a few dozen tests reach. */
const CHANGED = join(home, 'src', 'eval', 'statistics.ts');

const TIERS = {
  since: { command: 'npm run check -- --since HEAD (after a small change)', args: ['run', 'check', '--', '--since', 'HEAD'], change: true },
  check: { command: 'npm run check', args: ['run', 'check'] },
  test: { command: 'npm test', args: ['test'] },
  python: { command: 'npm run test:python', args: ['run', 'test:python'] },
};

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, tiers: { type: 'string', default: Object.keys(TIERS).join(',') } },
});

process.exitCode = await measureAll();

async function measureAll() {
  const names = values.tiers.split(',');
  const unknown = names.find((name) => !(name in TIERS));
  if (unknown !== undefined) return refuse(`there is no tier "${unknown}"; there are ${Object.keys(TIERS).join(', ')}`);
  const dirty = spawnSync('git', ['status', '--porcelain'], { cwd: home, encoding: 'utf8' }).stdout.trim();
  if (dirty !== '') return refuse('the working tree has changes; commit them first');
  const rows = [];
  for (const name of names) {
    for (let run = 1; run <= Number(values.runs); run += 1)
      rows.push({ ...(await measure(TIERS[name])), run, command: TIERS[name].command });
  }
  report(rows);
  return rows.every(({ code }) => code === 0) ? 0 : 1;
}

function refuse(why) {
  console.error(`measure-tiers: ${why}`);
  return 2;
}

async function measure({ args, command, change = false }) {
  const load = loadavg()[0];
  console.log(`\n${command}, load ${load.toFixed(1)} …`);
  const before = change ? readFileSync(CHANGED) : null;
  if (before) appendFileSync(CHANGED, '\n/** Changed by scripts/measure-tiers.mjs. */\n');
  const began = Date.now();
  try {
    const { code, output } = await run(args);
    const steps = [...output.matchAll(/^(?:ok {4}|FAILED) {2}(.+?) +(\d+\.\d) s$/gm)].map(
      ([, name, seconds]) => `${name.trim()} ${Math.round(Number(seconds))}`,
    );
    return { code, load, seconds: (Date.now() - began) / 1000, steps, counts: output.trim().split('\n').at(-1) };
  } finally {
    if (before) writeFileSync(CHANGED, before);
  }
}

function run(args) {
  const npm = spawn('npm', args, { cwd: home, stdio: ['ignore', 'pipe', 'inherit'], shell: process.platform === 'win32' });
  let output = '';
  npm.stdout.on('data', (chunk) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  return new Promise((resolve) => npm.on('close', (code) => resolve({ code, output })));
}

function report(rows) {
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: home, encoding: 'utf8' }).stdout.trim();
  const now = new Date().toISOString().slice(0, 10);
  console.log(`\nMandi ${commit}, ${now}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}\n`);
  console.log('| command | run | load before | seconds | counts | where it went (s) |\n| --- | --- | --- | --- | --- | --- |');
  for (const { command, run, load, seconds, counts, steps } of rows) {
    console.log(`| \`${command}\` | ${run} | ${load.toFixed(1)} | ${seconds.toFixed(0)} | ${counts} | ${steps.join(', ')} |`);
  }
}
