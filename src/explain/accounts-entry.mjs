// A thread's first file, in plain JavaScript: Node cannot read the sources by itself.
import { fileURLToPath } from 'node:url';
import { runSource } from '../../bin/bundled.mjs';

export const { work } = await runSource(fileURLToPath(new URL('../..', import.meta.url)), 'src/explain/accounts-thread.ts');
