// After `npm ci`: generates Prisma's client from prisma/schema.prisma. It needs no network and never fails the installation; a command that
// finds no client, or an outdated one, runs it again (src/store/database.ts).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('..', import.meta.url));
const schema = join(home, 'prisma', 'schema.prisma');
const stamp = join(home, 'src', 'store', 'generated', 'schema.sha256');

function generate() {
  if (!existsSync(schema)) return 'prisma/schema.prisma is not here';
  const prisma = findPrisma();
  if (prisma === null) return 'the package prisma is not installed';
  // `generate` never runs the schema engine; with the variable set, Prisma does not try to download it.
  const engine = process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? join(home, 'scripts', 'schema-engine.mjs');
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: engine, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' };
  const run = spawnSync(process.execPath, [prisma, 'generate', '--no-hints'], { cwd: home, env, encoding: 'utf8' });
  if (run.status !== 0) return firstLine(run.stderr || run.stdout || String(run.error ?? 'prisma generate ended early'));
  writeFileSync(stamp, createHash('sha256').update(readFileSync(schema)).digest('hex'));
  return null;
}

function findPrisma() {
  try {
    return createRequire(import.meta.url).resolve('prisma/build/index.js');
  } catch {
    return null;
  }
}

function firstLine(text) {
  return (
    text
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? 'no reason given'
  );
}

let fault;
try {
  fault = generate();
} catch (error) {
  fault = firstLine(String(error?.message ?? error));
}
if (fault !== null) console.error(`mandi: the database client was not generated (${fault}); the first command that needs it tries again.`);
