import { formatCount, formatFixed } from '~/kit/format';
import { type Column, Table } from '~/kit/table';
import { NotApplicable, TurnsByOrigin, WHOSE_TURNS } from '../tournaments/whose-turns';
import { PolicyCell } from './policy-cell';
import { type ReportRow, type ReportTable, useTaskTitles } from './report';

/** The figures of one task and range. */
export function FiguresTable({ table }: { table: ReportTable }) {
  const titleOf = useTaskTitles();
  return (
    <Table<ReportRow>
      caption={`Figures: ${titleOf(table.task)}, ${table.range}`}
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
        ...(table.rows.some(({ median }) => median !== undefined) ? [MEDIAN] : []),
        { key: 'std', head: 'Std', align: 'right', cell: ({ std }) => (std === null ? '–' : formatFixed(std, 4)) },
        { key: 'refused', head: 'Refusal rate', align: 'right', cell: (row) => <Refusals row={row} /> },
        ...(table.rows.some(({ counts }) => counts) ? TURNS : []),
      ]}
    />
  );
}

const MEDIAN: Column<ReportRow> = {
  key: 'median',
  head: 'Median',
  align: 'right',
  cell: ({ median }) => (median === undefined ? '–' : <span title={String(median)}>{formatFixed(median, 4)}</span>),
};

function Refusals({ row: { refusalRate, invalid, handedIn } }: { row: ReportRow }) {
  if (refusalRate === null) return <>{invalid}</>;
  return (
    <>
      {shareLabel(refusalRate)}
      <span className="block text-micro text-ink-2">
        {invalid} of {handedIn}
      </span>
    </>
  );
}

/** For models and programs: turn counts and usage. */
const TURNS: readonly Column<ReportRow>[] = [
  { key: 'turns', head: 'Turns', align: 'right', cell: ({ counts }) => (counts ? formatCount(counts.turns) : <NotApplicable />) },
  {
    key: 'origins',
    head: WHOSE_TURNS,
    align: 'right',
    cell: ({ counts }) => (counts ? <TurnsByOrigin origins={counts} /> : <NotApplicable />),
  },
  {
    key: 'walkBacks',
    head: 'Reverted',
    align: 'right',
    cell: ({ counts }) => (counts ? formatCount(counts.walkBacks) : <NotApplicable />),
  },
  { key: 'calls', head: 'Calls', align: 'right', cell: ({ counts }) => (counts ? formatCount(counts.calls) : <NotApplicable />) },
  {
    key: 'tokens',
    head: 'Tokens',
    align: 'right',
    cell: ({ counts }) => (counts ? formatCount(counts.tokens.prompt + counts.tokens.completion) : <NotApplicable />),
  },
  { key: 'cost', head: 'Cost, $', align: 'right', cell: ({ counts }) => (counts ? formatFixed(counts.cost, 4) : <NotApplicable />) },
];

export function shareLabel(share: number): string {
  return `${formatFixed(100 * share, 1)}%`;
}
