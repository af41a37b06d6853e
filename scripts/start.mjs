// `npm start`: makes what is missing (screens, database), then serves; `npm start -- --open` opens the browser as well. `npm run dx`
// (--dev):
// for developers, with reload; --once turns off the restart of the server after each change.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildSite } from './build-site.mjs';
import { watchServer } from './watch-server.mjs';

const OLDEST_NODE = [20, 19];
const root = fileURLToPath(new URL('..', import.meta.url));
const dev = process.argv.includes('--dev');
const once = process.argv.includes('--once');
const open = process.argv.includes('--open');
const TAKEN = ['--dev', '--once', '--open'];

await main();

async function main() {
  refuseOldNode();
  refuseStrange();
  refuseUninstalled();
  if (process.env.MANDI_HOME) process.env.MANDI_HOME = resolve(process.env.MANDI_HOME); // relative to where the command was given
  process.chdir(root); // tsx and Next look for their settings here
  process.env.NEXT_TELEMETRY_DISABLED = '1';
  process.env.NODE_ENV = dev ? 'development' : 'production';
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (!once) console.log(`Mandi ${version}`);
  if (dev && !once) return watchServer({ root, file: join(root, 'scripts', 'start.mjs'), args: ['--dev', '--once'] });
  // Only tsx's module hooks: `tsx watch` also changes how CommonJS packages are resolved, and finds sources that some do not ship.
  const { register } = await import('tsx/esm/api');
  register();
  const { run } = await import(pathToFileURL(join(root, 'src', 'start', 'main.ts')).href);
  await run(dev ? { site: 'dev', open: false } : { site: 'built', open, build: () => buildSite() });
}

/** Mandi has settings where other servers have options: an option that nobody reads would leave people with the wrong port. */
function refuseStrange() {
  const strange = process.argv.slice(2).find((arg) => !TAKEN.includes(arg));
  if (strange === undefined) return;
  console.error(
    `Mandi does not take "${strange}" here. Set the port, address and others as settings, e.g. PORT=3001 npm start (.env.example).`,
  );
  process.exit(2);
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
