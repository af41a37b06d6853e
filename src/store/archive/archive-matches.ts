/** Finished matches leave the tables for a Parquet file. Killed at any moment, each is whole in the one or in the other. */
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type pg from 'pg';
import { DatabaseError } from '../database-error';
import { ArchiveWriter, fileDigest } from './archive-file';
import type { ArchivePlace } from './archive-place';
import type { Reference } from './archive-reader';
import { type ArchivedMatch, type ArchiveRow, countsOf, digestOf } from './archive-rows';
import { ADD_FILE, ADD_REFERENCES, HEADS, HOLD, HOT_ROWS, OLD_ENOUGH, SPENT_BY_MATCH, take } from './archive-sql';
import { removeDrafts, wrongIn } from './check-archive';

/** A file holds so much text, before it is compressed: one transaction removes what it holds. */
const FILE_CHARACTERS = 64 << 20;
/** Read from the tables together. */
const MATCHES_AT_ONCE = 100;

export interface ArchiveRun {
  matches: number;
  events: number;
  files: number;
  bytes: number;
}

export interface ArchiveOptions {
  client: pg.ClientBase;
  place: ArchivePlace;
  /** Matches that ended before. */
  before: Date;
  /** Hears of every file that is kept. */
  kept?(run: ArchiveRun): void | Promise<void>;
  isStopped?(): boolean;
  /** Smaller files; for tests. */
  fileCharacters?: number;
}

/** The caller holds the archive's lock (`with-upkeep.ts`). */
export async function archiveMatches(options: ArchiveOptions): Promise<ArchiveRun> {
  const { client, place, before } = options;
  await removeDrafts(client, place);
  const { rows } = await client.query<{ id: string; counts: boolean }>(OLD_ENOUGH, [before]);
  const run: ArchiveRun = { matches: 0, events: 0, files: 0, bytes: 0 };
  for (const counts of [false, true]) {
    const waiting = rows.filter((row) => row.counts === counts).map(({ id }) => id);
    while (waiting.length > 0 && !options.isStopped?.()) {
      const file = await archiveSome(options, waiting);
      run.matches += file.matches;
      run.events += file.events;
      run.files += 1;
      run.bytes += file.bytes;
      await options.kept?.({ ...run });
    }
  }
  return run;
}

interface Entry extends Reference {
  types: string[];
  spent: unknown;
}

/** One file of those that wait, which are taken off the list. */
async function archiveSome(options: ArchiveOptions, waiting: string[]): Promise<{ matches: number; events: number; bytes: number }> {
  const { client, place } = options;
  const file = `${new Date().toISOString().slice(0, 10)}-${randomBytes(6).toString('hex')}.parquet`;
  await client.query('INSERT INTO archive_draft (name) VALUES ($1)', [file]);
  const entries: Entry[] = [];
  let written = { rows: 0, bytes: 0, sha256: '' };
  await place.put(file, async (path) => {
    const writer = new ArchiveWriter(path);
    const most = options.fileCharacters ?? FILE_CHARACTERS;
    while (waiting.length > 0 && writer.characters < most) {
      for (const match of await readMatches(client, waiting.splice(0, MATCHES_AT_ONCE)))
        entries.push(entryOf(file, match, writer.add(match)));
    }
    writer.finish();
    written = { rows: writer.rows, bytes: (await stat(path)).size, sha256: await fileDigest(path) };
  });
  await addSpending(client, entries);
  await checkFile(place, { file, entries, sha256: written.sha256 });
  await settle(client, { file, entries, ...written });
  return { matches: entries.length, events: entries.reduce((sum, { events }) => sum + events, 0), bytes: written.bytes };
}

function entryOf(file: string, { matchId, rows }: ArchivedMatch, firstRow: number): Entry {
  const types = [...new Set(rows.flatMap((row) => (row.kind === 'event' ? [row.name] : [])))].sort();
  return { matchId, file, firstRow, ...countsOf(rows), sha256: digestOf(rows), types, spent: null };
}

type HotRow = Omit<ArchiveRow, 'at' | 'answered_at'> & { at: Date; answered_at: Date | null };

/** All that the tables hold of them, in one snapshot. */
async function readMatches(client: pg.ClientBase, ids: readonly string[]): Promise<ArchivedMatch[]> {
  const byId = new Map(ids.map((id) => [id, [] as ArchiveRow[]]));
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { rows: heads } = await client.query<{ id: string; head: number }>(HEADS, [ids]);
  for (const statement of HOT_ROWS) {
    const { rows } = await client.query<HotRow>(statement, [ids]);
    for (const { at, answered_at, ...row } of rows)
      byId.get(row.match_id)?.push({ ...row, at: at.getTime(), answered_at: answered_at === null ? null : answered_at.getTime() });
  }
  await client.query('COMMIT');
  const headOf = new Map(heads.map(({ id, head }) => [id, head]));
  return [...byId].flatMap(([matchId, rows]) => {
    const head = headOf.get(matchId);
    if (head === undefined) return []; // it was removed meanwhile
    if (countsOf(rows).events === head) return [{ matchId, rows }];
    throw new DatabaseError(
      'bad_archive',
      `Match ${matchId} has ${countsOf(rows).events} events where it should have ${head}: nothing more is archived.`,
    );
  });
}

async function addSpending(client: pg.ClientBase, entries: Entry[]): Promise<void> {
  const asked = entries.filter(({ turns }) => turns > 0).map(({ matchId }) => matchId);
  if (asked.length === 0) return;
  const { rows } = await client.query<{ matchId: string; spent: unknown }>(SPENT_BY_MATCH, [asked]);
  const spent = new Map(rows.map((row) => [row.matchId, row.spent]));
  for (const entry of entries) entry.spent = spent.get(entry.matchId) ?? null;
}

/** Reads all of it back: nothing leaves the tables before what left is known to be there. */
async function checkFile(
  place: ArchivePlace,
  { file, entries, sha256 }: { file: string; entries: readonly Entry[]; sha256: string },
): Promise<void> {
  const wrong = await wrongIn(place, { file, entries, sha256 });
  if (wrong !== null)
    throw new DatabaseError(
      'bad_archive',
      `${file} is not in ${place.name} as it was written (${wrong}): its matches stay in the database.`,
    );
}

/** In one transaction: the references are there, and the rows are gone. */
async function settle(
  client: pg.ClientBase,
  { file, entries, rows, bytes, sha256 }: { file: string; entries: readonly Entry[]; rows: number; bytes: number; sha256: string },
): Promise<void> {
  const ids = entries.map(({ matchId }) => matchId);
  await client.query('BEGIN');
  try {
    const { rowCount } = await client.query(HOLD, [ids]);
    if (rowCount !== ids.length) throw changed();
    await client.query(ADD_FILE, [file, sha256, bytes, rows]);
    await client.query(ADD_REFERENCES, [JSON.stringify(entries)]);
    for (const [table, count] of [
      ['match_event', 'events'],
      ['agent_turn', 'turns'],
      ['match_turn', 'receipts'],
    ] as const) {
      const { rows: gone } = await client.query<{ matchId: string; rows: number }>(take(table), [ids]);
      const taken = new Map(gone.map((row) => [row.matchId, row.rows]));
      if (entries.some((entry) => entry[count] !== (taken.get(entry.matchId) ?? 0))) throw changed();
    }
    await client.query('DELETE FROM archive_draft WHERE name = $1', [file]);
    await client.query('COMMIT');
  } catch (fault) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw fault;
  }
}

function changed(): DatabaseError {
  return new DatabaseError('bad_archive', 'A match changed while it was being archived. Nothing was removed; run the command again.');
}
