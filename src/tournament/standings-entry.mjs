// A worker thread does not inherit its parent's loader: the sources need tsx here as well.
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register({ tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)) });
await import('./standings-thread.ts');
