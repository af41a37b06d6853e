// Holds the layers of docs/architecture.md: no circles (type imports count), nobody imports upwards.
//   node scripts/circles.mjs               reads this repository
//   node scripts/circles.mjs --self-test   plants a circle and a broken layer in a temporary folder and must see both fail
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['src', 'bin', 'tests', 'e2e', 'bench', 'workers'];

process.exit(process.argv.includes('--self-test') ? selfTest() : report(cruise(home)));

/** What dependency-cruiser says of the folders that exist under `root`. */
function cruise(root) {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  if (folders.length === 0) return { modules: 0, violations: [] };
  const tool = join(home, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  const args = [tool, '--config', join(home, '.dependency-cruiser.cjs'), '--output-type', 'json', ...folders];
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (!run.stdout) throw new Error(`dependency-cruiser said nothing: ${run.stderr}`);
  const { modules, summary } = JSON.parse(run.stdout);
  const own = modules.filter((module) => FOLDERS.some((folder) => module.source.startsWith(`${folder}/`)));
  return { modules: own.length, violations: summary.violations };
}

function report({ modules, violations }) {
  for (const violation of violations) console.error(`  ${describe(violation)}`);
  if (modules === 0) console.error('circles: read no module at all, so this proves nothing');
  else console.log(`circles: ${modules} modules read, ${violations.length} broken rules`);
  return modules === 0 || violations.length > 0 ? 1 : 0;
}

function describe({ rule, from, to, cycle }) {
  const way = cycle ? cycle.map((step) => step.name).join(' -> ') : to;
  return `${rule.name}: ${from} -> ${way}`;
}

function selfTest() {
  const sound = {
    'src/games/game.ts': 'export type Word = string;\n',
    'src/store/keep.ts': "import type { Word } from '~/games/game';\nexport const kept: Word = 'kept';\n",
  };
  const typeCircle = {
    'src/games/game.ts': "import type { Other } from './other';\nexport type Word = Other | string;\n",
    'src/games/other.ts': "import type { Word } from './game';\nexport type Other = { word: Word };\n",
  };
  const upwards = { 'src/games/upwards.ts': "import type { kept } from '~/store/keep';\nexport type Kept = typeof kept;\n" };
  const react = { 'src/store/screen.ts': "import { useState } from 'react';\nexport const use = useState;\n" };
  const [whole, broken, empty] = [sound, { ...sound, ...typeCircle, ...upwards, ...react }, {}].map(seenIn);
  const trials = [
    ['a sound house passes', whole, null],
    ['a circle of type imports is seen', broken, 'no-circle'],
    ['an upward import is seen', broken, 'games-imports-down-only'],
    ['React in the store is seen', broken, 'react-only-in-ui-and-app'],
    ['an empty house fails', empty, 'nothing read'],
  ];
  const failed = trials.filter(([name, seen, expected]) => !holds(name, seen, expected));
  return failed.length === 0 ? 0 : 1;
}

/** The names of the rules that these files break. */
function seenIn(files) {
  const root = mkdtempSync(join(tmpdir(), 'mandi-circles-'));
  try {
    plant(root, files);
    const { modules, violations } = cruise(root);
    return modules === 0 ? ['nothing read'] : violations.map((violation) => violation.rule.name);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function holds(name, seen, expected) {
  const ok = expected === null ? seen.length === 0 : seen.includes(expected);
  console.log(`${ok ? 'ok' : 'NOT OK'}: ${name} (${seen.length === 0 ? 'nothing broken' : seen.join(', ')})`);
  return ok;
}

function plant(root, files) {
  const compilerOptions = { module: 'ESNext', moduleResolution: 'Bundler', target: 'ES2023', paths: { '~/*': ['./src/*'] } };
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
