// `npm run test:python`: the published Python clients against the real endpoints. Virtual environments are kept in .python/, one per
// requirements file. Ends with the line of counts.
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { endMarked, MARK, mark } from './processes.mjs';
import { ensureVenv } from './python-envs.mjs';
import { packaged } from './python-package.mjs';
import { CLASSIC, EXPORTED, MANDI, OFFERS, OPEN, PLAYED, VERIFIERS } from './python-suites.mjs';
import { home } from './steps.mjs';

const OLDEST = [3, 10];
const PYTHONS = process.platform === 'win32' ? [['py', '-3'], ['python']] : [['python3'], ['python']];
const MINUTES = 10;
/** The files a folder is validated by, and no others: the validator refuses a folder with links in it, such as node_modules. */
const MANIFEST = ['openenv.yaml', 'validation', join('deploy', 'openenv'), 'package.json'];

/** The validator runs separately: the check gives it two minutes, which a busy machine may need for its start alone. */
const ONCE = ['--no-validate'];

const INFRA = ['tests/integration/archive-s3.test.ts', 'tests/unit/kubernetes.test.ts'];
const BY_ADDRESS = () => ['validate', '--url', endpoint.url];
const BY_FOLDER = (folder) => ['validate', folder, '--level', 'static'];

const suites = [
  { name: 'checkpoints of the trainer (no torch)', requirements: null, run: checkpoints },
  {
    name: 'OpenEnv client 0.10.0 (openenv)',
    requirements: 'requirements-openenv.txt',
    run: (own) => conformance(own, [...CLASSIC, ...ONCE]),
  },
  {
    name: 'OpenEnv client 0.10.0, ruleset open',
    requirements: 'requirements-openenv.txt',
    run: (own) => conformance(own, [...OPEN, ...ONCE]),
  },
  {
    name: 'OpenEnv client 0.10.0, a game without an adapter',
    requirements: 'requirements-openenv.txt',
    run: (own) => conformance(own, [...OFFERS, ...ONCE], testGames),
  },
  {
    name: 'openenv validate 0.10.0, by address and by folder',
    requirements: 'requirements-openenv.txt',
    run: (own) => validation(own, [BY_ADDRESS, BY_FOLDER]),
  },
  { name: 'MCP client (mcp)', requirements: 'requirements-openenv.txt', run: mcp },
  { name: 'examples/python/episode.py', requirements: 'requirements-openenv.txt', run: example },
  {
    name: 'OpenEnv client 0.3.0 (openenv-core)',
    requirements: 'requirements-openenv-core.txt',
    run: (own) => conformance(own, [...CLASSIC, ...ONCE]),
  },
  {
    name: 'OpenEnv client 0.3.0, ruleset open',
    requirements: 'requirements-openenv-core.txt',
    run: (own) => conformance(own, [...OPEN, ...ONCE]),
  },
  {
    name: 'OpenEnv client 0.3.0, a game without an adapter',
    requirements: 'requirements-openenv-core.txt',
    run: (own) => conformance(own, [...OFFERS, ...ONCE], testGames),
  },
  {
    name: 'openenv validate 0.3.0, by address',
    requirements: 'requirements-openenv-core.txt',
    run: oldValidation,
  },
  { name: 'the archive in an S3 store (moto), and the Kubernetes manifests', requirements: 'requirements-infra.txt', run: infra },
  {
    name: 'the trainer’s uploads, against a stand-in of a hub',
    requirements: 'requirements-datasets.txt',
    run: (own) => counted(own, [join(home, 'tests', 'python', 'hub_check.py')]),
  },
  { name: 'Hugging Face datasets', requirements: 'requirements-datasets.txt', run: datasets },
  {
    name: 'the package mandi: wheel, types, Gymnasium, PettingZoo, OpenEnv, datasets',
    requirements: 'requirements-mandi.txt',
    run: (own) => packaged(own, collect, MANDI),
  },
  { name: 'the package mandi: verifiers', requirements: 'requirements-verifiers.txt', run: (own) => packaged(own, collect, VERIFIERS) },
];

let passed = 0;
let failed = 0;
/** A suite's output until it ends: suites of different environments run at the same time, and their output must not mix. */
const words = new AsyncLocalStorage();
// Every process started from here has the mark, so that none outlives this run.
process.env[MARK] = mark;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void cutShort(signal));
const running = new Set();

