/** Result tables as CSV and Parquet, from the same rows and columns. */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { csvTable } from '../text/csv';

/** whole: an integer. `what`: description for the docs. */
export interface TableColumn {
  name: string;
  kind: 'text' | 'whole' | 'number' | 'flag';
  what: string;
}

export type TableCell = string | number | boolean | null;
export type TableRow = Readonly<Record<string, TableCell>>;

export const TABLE_FILES = { csv: 'text/csv', parquet: 'application/vnd.apache.parquet' } as const;
export type TableFile = keyof typeof TABLE_FILES;

/** Rows per Parquet group. 500 rows of 36 columns block this thread for about 25 ms. */
const ROWS_AT_ONCE = 500;
const LINES_AT_ONCE = 1_000;
const TYPES = { whole: 'INT64', number: 'DOUBLE', flag: 'BOOLEAN' } as const;

/** The column names, then the rows in pieces. Texts that a spreadsheet would run as formulas are escaped. */
export async function* csvPieces(columns: readonly TableColumn[], rows: AsyncIterable<TableRow>): AsyncGenerator<string> {
  const names = columns.map(({ name }) => name);
  yield `${csvTable(names, [])}\n`;
  for await (const some of grouped(rows, LINES_AT_ONCE)) {
    const [first = [], ...rest] = some.map((row) => names.map((name) => cellOf(row[name])));
    // The first line may be the header; it is written as a row, because names and cells are escaped in the same way.
    yield `${csvLines([first, ...rest])}\n`;
  }
}

function csvLines(rows: readonly (readonly (string | number | null)[])[]): string {
  return csvTable([], rows).slice(1);
}

function cellOf(cell: TableCell | undefined): string | number | null {
  return typeof cell === 'boolean' ? String(cell) : (cell ?? null);
}

/** The whole file, built group by group so that the event loop can run in between. */
export async function parquetBytes(columns: readonly TableColumn[], rows: AsyncIterable<TableRow>): Promise<Uint8Array> {
  const writer = new ByteWriter();
  const schema = [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)];
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'mandi' });
  for await (const some of grouped(rows, ROWS_AT_ONCE)) {
    const columnData = columns.map(({ name, kind }) => ({ name, data: some.map((row) => storedAs(kind, row[name] ?? null)) }));
    void parquet.write({ columnData, rowGroupSize: ROWS_AT_ONCE });
    await new Promise(setImmediate);
  }
  void parquet.finish();
  return new Uint8Array(writer.getBuffer());
}

function elementOf({ name, kind }: TableColumn) {
  const repetition_type = 'OPTIONAL' as const;
  if (kind === 'text') return { name, type: 'BYTE_ARRAY' as const, converted_type: 'UTF8' as const, repetition_type };
  return { name, type: TYPES[kind], repetition_type };
}

function storedAs(kind: TableColumn['kind'], value: TableCell): TableCell | bigint {
  return kind === 'whole' && typeof value === 'number' ? BigInt(value) : value;
}

async function* grouped(rows: AsyncIterable<TableRow>, most: number): AsyncGenerator<TableRow[]> {
  let some: TableRow[] = [];
  for await (const row of rows) {
    some.push(row);
    if (some.length < most) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
