import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPOSITORY } from '~/config';
import { openClient, serverTarget } from '~/store/connect';
import { openDatabase } from '~/store/database';
import { DatabaseError } from '~/store/database-error';
import { MIGRATIONS } from '~/store/migrations';
import { describeOnDatabases, type FreshDatabase, freshDatabase } from './support/database';

describeOnDatabases('migrations', (kind) => {
  let fresh: FreshDatabase;
  beforeAll(async () => {
    fresh = await freshDatabase(kind);
  });
  afterAll(() => fresh.drop());

  test('are all applied, with the checksums that Prisma would write', async () => {
    const { rows } = await fresh.database.pool.query<{ migration_name: string; checksum: string }>(
      'SELECT migration_name, checksum FROM _prisma_migrations ORDER BY migration_name',
    );
    const names = readdirSync(MIGRATIONS)
      .filter((name) => /^\d{14}_/.test(name))
      .sort();
    const sums = names.map((name) => ({
      migration_name: name,
      checksum: createHash('sha256')
        .update(readFileSync(join(MIGRATIONS, name, 'migration.sql')))
        .digest('hex'),
    }));
    expect(rows).toEqual(sums);
    expect(names.length).toBeGreaterThan(0);
  });

  test.skipIf(process.platform === 'win32')(
    'make exactly the schema of prisma/schema.prisma, and Prisma agrees that nothing is left to do',
    () => {
      const status = prisma(fresh.url, 'migrate', 'status');
      expect(status.said).toContain('up to date');
      expect(status.code).toBe(0);
      const diff = prisma(fresh.url, 'migrate', 'diff', '--from-config-datasource', '--to-schema', 'prisma/schema.prisma', '--exit-code');
      expect(diff.said).toContain('No difference');
      expect(diff.code).toBe(0);
    },
  );

  test('opening a second time applies nothing', async () => {
    const again = await openDatabase({ databaseUrl: fresh.url, home: '' });
    expect(again.migrated).toEqual([]);
    await again.close();
  });

  test('a database that a newer Mandi has migrated is refused, and left as it is', async () => {
    const client = await openClient(serverTarget(fresh.url));
    await client.query(
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('newer', 'x', '29990101000000_newer', now())",
    );
    const opening = openDatabase({ databaseUrl: fresh.url, home: '' });
    await expect(opening).rejects.toThrow(DatabaseError);
    await expect(opening).rejects.toMatchObject({ code: 'schema_newer' });
    await expect(opening).rejects.toThrow(/29990101000000_newer/);
    await client.query("DELETE FROM _prisma_migrations WHERE id = 'newer'");
    await client.end();
  });

  test('a migration that Prisma has begun and not finished is named', async () => {
    const client = await openClient(serverTarget(fresh.url));
    await client.query("INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('half', 'x', '20990101000000_half')");
    await expect(openDatabase({ databaseUrl: fresh.url, home: '' })).rejects.toMatchObject({ code: 'migration_failed' });
    await client.query("DELETE FROM _prisma_migrations WHERE id = 'half'");
    await client.end();
  });

  test('an index whose building was interrupted is built again, and nobody else is kept from writing meanwhile', async () => {
    const client = await openClient(serverTarget(fresh.url));
    const isValid = async () =>
      (await client.query<{ valid: boolean }>("SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'match_seed_idx'::regclass"))
        .rows;
    await client.query("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'match_seed_idx'::regclass");
    await client.query("DELETE FROM _prisma_migrations WHERE migration_name = '20261127210000_match_seed'");
    expect(await isValid()).toEqual([{ valid: false }]);
    const locks: string[] = [];
    const watching = setInterval(() => {
      const text = `SELECT mode FROM pg_locks WHERE relation = 'match'::regclass AND mode IN ('ShareLock', 'AccessExclusiveLock') AND granted`;
      void client.query<{ mode: string }>(text).then(({ rows }) => locks.push(...rows.map(({ mode }) => mode)));
    }, 1);
    const again = await openDatabase({ databaseUrl: fresh.url, home: '' });
    clearInterval(watching);
    expect(again.migrated).toEqual(['20261127210000_match_seed']);
    expect(await isValid()).toEqual([{ valid: true }]);
    expect(locks).toEqual([]);
    await again.close();
    await client.end();
  });

  test('several processes that open an empty database at once migrate it once', async () => {
    const url = new URL(fresh.url);
    url.pathname = `${url.pathname}_empty`;
    const config = { databaseUrl: url.href, home: '' };
    const opened = await Promise.all(Array.from({ length: 4 }, () => openDatabase(config, { makeMissing: true })));
    expect(opened.flatMap((database) => database.migrated)).toHaveLength(readdirSync(MIGRATIONS).length - 1);
    for (const database of opened) await database.close();
    await fresh.database.pool.query(`DROP DATABASE ${url.pathname.slice(1)} WITH (FORCE)`);
  });
});

function prisma(url: string, ...args: string[]): { code: number | null; said: string } {
  const env = { ...process.env, DATABASE_URL: url };
  const run = spawnSync(process.execPath, [join(REPOSITORY, 'scripts', 'prisma.mjs'), ...args], { env, encoding: 'utf8' });
  return { code: run.status, said: run.stdout + run.stderr };
}
