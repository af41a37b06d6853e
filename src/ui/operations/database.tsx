'use client';
import type { FailingAgent, Operations, SlowQuery, TableSize } from '~/api/operations/types';
import { formatAgo, formatCount } from '~/kit/format';
import { Section } from '~/kit/panel';
import { PlayerLink } from '~/kit/player-name';
import { type Column, Table } from '~/kit/table';
import { formatBytes } from '../inference/inference-labels';
import { useNow } from '../matches/use-now';
import { formatQueryTime } from './operations-labels';

export function LargestTables({ details }: Pick<Operations, 'details'>) {
  return (
    <Section title="Largest tables" note={`With their indexes. Rows as PostgreSQL ${details.version} estimates them.`}>
      <Table caption="Largest tables" columns={TABLE_COLUMNS} rows={details.tables} rowKey={({ name }) => name} />
    </Section>
  );
}

const TABLE_COLUMNS: Column<TableSize>[] = [
  { key: 'name', head: 'Table', cell: ({ name }) => <span className="code break-all">{name.replace(/^public\./, '')}</span> },
  { key: 'bytes', head: 'Size', align: 'right', cell: ({ bytes }) => formatBytes(bytes) },
  { key: 'rows', head: 'Rows', align: 'right', cell: ({ rows }) => formatCount(rows) },
];

export function SlowestQueries({ details: { queries, whyNoQueries } }: Pick<Operations, 'details'>) {
  return (
    <Section title="Slowest queries" note="By mean time, from pg_stat_statements. Values are left out.">
      {queries === null ? <p className="max-w-3xl text-ink-2 text-small">{whyNoQueries}</p> : null}
      {queries?.length === 0 ? <p className="text-ink-2 text-small">No query has been recorded yet.</p> : null}
      {queries && queries.length > 0 ? (
        <Table
          caption="Slowest queries"
          columns={QUERY_COLUMNS}
          rows={queries}
          rowKey={({ text, calls, total }) => `${calls} ${total} ${text}`}
        />
      ) : null}
    </Section>
  );
}

const QUERY_COLUMNS: Column<SlowQuery>[] = [
  { key: 'text', head: 'Query', cell: ({ text }) => <span className="code line-clamp-2 break-all text-micro">{text}</span> },
  { key: 'mean', head: 'Mean', align: 'right', cell: ({ mean }) => formatQueryTime(mean) },
  { key: 'calls', head: 'Calls', align: 'right', cell: ({ calls }) => formatCount(calls) },
  { key: 'total', head: 'Total', align: 'right', cell: ({ total }) => formatQueryTime(total) },
];

export function FailingAgents({ details: { failing } }: Pick<Operations, 'details'>) {
  const now = useNow();
  return (
    <Section title="Failing agents" note="Agents whose fallback played in their last 100 turns of the past day.">
      {failing.length === 0 ? (
        <p className="text-ink-2 text-small">None.</p>
      ) : (
        <Table caption="Failing agents" columns={agentColumns(now)} rows={failing} rowKey={({ agent }) => agent} keepFirst />
      )}
    </Section>
  );
}

function agentColumns(now: number): Column<FailingAgent>[] {
  return [
    { key: 'agent', head: 'Agent', cell: ({ agent }) => <PlayerLink name={agent} /> },
    {
      key: 'fallbacks',
      head: 'Fell back',
      align: 'right',
      cell: ({ fallbacks, turns }) => `${formatCount(fallbacks)} of ${formatCount(turns)}`,
    },
    { key: 'why', head: 'Last reason', cell: ({ why }) => <span className="line-clamp-3 min-w-48">{why ?? 'not given'}</span> },
    { key: 'at', head: 'Last turn', align: 'right', cell: ({ at }) => formatAgo(at, now) },
  ];
}
