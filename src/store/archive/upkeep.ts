/** What keeps the database small runs one at a time, and says how it went. */
import type pg from 'pg';
import { withoutLimit } from '../backup/limits';
import { openClient } from '../connect';
import { type DatabaseConfig, findTarget, kindOf, openExisting, openOrCreate } from '../database';
import { DatabaseError, messageOf } from '../database-error';
import type { Say } from '../embedded/embedded-server';
import { migrationState } from '../migrations';

export const UPKEEP_KINDS = ['archive', 'prune', 'restore'] as const;
export type UpkeepKind = (typeof UPKEEP_KINDS)[number];

/** An advisory lock of its connection: it ends with whoever is killed. */
const LOCK = 7_270_371;

const BEGIN = `
INSERT INTO upkeep (name) VALUES ($1)
ON CONFLICT (name) DO UPDATE SET began_at = now(), ended_at = NULL, matches = 0, fault = NULL`;

/** `work` answers how many matches it was about. */
export async function withUpkeep<T extends { matches: number }>(
  { config, kind, say }: { config: DatabaseConfig; kind: UpkeepKind; say: Say },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openForUpkeep(config, say);
  try {
    const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [LOCK]);
    if (!rows[0]?.free)
      throw new DatabaseError(
        'in_use',
        'Another command is already archiving, removing or restoring matches of this database: wait for it to finish.',
      );
    await client.query(BEGIN, [kind]);
    try {
      const done = await work(client);
      await client.query('UPDATE upkeep SET ended_at = now(), matches = $2 WHERE name = $1', [kind, done.matches]);
      return done;
    } catch (fault) {
      await client.query('UPDATE upkeep SET ended_at = now(), fault = $2 WHERE name = $1', [kind, messageOf(fault)]).catch(() => undefined);
      throw fault;
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A connection of its own, whose statements may take as long as they take. */
export async function openForUpkeep(config: DatabaseConfig, say: Say): Promise<pg.Client> {
  const target = withoutLimit(await findTarget(config, say));
  const first = await (kindOf(config) === 'embedded' ? openOrCreate(target, say) : openExisting(target));
  await first.end();
  const client = await openClient(target);
  const { pending, unknown } = await migrationState(client);
  if (pending.length + unknown.length === 0) return client;
  await client.end();
  throw new DatabaseError('migration_failed', 'The schema of this database does not match this version of Mandi: run npx mandi db status.');
}
