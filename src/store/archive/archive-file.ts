/** A Parquet file of the archive: rows of whole matches, in groups that are read alone. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { cell, schemaOf } from '~/lib/parquet/schema';
import { ARCHIVE_COLUMNS, ARCHIVE_NAMES, type ArchivedMatch, type ArchiveRow } from './archive-rows';

/** Whoever reads one match reads its group: so much text, or one match. */
const GROUP_CHARACTERS = 1 << 20;

/** Every reader of Parquet knows gzip, and it is a third smaller than the writer's own Snappy. */
const CODEC = 'GZIP';
const WRITE = { GZIP: (bytes: Uint8Array): Uint8Array => gzipSync(bytes) };
const READ = { GZIP: (bytes: Uint8Array): Uint8Array => gunzipSync(bytes) };

export class ArchiveWriter {
  /** Rows so far. */
  rows = 0;
  characters = 0;
  private readonly parquet: ParquetWriter;
  private waiting: ArchiveRow[] = [];
  private waitingCharacters = 0;

  constructor(path: string) {
    this.parquet = new ParquetWriter({
      writer: fileWriter(path),
      schema: schemaOf(ARCHIVE_COLUMNS),
      codec: CODEC,
      compressors: WRITE,
      createdBy: 'mandi',
    });
  }

  /** A whole match; answers the place of its first row. */
  add({ rows }: ArchivedMatch): number {
    const first = this.rows;
    this.waiting.push(...rows);
    this.rows += rows.length;
    const characters = rows.reduce((sum, row) => sum + charactersOf(row), 0);
    this.characters += characters;
    this.waitingCharacters += characters;
    if (this.waitingCharacters >= GROUP_CHARACTERS) this.writeGroup();
    return first;
  }

  finish(): void {
    this.writeGroup();
    void this.parquet.finish(); // a file's writer has nothing to wait for
  }

  private writeGroup(): void {
    const rows = this.waiting;
    if (rows.length === 0) return;
    const columnData = ARCHIVE_NAMES.map((name) => ({ name, data: rows.map((row) => cell(ARCHIVE_COLUMNS[name], row[name])) }));
    void this.parquet.write({ columnData, rowGroupSize: rows.length });
    this.waiting = [];
    this.waitingCharacters = 0;
  }
}

function charactersOf({ text, prompt, requests, answer }: ArchiveRow): number {
  return text.length + (prompt?.length ?? 0) + (requests?.length ?? 0) + (answer?.length ?? 0);
}

export interface OpenedFile {
  file: AsyncBuffer;
  metadata: FileMetaData;
}

export async function openArchiveFile(file: AsyncBuffer): Promise<OpenedFile> {
  return { file, metadata: await parquetMetadataAsync(file) };
}

export interface RowGroup {
  first: number;
  rows: ArchiveRow[];
}

/** The places of the group that this row is in; null: the file has fewer rows. */
export function groupAt({ metadata }: OpenedFile, row: number): { first: number; end: number } | null {
  let first = 0;
  for (const group of metadata.row_groups) {
    const end = first + Number(group.num_rows);
    if (row < end) return { first, end };
    first = end;
  }
  return null;
}

export async function readGroup({ file, metadata }: OpenedFile, { first, end }: { first: number; end: number }): Promise<RowGroup> {
  const read = await parquetReadObjects({ file, metadata, rowStart: first, rowEnd: end, compressors: READ, columns: [...ARCHIVE_NAMES] });
  return { first, rows: read.map(rowOf) };
}

/** As it was written by `cell`. */
function rowOf(read: Record<string, unknown>): ArchiveRow {
  const plain = Object.entries(read).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : (value ?? null)]);
  return Object.fromEntries(plain) as ArchiveRow;
}

/** Of a file on this machine. */
export async function fileDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
