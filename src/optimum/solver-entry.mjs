// A thread's first file, in plain JavaScript: Node cannot read the sources by itself.
import { fileURLToPath } from 'node:url';
import { runInThread } from '../../bin/bundled.mjs';

await runInThread(fileURLToPath(new URL('../..', import.meta.url)), 'src/optimum/solver.ts');
