import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { REPOSITORY } from '~/config';
import { DatabaseError } from './database-error';
import { withFileLock } from './file-lock';
import type { PrismaClient } from './generated/client';

const SCHEMA = join(REPOSITORY, 'prisma', 'schema.prisma');
const GENERATED = join(REPOSITORY, 'src', 'store', 'generated');

/** Prisma over connections that we own. The installation makes its code; where it did not, this does. */
export async function openPrisma(pool: pg.Pool, schema: string | undefined): Promise<PrismaClient> {
  if (!isGenerated()) await generate();
  const { PrismaClient: Client } = await import('./generated/client');
  return new Client({ adapter: new PrismaPg(pool, { disposeExternalPool: false, ...(schema ? { schema } : {}) }) });
}

/** Made from the schema as it is now? */
function isGenerated(): boolean {
  const stamp = readText(join(GENERATED, 'schema.sha256'));
  return stamp === createHash('sha256').update(readFileSync(SCHEMA)).digest('hex');
}

async function generate(): Promise<void> {
  mkdirSync(GENERATED, { recursive: true });
  await withFileLock(`${GENERATED}.lock`, async () => {
    if (isGenerated()) return;
    const run = spawnSync(process.execPath, [join(REPOSITORY, 'scripts', 'generate-client.mjs')], { cwd: REPOSITORY, encoding: 'utf8' });
    if (!isGenerated())
      throw new DatabaseError('client_missing', run.stderr.trim() || 'The database client could not be generated: run npm ci again.');
  });
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
