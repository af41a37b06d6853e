// Measures how long the tiers take: `node scripts/measure-tiers.mjs [--runs 3] [--tiers since,check,test,python] [--write]`. Before each
// run it waits until the machine is idle, at most `--patience` minutes (15). Prints a table of seconds, processor seconds and where the
// time of the last run was spent. `--write` puts the rows into docs/testing.md and keeps the rows of other commands. It needs a clean
// working tree, because it edits a file for the small change.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { home } from './steps.mjs';

const DOCUMENT = join(home, 'docs', 'testing.md');
const [BEGIN, END] = ['<!-- measured: begin -->', '<!-- measured: end -->'];
const HEAD = ['command', 'at', 'seconds', 'processor seconds', 'load before', 'the last run', 'where its time went (s)'];
/** The load over the last minute at which a machine counts as idle. */
const IDLE = 0.5;

/** A small change: a comment at the end of a file on which a few dozen tests depend. */
const CHANGED = join(home, 'src', 'eval', 'statistics.ts');

const TIERS = {
  since: {
    command: 'npm run check -- --since HEAD',
    note: ', after a small change',
    args: ['run', 'check', '--', '--since', 'HEAD'],
    change: true,
  },
  check: { command: 'npm run check', args: ['run', 'check'] },
  test: { command: 'npm test', args: ['test'] },
  python: { command: 'npm run test:python', args: ['run', 'test:python'] },
};

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    tiers: { type: 'string', default: Object.keys(TIERS).join(',') },
    patience: { type: 'string', default: '15' },
    write: { type: 'boolean', default: false },
  },
});

process.exitCode = await measureAll();

async function measureAll() {
  let failed = false;
  const names = values.tiers.split(',');
  const unknown = names.find((name) => !(name in TIERS));
  if (unknown !== undefined) return refuse(`there is no tier "${unknown}"; there are ${Object.keys(TIERS).join(', ')}`);
  const dirty = spawnSync('git', ['status', '--porcelain'], { cwd: home, encoding: 'utf8' }).stdout.trim();
  if (dirty !== '') return refuse('the working tree has changes; commit them first');
  const rows = [];
  for (const name of names) {
    const runs = [];
    for (let run = 1; run <= Number(values.runs); run += 1) runs.push(await measure(TIERS[name]));
    rows.push(rowOf(TIERS[name], runs));
    failed ||= runs.some(({ code }) => code !== 0);
  }
  console.log(`\n${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}\n\n${tableOf(rows)}`);
  if (values.write) write(rows);
  return failed ? 1 : 0;
}

function refuse(why) {
  console.error(`measure-tiers: ${why}`);
  return 2;
}

async function measure({ args, command, change = false }) {
  await idle();
  const load = loadavg()[0];
  console.log(`\n${command}, load ${load.toFixed(1)} …`);
  const before = change ? readFileSync(CHANGED) : null;
  if (before) appendFileSync(CHANGED, '\n/** Changed by scripts/measure-tiers.mjs. */\n');
  const [began, used] = [Date.now(), processorSeconds()];
  try {
    const { code, output } = await run(args);
    const steps = [...output.matchAll(/^(?:ok {4}|FAILED) {2}(.+?) +(\d+\.\d) s$/gm)].map(
      ([, name, seconds]) => `${name.trim()} ${Math.round(Number(seconds))}`,
    );
    const seconds = (Date.now() - began) / 1000;
    return { code, load, seconds, processor: processorSeconds() - used, steps, counts: output.trim().split('\n').at(-1) };
  } finally {
    if (before) writeFileSync(CHANGED, before);
  }
}

async function idle() {
  const until = Date.now() + Number(values.patience) * 60_000;
  if (loadavg()[0] > IDLE) console.log(`waiting until the load is below ${IDLE}, at most ${values.patience} minutes …`);
  while (loadavg()[0] > IDLE && Date.now() < until) await sleep(2_000);
}

/** User and system time of all ended child processes; NaN on systems that do not report it (Linux does). */
function processorSeconds() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return Number.NaN;
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

function rowOf({ command, note = '' }, runs) {
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: home, encoding: 'utf8' }).stdout.trim();
  const all = (of, digits) => runs.map((one) => (Number.isNaN(of(one)) ? '?' : of(one).toFixed(digits))).join(', ');
  const last = runs.at(-1);
  const times = [all(({ seconds }) => seconds, 0), all(({ processor }) => processor, 0), all(({ load }) => load, 1)];
  return [`\`${command}\`${note}`, `${commit}, ${new Date().toISOString().slice(0, 10)}`, ...times, last.counts, last.steps.join(', ')];
}

function tableOf(rows) {
  return [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Keeps the rows of commands that were not measured this time. */
function write(rows) {
  const [before, rest] = readFileSync(DOCUMENT, 'utf8').split(BEGIN);
  const [table, after] = rest.split(END);
  const kept = table.split('\n').filter((line) => line.startsWith('| `'));
  const named = (line) => rows.find(([command]) => line.startsWith(`| ${command} |`));
  const old = kept.filter((line) => !named(line)).map((line) => line.slice(2, -2).split(' | '));
  const order = Object.values(TIERS).map(({ command }) => `\`${command}\``);
  const place = ([command]) => order.findIndex((one) => command.startsWith(one));
  const sorted = [...old, ...rows].sort((a, b) => place(a) - place(b));
  writeFileSync(DOCUMENT, `${before}${BEGIN}\n\n${tableOf(sorted)}\n\n${END}${after}`);
}
