#!/usr/bin/env node
// `npx mandi …`, from any folder. The sources run from a bundle, or under tsx where none can be made, with this repository's tsconfig, so
// that `~/` resolves to its src. `mandi env --stdio` has its own bundle that includes its packages, because programs start it by the
// hundred.
import { fileURLToPath } from 'node:url';
import { runSource } from './bundled.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
if (args.join(' ') === 'env --stdio --vector') await (await runSource(root, 'src/cli/env/serve-vector.ts')).serveVector();
else if (args.join(' ') === 'env --stdio') await (await runSource(root, 'src/cli/env/serve-stdio.ts')).serveStdio();
else process.exitCode = await (await runSource(root, 'src/cli/main.ts', { inParts: true })).main(args);
