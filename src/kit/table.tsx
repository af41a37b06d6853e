import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Numbers are right-aligned. */
  align?: 'left' | 'right';
  className?: string;
}

interface Props<Row> {
  /** What the table shows, for screen readers; `captioned`: visible. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Keeps the first column visible while the others scroll, for tables wider than a small screen. */
  keepFirst?: boolean;
  className?: string;
}

/** A table with rules between rows and right-aligned numbers. Wide tables scroll inside their own box. */
export function Table<Row>({ captioned = false, ...table }: Props<Row> & { captioned?: boolean }) {
  if (!captioned) return <ScrollingTable {...table} />;
  return (
    <>
      {/* Outside of the scrolling box, so that it is never as wide as the table. */}
      <p aria-hidden className="pb-2 text-ink-2 text-small">
        {table.caption}
      </p>
      <ScrollingTable {...table} />
    </>
  );
}

function ScrollingTable<Row>({ caption, columns, rows, rowKey, keepFirst = false, className }: Props<Row>) {
  return (
    <section
      className={clsx('relative overflow-x-auto', keepFirst && KEEPS_FIRST, className)}
      aria-label={`${caption}, table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="w-full border-collapse text-small">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line-strong">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={clsx(
                  'px-2 py-1.5 align-bottom font-medium text-ink-2 first:pl-0 last:pr-0',
                  side(column.align),
                  column.className,
                )}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b last:border-0">
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={clsx(
                    'px-2 py-1.5 align-baseline first:pl-0 last:pr-0',
                    side(column.align),
                    column.align === 'right' && 'num',
                    column.className,
                  )}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Only on small screens. The header, once scrolled out of sight, must not make the row tall. */
const KEEPS_FIRST =
  'max-sm:[&_thead_th]:whitespace-nowrap max-sm:[&_:is(th,td):first-child]:sticky max-sm:[&_:is(th,td):first-child]:left-0 max-sm:[&_:is(th,td):first-child]:bg-(--behind)';

function side(align: 'left' | 'right' | undefined): string {
  return align === 'right' ? 'text-right' : 'text-left';
}
