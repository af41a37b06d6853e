/** Converts JSON lines to a Parquet file with native lists and records. */
import { closeSync, fsyncSync, openSync, readSync } from 'node:fs';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { cell, schemaOf } from '~/lib/parquet/schema';
import { COLUMNS } from './columns';
import type { DatasetFormat } from './request';

/** Approximate JSON text per row group, and its maximum number of rows. A group is held in memory as text, rows and columns. */
const GROUP_BYTES = 2 << 20;
const GROUP_ROWS = 2_500;
const CHUNK = 1 << 20;

/** Converts one group at a time. The file is synced to disk on return. */
export function toParquet(lines: string, into: string, format: DatasetFormat): void {
  const columns = COLUMNS[format];
  const parquet = new ParquetWriter({ writer: fileWriter(into), schema: schemaOf(columns), createdBy: 'mandi' });
  for (const rows of groupsOf(lines)) {
    const columnData = Object.entries(columns).map(([name, kind]) => ({ name, data: rows.map((row) => cell(kind, row[name])) }));
    void parquet.write({ columnData, rowGroupSize: GROUP_ROWS });
  }
  void parquet.finish();
  const file = openSync(into, 'r+');
  fsyncSync(file);
  closeSync(file);
}

type Row = Record<string, unknown>;

function* groupsOf(path: string): Generator<Row[]> {
  let rows: Row[] = [];
  let bytes = 0;
  for (const line of linesOf(path)) {
    rows.push(JSON.parse(line) as Row);
    bytes += line.length;
    if (bytes < GROUP_BYTES && rows.length < GROUP_ROWS) continue;
    yield rows;
    rows = [];
    bytes = 0;
  }
  if (rows.length > 0) yield rows;
}

function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  const chunk = Buffer.alloc(CHUNK);
  const pieces: Buffer[] = [];
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0 && end < read; end = chunk.indexOf(10, from)) {
        yield Buffer.concat([...pieces.splice(0), chunk.subarray(from, end)]).toString();
        from = end + 1;
      }
      pieces.push(Buffer.from(chunk.subarray(from, read)));
    }
  } finally {
    closeSync(file);
  }
}
