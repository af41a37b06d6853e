// Puts all that the OpenEnv image holds into one folder: two bundles with the texts of their games, and the packages that read files of their own.
//   node deploy/openenv/bundle.mjs /image
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sealBundle } from '../../bin/bundled.mjs';

const ENTRIES = ['src/cli/env/serve-alone.ts', 'src/start/jobs.ts'];
const FILES = [
  'package.json',
  'LICENSE',
  'bin/bundled.mjs',
  'deploy/openenv/serve.mjs',
  'src/engine/thread-entry.mjs',
  'workers/adapters',
  'node_modules/highs',
  'node_modules/tinypool',
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const into = resolve(process.argv[2] ?? join(root, 'dist', 'openenv-image'));
for (const entry of ENTRIES) await sealBundle({ root, entry, into });
for (const path of FILES) {
  mkdirSync(dirname(join(into, path)), { recursive: true });
  cpSync(join(root, path), join(into, path), { recursive: true });
}
