// The first file of every thread. Plain JavaScript, because Node cannot load the TypeScript sources by itself.
import { fileURLToPath } from 'node:url';
import { runSource } from '../../bin/bundled.mjs';

/** Turns an exit into an error; otherwise the thread would end silently. */
process.exit = (code) => {
  throw new Error(`a job ended its thread (exit code ${code ?? 0})`);
};

export const { work } = await runSource(fileURLToPath(new URL('../..', import.meta.url)), 'src/start/jobs.ts', { inParts: true });
