/** Reads files of the archive and compares them with what was written. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { messageOf } from '../database-error';
import { groupAt, openArchiveFile, type RowGroup, readGroup } from './archive-file';
import { type ArchivePlace, isMissing } from './archive-place';
import { REFERENCE_COLUMNS, type Reference } from './archive-reader';
import { digestOf } from './archive-rows';
import { FORGET_EMPTY_FILES } from './archive-sql';

export interface FileFault {
  file: string;
  why: string;
  matches: number;
}

/** All its matches were restored. It stays, because an older backup may need it. */
export interface UnusedFile {
  file: string;
  bytes: number;
}

const UNUSED = `
SELECT name AS file, bytes::float8 AS bytes FROM archive_file
WHERE NOT EXISTS (SELECT FROM match_archive WHERE file = archive_file.name) ORDER BY name`;

export async function checkArchive(
  { client, place }: { client: pg.ClientBase; place: ArchivePlace },
  checked: (file: string) => void,
): Promise<{ files: number; matches: number; faults: FileFault[] }> {
  const { rows: files } = await client.query<{ name: string; sha256: string }>('SELECT name, sha256 FROM archive_file ORDER BY name');
  const faults: FileFault[] = [];
  let matches = 0;
  for (const { name: file, sha256 } of files) {
    const { rows: entries } = await client.query<Reference>(
      `SELECT ${REFERENCE_COLUMNS} FROM match_archive WHERE file = $1 ORDER BY first_row`,
      [file],
    );
    const why = await wrongIn(place, { file, entries, sha256 }).catch((fault: unknown) =>
      isMissing(fault) ? 'it is missing' : messageOf(fault),
    );
    if (why !== null) faults.push({ file, why, matches: entries.length });
    matches += entries.length;
    checked(file);
  }
  return { files: files.length, matches, faults };
}

export async function unusedFiles(client: pg.ClientBase): Promise<UnusedFile[]> {
  return (await client.query<UnusedFile>(UNUSED)).rows;
}

/** Deletes the files of which no match has anything. The caller holds the archive's lock. */
export async function removeUnused({ client, place }: { client: pg.ClientBase; place: ArchivePlace }): Promise<void> {
  await client.query(FORGET_EMPTY_FILES, [null]);
  await removeDrafts(client, place);
}

/** What is wrong with a file of the archive; null: nothing. */
export async function wrongIn(
  place: ArchivePlace,
  { file, entries, sha256 }: { file: string; entries: readonly Reference[]; sha256: string },
): Promise<string | null> {
  const hash = createHash('sha256');
  for await (const chunk of place.read(file)) hash.update(chunk);
  if (hash.digest('hex') !== sha256) return 'its bytes differ';
  const opened = await openArchiveFile(await place.open(file));
  let group: RowGroup = { first: 0, rows: [] };
  for (const { matchId, firstRow, events, turns, receipts, sha256: digest } of entries) {
    if (firstRow < group.first || firstRow >= group.first + group.rows.length) {
      const bounds = groupAt(opened, firstRow);
      if (bounds === null) return `match ${matchId} is missing`;
      group = await readGroup(opened, bounds);
    }
    const rows = group.rows.slice(firstRow - group.first, firstRow - group.first + events + turns + receipts);
    if (digestOf(rows) !== digest) return `match ${matchId} differs`;
  }
  return null;
}

/** Files that no match refers to. */
export async function removeDrafts(client: pg.ClientBase, place: ArchivePlace): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM archive_draft');
  for (const { name } of rows) {
    await place.remove(name);
    await client.query('DELETE FROM archive_draft WHERE name = $1', [name]);
  }
}
