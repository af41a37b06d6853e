// `npm run test:python`: the published Python clients against the real doors. Virtual environments are kept in .python/, one for each
// requirements file. Ends with the line of counts.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { home } from './steps.mjs';

const OLDEST = [3, 10];
const PYTHONS = process.platform === 'win32' ? [['py', '-3'], ['python']] : [['python3'], ['python']];
const MINUTES = 10;

const CLASSIC = ['--task', 'market_round', '--obs-keys', 'round_index,max_rounds,controlled_lab_budget'];
const OPEN = [
  '--task',
  'market_round',
  '--obs-keys',
  'round_index,max_rounds,controlled_lab_budget,legal_actions',
  '--reset-json',
  '{"ruleset":"open","seat":"lab_2","opponents":"greedy","reward":"potential"}',
];

const suites = [
  { name: 'OpenEnv client 0.10.0 (openenv)', requirements: 'requirements-openenv.txt', run: (own) => conformance(own, CLASSIC) },
  { name: 'OpenEnv client 0.10.0, ruleset open', requirements: 'requirements-openenv.txt', run: (own) => conformance(own, OPEN) },
  { name: 'openenv validate, by address and by folder', requirements: 'requirements-openenv.txt', run: validation },
  { name: 'MCP client (mcp)', requirements: 'requirements-openenv.txt', run: mcp },
  { name: 'examples/python/episode.py', requirements: 'requirements-openenv.txt', run: example },
  { name: 'OpenEnv client 0.3.0 (openenv-core)', requirements: 'requirements-openenv-core.txt', run: (own) => conformance(own, CLASSIC) },
  { name: 'OpenEnv client 0.3.0, ruleset open', requirements: 'requirements-openenv-core.txt', run: (own) => conformance(own, OPEN) },
];

let passed = 0;
let failed = 0;

const python = findPython();
const door = python ? await startDoor() : null;
try {
  for (const suite of suites) await play(suite);
} finally {
  door?.child.kill('SIGTERM');
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function play({ name, requirements, run }) {
  if (!python) return missing(name, `no Python ${OLDEST.join('.')} or newer`);
  const venv = ensureVenv(requirements);
  if (!venv.ok) return missing(name, venv.why);
  console.log(`\n${name}`);
  const counts = await run(venv.python);
  passed += counts.passed;
  failed += counts.failed;
}

/** A missing tool is a skip by name for a person, and a failure where CI=true. */
function missing(name, why) {
  const must = process.env.CI === 'true';
  console.log(`${must ? 'FAILED' : 'skipped'}  ${name}: ${why}`);
  if (must) failed += 1;
}

function findPython() {
  for (const [program, ...args] of PYTHONS) {
    const asked = spawnSync(program, [...args, '-c', 'import sys; print(*sys.version_info[:2])'], { encoding: 'utf8' });
    const [major, minor] = (asked.stdout ?? '').trim().split(' ').map(Number);
    if (asked.status === 0 && (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]))) return [program, ...args];
  }
  return null;
}

/** Made anew when the requirements have changed. */
function ensureVenv(requirements) {
  const file = join(home, 'tests', 'python', requirements);
  const mark = createHash('sha256').update(readFileSync(file)).digest('hex');
  const folder = join(home, '.python', requirements.replace('.txt', ''));
  const stamp = join(folder, 'mandi-stamp');
  const own = join(folder, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === mark) return { ok: true, python: own };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(home, '.python'), { recursive: true });
  console.log(`installing ${requirements} …`);
  const [program, ...args] = python;
  const made = spawnSync(program, [...args, '-m', 'venv', folder], { encoding: 'utf8' });
  if (made.status !== 0) return { ok: false, why: `python -m venv: ${lastLine(made)}` };
  const installed = spawnSync(own, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', file], { encoding: 'utf8' });
  if (installed.status !== 0) return { ok: false, why: `pip install -r ${requirements}: ${lastLine(installed)}` };
  writeFileSync(stamp, mark);
  return { ok: true, python: own };
}

function lastLine({ stderr, error }) {
  return (stderr ?? String(error)).trim().split('\n').at(-1);
}

/** `mandi env --serve` on a free port. */
function startDoor() {
  const child = spawn(process.execPath, [join(home, 'bin', 'mandi.mjs'), 'env', '--serve', '--port', '0'], { cwd: home });
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (text) => process.stderr.write(text));
    child.stdout.on('data', (text) => {
      said += text;
      const url = /http:\/\/[^\s]+:\d+/.exec(said)?.[0];
      if (url) resolve({ child, url });
    });
    child.on('exit', (code) => reject(new Error(`mandi env --serve ended with ${code}: ${said}`)));
  });
}

/** The check that is kept beside: it speaks through the client alone. */
function conformance(python, options) {
  return counted(python, [
    join(home, 'tests', 'python', 'openenv_client_check.py'),
    door.url,
    '--seed',
    '7',
    '--require-reset-first',
    ...options,
  ]);
}

function mcp(python) {
  return counted(python, [join(home, 'tests', 'python', 'mcp_client_check.py'), process.execPath, join(home, 'bin', 'mandi.mjs'), 'mcp']);
}

async function example(python) {
  const { output, code } = await collect(python, [join(home, 'examples', 'python', 'episode.py'), door.url]);
  const good = code === 0 && /^return /m.test(output);
  return { passed: good ? 1 : 0, failed: good ? 0 : 1 };
}

/** What a folder is validated by, alone: the validator refuses one with links in it, as node_modules has. */
const MANIFEST = ['openenv.yaml', 'validation', join('deploy', 'openenv'), 'package.json'];

async function validation(python) {
  const program = join(dirname(python), process.platform === 'win32' ? 'openenv.exe' : 'openenv');
  const folder = mkdtempSync(join(tmpdir(), 'mandi-manifest-'));
  try {
    for (const name of MANIFEST) cpSync(join(home, name), join(folder, name), { recursive: true });
    const runs = [
      ['validate', '--url', door.url],
      ['validate', folder, '--level', 'static'],
    ];
    const counts = { passed: 0, failed: 0 };
    for (const args of runs) {
      const { output, code } = await collect(program, args);
      counts[code === 0 && /Verdict: PASS/.test(output) ? 'passed' : 'failed'] += 1;
    }
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A script that ends with its line of counts. */
async function counted(python, args) {
  const { output, code } = await collect(python, args);
  const [, good, bad] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? [];
  if (good === undefined) return { passed: 0, failed: 1 };
  return { passed: Number(good), failed: Number(bad) + (code !== 0 && Number(bad) === 0 ? 1 : 0) };
}

/** Shows the output as it comes, but for its own line of counts at the end. */
function collect(program, args) {
  const child = spawn(program, args, { cwd: home, timeout: MINUTES * 60_000 });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ output: String(error), code: 1 }));
    child.on('close', (code) => {
      console.log(output.replace(/^\d+ passed, \d+ failed$/m, '').trimEnd());
      resolve({ output, code });
    });
  });
}
