import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface Column<Row> {
  key: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Numbers stand right. */
  align?: 'left' | 'right';
  className?: string;
}

interface Props<Row> {
  /** What the table shows, for those who cannot see it; shown when `captioned`. */
  caption: string;
  captioned?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  className?: string;
}

/** Rules between rows, numbers right, wide tables scroll within their own box. */
export function Table<Row>({ caption, captioned = false, columns, rows, rowKey, className }: Props<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className={clsx('relative overflow-x-auto', className)} aria-label={caption} tabIndex={0}>
      <table className="w-full border-collapse text-small">
        <caption className={captioned ? 'pb-2 text-left text-ink-2' : 'sr-only'}>{caption}</caption>
        <thead>
          <tr className="border-b border-line-strong">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={clsx('px-2 py-1.5 font-medium text-ink-2 first:pl-0 last:pr-0', side(column.align), column.className)}
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

function side(align: 'left' | 'right' | undefined): string {
  return align === 'right' ? 'text-right' : 'text-left';
}
