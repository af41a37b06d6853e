// A process that exports and will be killed. Arguments: folder, format, form, matches.
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register({ tsconfig: fileURLToPath(new URL('../../../tsconfig.json', import.meta.url)) });
const { exportPlayed } = await import('./export-played.ts');
const [folder, format, form, matches] = process.argv.slice(2);
process.send?.('ready');
await exportPlayed({ folder, format, form, matches: Number(matches), onMatch: (progress) => process.send?.(progress) });
process.exit(0);
