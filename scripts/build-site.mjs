// Builds the screens (Next) when their sources have changed since the last build, with a progress line.
//   node scripts/build-site.mjs [--force]
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { progressLine } from './progress-line.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, '.next');
const stampFile = join(output, 'mandi-stamp.json');
const lockDir = join(root, '.next-building');

/** The sources of the screens. The server's own code is read at each start anyway. */
const SOURCES = ['src', 'public', 'next.config.ts', 'postcss.config.mjs', 'tsconfig.json', 'package-lock.json'];
const NOT_SOURCES = /\.test\.tsx?$|(^|\/)src\/(store|cli|start|server\.ts)(\/|$)/;

/** Next's message -> our message. */
const STAGES = [
  [/creating an optimized/i, 'compiling'],
  [/compiled successfully/i, 'compiled'],
  [/collecting page data/i, 'collecting pages'],
  [/generating static pages/i, 'drawing pages'],
  [/finalizing|collecting build traces/i, 'finishing'],
];

/** True when it built, false when the existing build is current. Throws with Next's own output when the build fails. */
export async function buildSite({ force = false } = {}) {
  const hash = sourceHash();
  if (!force && builtHash() === hash) return false;
  const unlock = await lock();
  try {
    if (!force && builtHash() === hash) return false; // another start has built it in the meantime
    await build();
    writeFileSync(stampFile, JSON.stringify({ hash }));
    return true;
  } finally {
    unlock();
  }
}

function builtHash() {
  try {
    if (!existsSync(join(output, 'BUILD_ID'))) return null;
    return JSON.parse(readFileSync(stampFile, 'utf8')).hash;
  } catch {
    return null;
  }
}

function sourceHash() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((source) => filesUnder(join(root, source)))) {
    const name = relative(root, file).split(sep).join('/');
    if (NOT_SOURCES.test(name)) continue;
    hash.update(`${name}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return entries
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)]));
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
}

async function build() {
  rmSync(stampFile, { force: true });
  const line = progressLine('Building the screens');
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  const next = spawn(process.execPath, [join(root, 'node_modules', 'next', 'dist', 'bin', 'next'), 'build'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  function hear(chunk) {
    said += chunk;
    for (const [sign, stage] of STAGES) if (sign.test(String(chunk))) line.stage(stage);
  }
  next.stdout.on('data', hear);
  next.stderr.on('data', hear);
  const code = await new Promise((resolve, reject) => {
    next.on('error', reject);
    next.on('close', resolve);
  });
  if (code !== 0) {
    line.end('failed');
    throw new Error(`The screens could not be built. Next said:\n${said.slice(-6000)}`);
  }
  line.end('built');
}

/** One build at a time per clone: a second start waits for the first. A lock whose owner has ended is taken over. */
async function lock() {
  const line = progressLine('Another start builds the screens: waiting');
  const pidFile = join(lockDir, 'pid');
  for (;;) {
    try {
      mkdirSync(lockDir);
      writeFileSync(pidFile, String(process.pid));
      line.end(null);
      return () => rmSync(lockDir, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    line.stage('');
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (!isAlive(ownerOf(pidFile))) rmSync(lockDir, { recursive: true, force: true });
  }
}

function ownerOf(pidFile) {
  try {
    return Number(readFileSync(pidFile, 'utf8'));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const built = await buildSite({ force: process.argv.includes('--force') });
    console.log(built ? 'The screens are built.' : 'The screens are up to date.');
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
