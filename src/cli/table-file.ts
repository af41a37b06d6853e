/** A result table as CSV or Parquet, chosen by the file extension. */
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { csvPieces, parquetBytes, type TableColumn, type TableFile, type TableRow } from '~/lib/tables/result-table';
import { CommandFailed, UsageError } from './exits';

export interface Table {
  columns: readonly TableColumn[];
  rows: AsyncIterable<TableRow>;
}

export function tableKind(file: string): TableFile {
  if (file.endsWith('.parquet')) return 'parquet';
  if (file.endsWith('.csv')) return 'csv';
  throw new UsageError(`${file}: the name must end in .csv or .parquet`);
}

export async function deliverTable({ columns, rows }: Table, file: string): Promise<void> {
  const kind = tableKind(file);
  try {
    await mkdir(dirname(resolve(file)), { recursive: true });
    if (kind === 'csv') await pipeline(csvPieces(columns, rows), createWriteStream(file));
    else await writeFile(file, await parquetBytes(columns, rows));
  } catch (cause) {
    throw new CommandFailed(`cannot write ${file}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  process.stderr.write(`Wrote ${file}\n`);
}
