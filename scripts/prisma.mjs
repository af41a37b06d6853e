// `npm run prisma -- migrate diff …`: Prisma's command line without downloads or telemetry. The schema engine is the one from npm
// (scripts/schema-engine.mjs), except on Windows, where a script cannot replace a program: there Prisma downloads its own. Without
// DATABASE_URL it uses the embedded database.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const env = { CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1', ...process.env };
if (process.platform !== 'win32') env.PRISMA_SCHEMA_ENGINE_BINARY ??= join(home, 'scripts', 'schema-engine.mjs');
if (!env.DATABASE_URL && needsDatabase()) env.DATABASE_URL = embeddedUrl();

const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js');
process.exitCode = spawnSync(process.execPath, [prisma, ...args], { cwd: home, env, stdio: 'inherit' }).status ?? 1;

function needsDatabase() {
  return ['migrate', 'db', 'studio'].includes(args[0]) && !args.includes('--help');
}

function embeddedUrl() {
  const run = spawnSync(process.execPath, [join(home, 'bin', 'mandi.mjs'), 'db', 'url'], { cwd: home, encoding: 'utf8' });
  if (run.status === 0) return run.stdout.trim();
  process.stderr.write(run.stderr);
  process.exit(1);
}
