/**
 * Rows as CSV (RFC 4180, with plain newlines), first line the names. A text that a spreadsheet would take for a formula gets an apostrophe
 * before it: texts may come from anybody.
 */
export function csvTable(names: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  return [names, ...rows].map((row) => row.map(csvCell).join(',')).join('\n');
}

function csvCell(value: string | number | null): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '');
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
