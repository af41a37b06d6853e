import stringWidth from 'string-width';

export interface Column<Row> {
  title: string;
  align: 'left' | 'right';
  text(row: Row): string;
}

/** Rows as aligned text, with a line under the heading. */
export function textTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cells = rows.map((row) => columns.map((column) => column.text(row)));
  const widths = columns.map((column, index) =>
    Math.max(stringWidth(column.title), ...cells.map((line) => stringWidth(line[index] ?? ''))),
  );
  function line(texts: readonly string[]): string {
    const padded = columns.map((column, index) => {
      const text = texts[index] ?? '';
      const width = widths[index] ?? 0;
      const room = ' '.repeat(Math.max(0, width - stringWidth(text))); // a wide character takes two columns
      return column.align === 'left' ? text + room : room + text;
    });
    return padded.join('  ').trimEnd();
  }
  const heading = line(columns.map((column) => column.title));
  return [heading, widths.map((width) => '-'.repeat(width)).join('  '), ...cells.map(line)].join('\n');
}

/** For preformatted cells: the first of each line left-aligned, the others right-aligned. */
export function wordTable(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  const columns = heads.map((title, at): Column<readonly string[]> => {
    return { title, align: at === 0 ? 'left' : 'right', text: (line) => line[at] ?? '' };
  });
  return textTable(columns, lines);
}
