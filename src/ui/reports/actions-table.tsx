import { Fragment } from 'react';
import { Table } from '~/kit/table';
import { shareLabel } from './figures-table';
import { type ReportRow, type ReportTable, useTaskTitles } from './report';

/** Each player's share of actions by type, as number and bar. */
export function ActionsTable({ table }: { table: ReportTable }) {
  const titleOf = useTaskTitles();
  if (table.actionTypes.length === 0) return <p className="text-small text-ink-2">Actions were not counted in this run.</p>;
  return (
    <Table<ReportRow>
      caption={`Actions: ${titleOf(table.task)}, ${table.range}`}
      rows={table.rows}
      rowKey={(row) => row.policy}
      keepFirst
      columns={[
        { key: 'policy', head: 'Policy', cell: ({ policy }) => <span className="code">{policy}</span> },
        ...table.actionTypes.map((type) => ({
          key: type,
          head: <ActionType type={type} />,
          align: 'right' as const,
          cell: (row: ReportRow) => <Share row={row} type={type} />,
        })),
      ]}
    />
  );
}

/** Breaks long names after underscores, because there are eleven columns. */
function ActionType({ type }: { type: string }) {
  return (
    <span className="code text-micro">
      {type.split('_').map((word, place) => (
        <Fragment key={word}>
          {place > 0 ? (
            <>
              _<wbr />
            </>
          ) : null}
          {word}
        </Fragment>
      ))}
    </span>
  );
}

function Share({ row: { actions, handedIn }, type }: { row: ReportRow; type: string }) {
  const count = actions?.[type] ?? 0;
  if (handedIn === null || handedIn === 0 || count === 0) return <span className="text-ink-2">0</span>;
  const share = count / handedIn;
  return (
    <span className="block min-w-14" title={`${count} of ${handedIn}`}>
      {shareLabel(share)}
      <span aria-hidden className="mt-0.5 block h-1 bg-sunk">
        <span className="block h-1 bg-ink-2" style={{ width: `${100 * share}%` }} />
      </span>
    </span>
  );
}
