/** JSON lines as a Parquet file: lists and records as such. */
import { closeSync, fsyncSync, openSync, readSync } from 'node:fs';
import type { SchemaElement } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { COLUMNS, type Columns, type Kind } from './columns';
import type { DatasetFormat } from './request';

/** A group of rows is held in memory at a time, as text, rows and columns: about so much JSON text, and never more rows. */
const GROUP_BYTES = 2 << 20;
const GROUP_ROWS = 2_500;
const CHUNK = 1 << 20;

/** Reads the lines a group at a time; the file is on disk when this ends. */
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

/** What the writer takes for a value of a row that is written already. */
function cell(kind: Kind, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (kind === 'whole') return BigInt(value as number);
  if (typeof kind === 'string') return value;
  if ('each' in kind) return (value as unknown[]).map((one) => cell(kind.each, one));
  const record = value as Row;
  return Object.fromEntries(Object.entries(kind.fields).map(([name, field]) => [name, cell(field, record[name])]));
}

function schemaOf(columns: Columns): SchemaElement[] {
  return [
    { name: 'root', num_children: Object.keys(columns).length },
    ...Object.entries(columns).flatMap(([name, kind]) => elements(name, kind)),
  ];
}

const OPTIONAL = { repetition_type: 'OPTIONAL' } as const;

function elements(name: string, kind: Kind): SchemaElement[] {
  if (kind === 'whole') return [{ name, type: 'INT64', ...OPTIONAL }];
  if (kind === 'number') return [{ name, type: 'DOUBLE', ...OPTIONAL }];
  if (kind === 'flag') return [{ name, type: 'BOOLEAN', ...OPTIONAL }];
  if (kind === 'text' || kind === 'json') return [{ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', ...OPTIONAL }];
  if ('each' in kind) {
    const list = { name, converted_type: 'LIST', num_children: 1, ...OPTIONAL } as const;
    return [list, { name: 'list', repetition_type: 'REPEATED', num_children: 1 }, ...elements('element', kind.each)];
  }
  const fields = Object.entries(kind.fields).flatMap(([field, one]) => elements(field, one));
  return [{ name, num_children: Object.keys(kind.fields).length, ...OPTIONAL }, ...fields];
}
