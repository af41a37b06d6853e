/** Matches come back from the archive into the tables. Their file stays: an older backup may refer to it. */
import type pg from 'pg';
import type { ArchivePlace } from './archive-place';
import { ArchiveReader, REFERENCE_COLUMNS, type Reference } from './archive-reader';
import { type ArchiveRow, ROW_KINDS } from './archive-rows';
import { BRING_BACK } from './archive-sql';

/** In one transaction. */
const AT_ONCE = 50;

export async function restoreMatches(
  { client, place, restored }: { client: pg.ClientBase; place: ArchivePlace; restored?(matches: number): void },
  ids: readonly string[] | 'all',
): Promise<number> {
  const { rows: wanted } = await client.query<{ id: string }>(
    'SELECT match_id AS id FROM match_archive WHERE $1::text[] IS NULL OR match_id = ANY($1) ORDER BY file, first_row',
    [ids === 'all' ? null : ids],
  );
  const reader = new ArchiveReader(client, place);
  let done = 0;
  for (let first = 0; first < wanted.length; first += AT_ONCE) {
    done += await bringBack(
      client,
      reader,
      wanted.slice(first, first + AT_ONCE).map(({ id }) => id),
    );
    restored?.(done);
  }
  return done;
}

export async function archivedAmong(client: pg.ClientBase, ids: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('SELECT match_id AS id FROM match_archive WHERE match_id = ANY($1::text[])', [ids]);
  return rows.map(({ id }) => id);
}

async function bringBack(client: pg.ClientBase, reader: ArchiveReader, ids: readonly string[]): Promise<number> {
  await client.query('BEGIN');
  try {
    const { rows: references } = await client.query<Reference>(
      `DELETE FROM match_archive WHERE match_id = ANY($1::text[]) RETURNING ${REFERENCE_COLUMNS}`,
      [ids],
    );
    references.sort((a, b) => (a.file === b.file ? a.firstRow - b.firstRow : a.file < b.file ? -1 : 1));
    for (const reference of references) {
      const rows = await reader.rowsOf(reference);
      for (const kind of ROW_KINDS)
        await insert(
          client,
          kind,
          rows.filter((row) => row.kind === kind),
        );
    }
    await client.query('COMMIT');
    return references.length;
  } catch (fault) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw fault;
  }
}

async function insert(client: pg.ClientBase, kind: keyof typeof BRING_BACK, rows: readonly ArchiveRow[]): Promise<void> {
  if (rows.length > 0) await client.query(BRING_BACK[kind], [JSON.stringify(rows)]);
}
