// Plays the rated tournament of docs/hostile-cup.md and writes its standings there, as `mandi tournament standings` prints them.
//   node scripts/hostile-tournament.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

const root = fileURLToPath(new URL('..', import.meta.url));
register({ tsconfig: join(root, 'tsconfig.json') });
const { playHostileCup } = await import('../tests/integration/support/hostile-tournament.ts');
const { standingsText } = await import('../src/cli/standings-text.ts');

const { standings } = await playHostileCup();
const file = join(root, 'docs', 'hostile-cup.md');
const [before, , after] = readFileSync(file, 'utf8')
  .split('```text\n')
  .flatMap((part, at) => (at === 0 ? [part] : part.split(/(?<=^|\n)```\n/)));
writeFileSync(file, `${before}\`\`\`text\n${standingsText(standings).trimEnd()}\n\`\`\`\n${after ?? ''}`);
process.stdout.write(`Written: ${file}\n`);
process.exit(0);
