// Plays the rated tournaments of docs/hostile-cup.md on a separate database and writes their standings there, as `mandi tournament
// standings` prints them.
//   node scripts/hostile-tournament.mjs
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

const root = fileURLToPath(new URL('..', import.meta.url));
register({ tsconfig: join(root, 'tsconfig.json') });
const { playHostileCup } = await import('../tests/integration/support/hostile-tournament.ts');
const { openDatabase } = await import('../src/store/database.ts');
const { stopEmbedded } = await import('../src/store/embedded/embedded-server.ts');

const home = mkdtempSync(join(tmpdir(), 'mandi-cup-database-'));
chmodSync(home, 0o755); // under root the database runs as another user
const database = await openDatabase({ databaseUrl: null, home });
const file = join(root, 'docs', 'hostile-cup.md');
try {
  for (const [ruleset, worlds] of [
    ['classic', 20],
    ['open', 8],
  ]) {
    const { text } = await playHostileCup(ruleset, database, worlds);
    const whole = readFileSync(file, 'utf8');
    const [heading, fence] = [`## Standings of ${ruleset}`, '```text\n'];
    const from = whole.indexOf(fence, whole.indexOf(heading)) + fence.length;
    writeFileSync(file, `${whole.slice(0, from)}${text.trimEnd()}\n${whole.slice(whole.indexOf('```\n', from))}`);
    process.stdout.write(`${ruleset}: written to ${file}\n`);
  }
} finally {
  await database.close();
  await stopEmbedded(home);
  rmSync(home, { recursive: true, force: true });
}
process.exit(0);
