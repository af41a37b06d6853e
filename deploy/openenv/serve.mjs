// The OpenEnv image's program: it runs from bundles alone (deploy/openenv/bundle.mjs).
import { fileURLToPath } from 'node:url';
import { runSource } from '../../bin/bundled.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { serveAlone } = await runSource(root, 'src/cli/env/serve-alone.ts');
await serveAlone(process.argv.slice(2)).catch((fault) => {
  process.stderr.write(`mandi-env: ${fault.message}\n`);
  process.exitCode = 1;
});
