// Enforces the layers of docs/architecture.md: no circles (type imports count), and no upward imports.
//   node scripts/circles.mjs               reads this repository
//   node scripts/circles.mjs FILE ...      reads those files and everything they import
//   node scripts/circles.mjs --self-test   plants a circle and a broken layer in a temporary folder and must see both fail
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['src', 'bin', 'tests', 'e2e', 'bench', 'workers'];

process.exit(process.argv.includes('--self-test') ? selfTest() : report(cruise(home, process.argv.slice(2))));

/** dependency-cruiser's result for these files, or for the folders that exist under `root`. */
function cruise(root, files = []) {
  const folders = files.length > 0 ? files : FOLDERS.filter((folder) => existsSync(join(root, folder)));
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
  const house = {
    'src/games/sound.ts': 'export type Sound = string;\n',
    'src/store/keep.ts': "import type { Sound } from '~/games/sound';\nexport const kept: Sound = 'kept';\n",
    'src/games/game.ts': "import type { Other } from './other';\nexport type Word = Other | string;\n",
    'src/games/other.ts': "import type { Word } from './game';\nexport type Other = { word: Word };\n",
    'src/games/upwards.ts': "import type { kept } from '~/store/keep';\nexport type Kept = typeof kept;\n",
    'src/store/screen.ts': "import { useState } from 'react';\nexport const use = useState;\n",
    'src/kit/button.ts': "export const look = 'plain';\n",
    'src/games/haggle/screens/board.ts': "import { look } from '~/kit/button';\nexport const board = look;\n",
    'src/games/haggle/rules.ts': "import { board } from './screens/board';\nexport const drawn = board;\n",
    'src/games/haggle/players.ts': "import { look } from '~/kit/button';\nexport const player = look;\n",
    'src/kit/board.ts': "import { board } from '~/games/haggle/screens/board';\nexport const known = board;\n",
    'src/ui/seat.ts': 'export const seat = 1;\n',
    'src/games/haggle/screens/seat.ts': "import { seat } from '~/ui/seat';\nexport const own = seat;\n",
  };
  // All faults in one folder, because each start of the tool takes more than a second.
  const seen = seenIn(house);
  const by = (...files) => seen.filter(({ from }) => files.includes(from));
  const trials = [
    ['a sound file passes', by('src/games/sound.ts', 'src/store/keep.ts', 'src/games/haggle/screens/board.ts'), null],
    ['a circle of type imports is seen', seen, 'no-circle'],
    ['an upward import is seen', seen, 'games-imports-down-only'],
    ['React in the store is seen', seen, 'react-only-on-screens'],
    ['rules that draw are seen', by('src/games/haggle/rules.ts'), 'rules-and-players-draw-nothing'],
    ['a player with a button is seen', by('src/games/haggle/players.ts'), 'games-imports-down-only'],
    ['a kit that knows a game is seen', by('src/kit/board.ts'), 'kit-imports-down-only'],
    ['a game that reaches for the frame is seen', by('src/games/haggle/screens/seat.ts'), 'games-screens-import-down-only'],
    ['an empty house fails', seenIn({}), 'nothing read'],
  ];
  const failed = trials.filter(([name, found, expected]) => !holds(name, [...new Set(found.map(({ rule }) => rule))], expected));
  return failed.length === 0 ? 0 : 1;
}

/** The rules that these files break, and where. */
function seenIn(files) {
  const root = mkdtempSync(join(tmpdir(), 'mandi-circles-'));
  try {
    plant(root, files);
    const { modules, violations } = cruise(root);
    return modules === 0 ? [{ rule: 'nothing read', from: '' }] : violations.map(({ rule, from }) => ({ rule: rule.name, from }));
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
