// The first file of every thread, in plain JavaScript: Node cannot read the sources by itself.
import { fileURLToPath } from 'node:url';
import { runSource } from '../../bin/bundled.mjs';

/** Nobody would hear that a thread ended by itself. */
process.exit = (code) => {
  throw new Error(`a job ended its thread (exit code ${code ?? 0})`);
};

export const { work } = await runSource(fileURLToPath(new URL('../..', import.meta.url)), 'src/start/jobs.ts', { inParts: true });
