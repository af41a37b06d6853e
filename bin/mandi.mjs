#!/usr/bin/env node
// `npx mandi …`, from any folder: the sources run from a bundle, or under tsx where none can be made, with this repository's tsconfig, so
// that `~/` resolves to its src. `mandi env --stdio`, which programs start by the hundred, has a bundle of its own with its packages.
import { fileURLToPath } from 'node:url';
import { importBundled } from './bundled.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const door = args.join(' ') === 'env --stdio' ? await importBundled(root, 'src/cli/env/serve-stdio.ts') : null;
if (door) await door.serveStdio();
else process.exitCode = await (await importMain()).main(args);

async function importMain() {
  const bundled = await importBundled(root, 'src/cli/main.ts', { inParts: true });
  if (bundled) return bundled;
  const { register } = await import('tsx/esm/api');
  register({ tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)) });
  return import('../src/cli/main.ts');
}
