type Cell = string | number | null;

/**
 * Rows as CSV (RFC 4180) with a header. Texts that a spreadsheet would run as a formula get an apostrophe in front, because anyone may have
 * written them. Numbers are unchanged.
 */
export function csvTable(names: readonly string[], rows: readonly (readonly Cell[])[], newline: '\n' | '\r\n' = '\n'): string {
  return [names, ...rows].map((row) => row.map(csvCell).join(',')).join(newline);
}

function csvCell(value: Cell): string {
  const text = typeof value === 'string' && /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : String(value ?? '');
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
