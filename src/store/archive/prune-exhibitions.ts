/** Old exhibitions are removed with everything that belongs to them, wherever it is. */
import type pg from 'pg';
import type { ArchivePlace } from './archive-place';
import { FORGET_EMPTY_FILES, OF_A_MATCH, OLD_EXHIBITIONS } from './archive-sql';
import { removeDrafts } from './check-archive';

/** In one transaction. */
const AT_ONCE = 500;

export interface PruneOptions {
  client: pg.ClientBase;
  place: ArchivePlace;
  /** Matches that ended before. */
  before: Date;
  /** Those with people or programs in their seats as well. */
  withPeople: boolean;
  isStopped?(): boolean;
}

export async function oldExhibitions({
  client,
  before,
  withPeople,
}: Pick<PruneOptions, 'client' | 'before' | 'withPeople'>): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(OLD_EXHIBITIONS, [before, withPeople, null]);
  return rows.map(({ id }) => id);
}

/** The caller holds the archive's lock. */
export async function pruneExhibitions(options: PruneOptions): Promise<{ matches: number }> {
  const { client, place } = options;
  const ids = await oldExhibitions(options);
  let matches = 0;
  for (let first = 0; first < ids.length && !options.isStopped?.(); first += AT_ONCE) {
    matches += await removeSome(options, ids.slice(first, first + AT_ONCE));
  }
  await removeDrafts(client, place);
  return { matches };
}

async function removeSome({ client, before, withPeople }: PruneOptions, ids: readonly string[]): Promise<number> {
  await client.query('BEGIN');
  try {
    // Somebody may have branched off meanwhile.
    const { rows } = await client.query<{ id: string }>(`${OLD_EXHIBITIONS} FOR UPDATE`, [before, withPeople, ids]);
    const held = rows.map(({ id }) => id);
    const { rows: files } = await client.query<{ file: string }>(
      'SELECT DISTINCT file FROM match_archive WHERE match_id = ANY($1::text[])',
      [held],
    );
    for (const [table, column] of Object.entries(OF_A_MATCH))
      await client.query(`DELETE FROM ${table} WHERE ${column} = ANY($1::text[])`, [held]);
    await client.query('DELETE FROM match WHERE id = ANY($1::text[])', [held]);
    await client.query(FORGET_EMPTY_FILES, [files.map(({ file }) => file)]);
    await client.query('COMMIT');
    return held.length;
  } catch (fault) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw fault;
  }
}
