import { formatFixed } from '../kit/format';
import { type Column, Table } from '../kit/table';
import { ReplayLink } from './replay-link';
import { type ReportRow, type ReportTable, seedsIn } from './report';

/** Each episode's score; one click makes the very episode a match and opens it. */
export function EpisodesTable({ id, table }: { id: string; table: ReportTable }) {
  const rows = table.rows.filter((row) => row.scores !== undefined);
  if (rows.length === 0) return <p className="text-small text-ink-2">A run of so many seeds keeps their means alone.</p>;
  const columns: Column<ReportRow>[] = seedsIn(table.seeds).map((seed, at) => ({
    key: String(seed),
    head: seed,
    align: 'right',
    cell: ({ policy, scores }) => (
      <ReplayLink id={id} task={table.task} seed={seed} policy={policy}>
        {formatFixed(scores?.[at] ?? 0, 3)}
      </ReplayLink>
    ),
  }));
  return (
    <Table<ReportRow>
      caption={`Episodes: ${table.task}, ${table.range}`}
      rows={rows}
      rowKey={(row) => row.policy}
      columns={[{ key: 'policy', head: 'Policy', cell: ({ policy }) => <span className="code">{policy}</span> }, ...columns]}
    />
  );
}
