// `npm start`: makes what is missing (screens, database), then serves; `npm start -- --open` opens the browser as well.
// `npm run dx` (--dev): for developers, with reload.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSite } from './build-site.mjs';

const OLDEST_NODE = [20, 19];
const root = fileURLToPath(new URL('..', import.meta.url));
const dev = process.argv.includes('--dev');
const open = process.argv.includes('--open');

await main();

async function main() {
  refuseOldNode();
  refuseUninstalled();
  if (process.env.MANDI_HOME) process.env.MANDI_HOME = resolve(process.env.MANDI_HOME); // it starts where the command was given
  process.chdir(root); // tsx and Next look for their settings here
  process.env.NEXT_TELEMETRY_DISABLED = '1';
  process.env.NODE_ENV = dev ? 'development' : 'production';
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  console.log(`Mandi ${version}`);
  if (dev) return watch();
  const { register } = await import('tsx/esm/api');
  register();
  const { run } = await import(pathToFileURL(join(root, 'src', 'start', 'main.ts')).href);
  await run({ site: 'built', open, build: () => buildSite() });
}

/** Each change of the server's own files starts it again; the screens reload by themselves. */
function watch() {
  const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const args = ['watch', '--clear-screen=false', '--ignore', './.next/**', join('src', 'start', 'dx.ts')];
  const child = spawn(process.execPath, [tsx, ...args], { cwd: root, stdio: 'inherit' });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT'); // a terminal's Ctrl-C has reached the child already
  });
  child.on('exit', (code) => {
    process.exitCode = code ?? 0;
  });
}

function refuseUninstalled() {
  if (existsSync(join(root, 'node_modules', 'tsx'))) return;
  console.error('mandi: what Mandi needs is not installed yet. Run npm ci first.');
  process.exit(1);
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  fail(`Mandi needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

function fail(sentence) {
  console.error(sentence);
  process.exitCode = 1;
}
