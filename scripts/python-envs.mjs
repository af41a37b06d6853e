// Virtual environments for the Python tests, one per requirements file, kept in .python/.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { home } from './steps.mjs';

/** It installs in seconds what takes pip minutes: packages shared by several environments are downloaded and unpacked once. */
const UV = 'uv==0.13.9';
/** An installation that takes longer counts as failed. */
const MINUTES = 10;
/** Made once, by the first environment that needs it. */
let installer = null;

/** Made again when the requirements have changed. */
export async function ensureVenv(python, requirements) {
  const file = join(home, 'tests', 'python', requirements);
  const alone = file.replace('requirements-', 'constraints-'); // for packages that conflict with the versions of the others
  const constraints = existsSync(alone) ? alone : join(home, 'tests', 'python', 'constraints.txt');
  const mark = createHash('sha256').update(readFileSync(file)).update(readFileSync(constraints)).digest('hex');
  const folder = join(home, '.python', requirements.replace('.txt', ''));
  const stamp = join(folder, 'mandi-stamp');
  const own = join(folder, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === mark) return { ok: true, python: own };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(home, '.python'), { recursive: true });
  console.log(`installing ${requirements} …`);
  const started = Date.now();
  installer ??= ensureUv(python);
  const uv = await installer;
  if (!uv.ok) return uv;
  const made = await quietly(uv.program, ['venv', '--quiet', '--seed', '--python', uv.python, folder]);
  if (made.code !== 0) return { ok: false, why: `uv venv: ${made.last}` };
  const install = ['pip', 'install', '--quiet', '--python', own, '-r', file];
  // Where an index lacks a pinned version of an indirect dependency, any version that fits is accepted.
  let installed = await quietly(uv.program, [...install, '-c', constraints]);
  if (installed.code !== 0) installed = await quietly(uv.program, install);
  if (installed.code !== 0) return { ok: false, why: `uv pip install -r ${requirements}: ${installed.last}` };
  console.log(`installed ${requirements} in ${Math.round((Date.now() - started) / 1000)} s`);
  writeFileSync(stamp, mark);
  return { ok: true, python: own };
}

/** In its own environment, from which the others are made. Its cache is next to them. */
async function ensureUv(python) {
  const folder = join(home, '.python', UV.replace('==', '-'));
  const bin = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');
  const [uv, own] = [join(bin, 'uv'), join(bin, 'python')];
  if (!existsSync(join(folder, 'mandi-stamp'))) {
    rmSync(folder, { recursive: true, force: true });
    const [program, ...args] = python;
    const made = await quietly(program, [...args, '-m', 'venv', folder]);
    if (made.code !== 0) return { ok: false, why: `python -m venv: ${made.last}` };
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-input', '--disable-pip-version-check', '--retries', '10', '--timeout', '60', UV];
    const installed = await quietly(own, pip);
    if (installed.code !== 0) return { ok: false, why: `pip install ${UV}: ${installed.last}` };
    writeFileSync(join(folder, 'mandi-stamp'), UV);
  }
  return { ok: true, program: uv, python: own };
}

function quietly(program, args) {
  const env = { ...process.env, UV_CACHE_DIR: join(home, '.python', 'uv-cache'), UV_HTTP_TIMEOUT: '60' };
  const child = spawn(program, args, { cwd: home, env, timeout: MINUTES * 60_000, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, last: String(error) }));
    child.on('close', (code) => resolve({ code, last: errors.trim().split('\n').at(-1) }));
  });
}
