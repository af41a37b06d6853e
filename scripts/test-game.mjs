// Plays games with random moves and checks what must hold for any game: npm run test:game -- test/offers. The checks: docs/testing.md.
import { fileURLToPath } from 'node:url';
import { runSource } from '../bin/bundled.mjs';

const { main } = await runSource(fileURLToPath(new URL('..', import.meta.url)), 'src/engine/conformance/main.ts', { inParts: true });
process.exitCode = main(process.argv.slice(2), (text) => console.log(text));
