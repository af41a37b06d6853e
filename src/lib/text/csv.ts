type Cell = string | number | null;

/**
 * Rows as CSV (RFC 4180), the names in the first line. A text that a spreadsheet would run as a formula gets an apostrophe before it:
 * anybody may have written it. Numbers stay as they are.
 */
export function csvTable(names: readonly string[], rows: readonly (readonly Cell[])[], newline: '\n' | '\r\n' = '\n'): string {
  return [names, ...rows].map((row) => row.map(csvCell).join(',')).join(newline);
}

function csvCell(value: Cell): string {
  const text = typeof value === 'string' && /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : String(value ?? '');
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
