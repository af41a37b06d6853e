import { formatFixed } from '../kit/format';
import { Table } from '../kit/table';
import { PolicyCell } from './policy-cell';
import type { ReportRow, ReportTable } from './report';

/** The figures of one task and range. */
export function FiguresTable({ table }: { table: ReportTable }) {
  return (
    <Table<ReportRow>
      caption={`Figures: ${table.task}, ${table.range}`}
      rows={table.rows}
      rowKey={(row) => row.policy}
      keepFirst
      columns={[
        { key: 'policy', head: 'Policy', cell: (row) => <PolicyCell {...row} /> },
        { key: 'mean', head: 'Mean', align: 'right', cell: (row) => <span title={String(row.mean)}>{formatFixed(row.mean, 4)}</span> },
        {
          key: 'interval',
          head: '95% interval',
          align: 'right',
          className: 'whitespace-nowrap',
          cell: ({ ci95 }) => (ci95 ? `[${formatFixed(ci95[0], 4)}, ${formatFixed(ci95[1], 4)}]` : '–'),
        },
        { key: 'std', head: 'Std', align: 'right', cell: ({ std }) => (std === null ? '–' : formatFixed(std, 4)) },
        { key: 'refused', head: 'Refusal rate', align: 'right', cell: (row) => <Refusals row={row} /> },
        ...(table.rows.some(({ counts }) => counts)
          ? [{ key: 'own', head: 'Its own turns', align: 'right' as const, cell: ownTurns }]
          : []),
      ]}
    />
  );
}

function Refusals({ row: { refusalRate, invalid, handedIn } }: { row: ReportRow }) {
  if (refusalRate === null) return <>{invalid}</>;
  return (
    <>
      {shareWords(refusalRate)}
      <span className="block text-micro text-ink-2">
        {invalid} of {handedIn}
      </span>
    </>
  );
}

/** Of a model: what was not repaired and not played for it. */
function ownTurns({ counts }: ReportRow) {
  return counts && counts.turns > 0 ? shareWords(counts.own / counts.turns) : '–';
}

export function shareWords(share: number): string {
  return `${formatFixed(100 * share, 1)}%`;
}
