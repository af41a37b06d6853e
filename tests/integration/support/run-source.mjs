// Runs a source in this process as `mandi` runs its own, from a bundle: `node run-source.mjs tests/integration/support/runner.ts …`
import { fileURLToPath } from 'node:url';
import { runSource } from '../../../bin/bundled.mjs';

const [source] = process.argv.splice(2, 1);
await runSource(fileURLToPath(new URL('../../..', import.meta.url)), source, { inParts: true });