const python = findPython();
const venvs = python ? prepareVenvs() : new Map();
const endpoint = python ? await startEndpoint() : null;
const testGames = python ? await startEndpoint({ MANDI_TEST_GAMES: '1' }) : null;
try {
  await Promise.all([...new Set(suites.map(({ requirements }) => requirements))].map(playAll));
} finally {
  endpoint?.child.kill('SIGTERM');
  testGames?.child.kill('SIGTERM');
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** The suites of one environment, one after the other: they share a server, and two at once are enough for two cores. */
async function playAll(requirements) {
  for (const suite of suites.filter((one) => one.requirements === requirements)) {
    running.add(suite.name);
    await words.run([], async () => {
      await play(suite);
      console.log(words.getStore().join('\n'));
    });
    running.delete(suite.name);
  }
}

function say(text) {
  const kept = words.getStore();
  if (kept) kept.push(text);
  else console.log(text);
}

/** Ctrl-C or a time limit: what passed is counted, what was running is named, and no process is left behind. */
async function cutShort(signal) {
  console.log(`cut short by ${signal}, running: ${[...running].join('; ') || 'the installation'}`);
  await endMarked();
  console.log(`${passed} passed, ${failed + 1} failed`);
  process.exit(1);
}

async function play({ name, requirements, run }) {
  if (!python) return missing(name, `no Python ${OLDEST.join('.')} or newer`);
  const venv = requirements === null ? { ok: true, python: null } : await venvs.get(requirements);
  if (!venv.ok) return missing(name, venv.why);
  say(`\n${name}`);
  const counts = await run(venv.python);
  passed += counts.passed;
  failed += counts.failed;
}

/** For a person a missing tool is skipped by name; with CI=true it is a failure. */
function missing(name, why) {
  const must = process.env.CI === 'true';
  say(`${must ? 'FAILED' : 'skipped'}  ${name}: ${why}`);
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

/** One after the other, so that they share downloads; the first suites run at the same time. By requirements file. */
function prepareVenvs() {
  const made = new Map();
  let before = Promise.resolve();
  for (const { requirements } of suites) {
    if (requirements === null || made.has(requirements)) continue;
    before = before.then(() => ensureVenv(python, requirements));
    made.set(requirements, before);
  }
  return made;
}

/** `mandi env --serve` on a free port. */
function startEndpoint(environment = {}) {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [join(home, 'bin', 'mandi.mjs'), 'env', '--serve', '--port', '0'], { cwd: home, env });
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

/** The check that is kept separately: it uses only the client. */
function conformance(python, options, at = endpoint) {
  return counted(python, [
    join(home, 'tests', 'python', 'openenv_client_check.py'),
    at.url,
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
  const { output, code } = await collect(python, [join(home, 'examples', 'python', 'episode.py'), endpoint.url]);
  const good = code === 0 && /^return /m.test(output);
  return { passed: good ? 1 : 0, failed: good ? 0 : 1 };
}

/** With any Python: its standard library is enough. */
function checkpoints() {
  const [program, ...args] = python;
  return counted(program, [...args, join(home, 'tests', 'python', 'trainer_check.py')]);
}

/** The check's request, but with our longer timeout: 0.3.0 only has to report success. */
async function oldValidation(python) {
  const { code } = await collect(python, ['-m', 'openenv.cli', ...BY_ADDRESS()]);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
}

async function validation(python, runs) {
  const program = join(dirname(python), process.platform === 'win32' ? 'openenv.exe' : 'openenv');
  const folder = mkdtempSync(join(tmpdir(), 'mandi-manifest-'));
  try {
    for (const name of MANIFEST) cpSync(join(home, name), join(folder, name), { recursive: true });
    const counts = { passed: 0, failed: 0 };
    for (const argumentsIn of runs) {
      const { output, code } = await collect(program, argumentsIn(folder));
      counts[code === 0 && /Verdict: PASS/.test(output) ? 'passed' : 'failed'] += 1;
    }
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A small data set of each kind, written by the command line, loaded by the library. Its database is in a separate folder. */
async function datasets(python) {
  const folder = mkdtempSync(join(tmpdir(), 'mandi-datasets-'));
  const env = { ...process.env, MANDI_HOME: join(folder, 'home'), DATABASE_URL: undefined };
  try {
    for (const args of PLAYED) await mandi([...args, '--save'], env);
    const written = [];
    for (const { format, ruleset, parquet = false, more = [] } of EXPORTED) {
      for (const files of parquet ? ['jsonl', 'parquet'] : ['jsonl']) {
        const out = join(folder, `${format}-${ruleset}${more.at(-1) ?? ''}${files === 'parquet' ? '.parquet' : ''}`);
        await mandi(['export', '--format', format, '--ruleset', ruleset, ...more, '--files', files, '--out', out], env);
        written.push(out);
      }
    }
    return await counted(python, [join(home, 'tests', 'python', 'datasets_check.py'), ...written]);
  } catch (fault) {
    say(fault.message);
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function mandi(args, env) {
  const child = spawn(process.execPath, [join(home, 'bin', 'mandi.mjs'), ...args], { cwd: home, env, timeout: MINUTES * 60_000 });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`FAIL - mandi ${args.join(' ')}: ended with ${code}: ${output.trim().split('\n').at(-1)}`);
}

/** TypeScript tests that use what this environment has; without it they are skipped by name. */
async function infra() {
  const { output, code } = await collect('npx', ['vitest', 'run', '--no-color', ...INFRA]);
  const [, bad = '0', good = '0'] = /^ *Tests +(?:(\d+) failed \| )?(\d+) passed/m.exec(output) ?? [];
  return { passed: Number(good), failed: Number(bad) + (code !== 0 && bad === '0' ? 1 : 0) };
}

/** A script that ends with its line of counts. */
async function counted(python, args) {
  const { output, code } = await collect(python, args);
  const [, good, bad] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? [];
  if (good === undefined) return { passed: 0, failed: 1 };
  return { passed: Number(good), failed: Number(bad) + (code !== 0 && Number(bad) === 0 ? 1 : 0) };
}

/** Shows the output as it comes, except its own line of counts at the end. */
function collect(program, args, { cwd = home } = {}) {
  const child = spawn(program, args, { cwd, timeout: MINUTES * 60_000 });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ output: String(error), code: 1 }));
    child.on('close', (code) => {
      say(output.replace(/^\d+ passed, \d+ failed$/m, '').trimEnd());
      resolve({ output, code });
    });
  });
}
