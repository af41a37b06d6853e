'use client';
import { clsx } from 'clsx';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../button';
import { formatExact } from '../format';
import { Download, LineChart, Table2 } from '../icons';
import { Table } from '../table';
import { type ChartTable, downloadCsv } from './csv';

interface Props {
  title: ReactNode;
  /** What the chart shows, with unit, interval and n. */
  note?: ReactNode;
  /** Name of the CSV file without its extension. */
  file: string;
  table: ChartTable;
  className?: string;
  children: ReactNode;
}

/** The frame of every chart: title, data table, and CSV download. */
export function ChartFrame({ title, note, file, table, className, children }: Props) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <figure aria-labelledby={id} className={clsx('min-w-0', className)}>
      <figcaption className="mb-1 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
        <h3 id={id} className="font-semibold text-small">
          {title}
        </h3>
        {note ? <p className="col-start-1 text-ink-2 text-micro max-sm:col-span-2">{note}</p> : null}
        <div className="no-print col-start-2 row-start-1 -my-1 flex gap-0.5 self-start">
          <Button look="quiet" size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? <LineChart size={14} aria-hidden /> : <Table2 size={14} aria-hidden />}
            {asTable ? 'Chart' : 'Table'}
          </Button>
          <Button look="quiet" size="small" onClick={() => downloadCsv(file, table)}>
            <Download size={14} aria-hidden />
            CSV
          </Button>
        </div>
      </figcaption>
      {asTable ? <BehindTable caption={file} table={table} /> : children}
    </figure>
  );
}

function BehindTable({ caption, table }: { caption: string; table: ChartTable }) {
  const rows = table.rows.map((cells, place) => ({ cells, key: String(place) }));
  return (
    <Table<{ key: string; cells: readonly Cell[] }>
      caption={`The numbers behind ${caption}`}
      className="max-h-80 overflow-y-auto"
      rows={rows}
      rowKey={(row) => row.key}
      columns={table.columns.map((head, column) => ({
        key: head,
        head,
        align: table.rows.some((row) => typeof row[column] === 'number') ? 'right' : 'left',
        cell: (row) => cellText(row.cells[column]),
      }))}
    />
  );
}

type Cell = string | number | null;

function cellText(value: Cell | undefined): ReactNode {
  if (value === null || value === undefined) return <span className="text-ink-3">none</span>;
  return typeof value === 'number' ? formatExact(value) : value;
}
