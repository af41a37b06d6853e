import { csvTable } from '~/lib/text/csv';

/** The data of a chart, one row per point. The first row has the column names. */
export interface ChartTable {
  columns: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
}

/** With CRLF between rows, as spreadsheets write it. */
export function toCsv(table: ChartTable): string {
  return csvTable(table.columns, table.rows, '\r\n');
}

export function downloadCsv(name: string, table: ChartTable): void {
  downloadText(`${name}.csv`, toCsv(table), 'text/csv');
}

/** Downloads a text as a file. */
export function downloadText(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
