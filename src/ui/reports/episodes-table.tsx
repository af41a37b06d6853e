'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { faultOf } from '../api-fault';
import { formatFixed } from '../kit/format';
import { ErrorNote } from '../kit/states';
import { type Column, Table } from '../kit/table';
import { useTRPC } from '../trpc';
import { type ReportRow, type ReportTable, seedsIn } from './report';

/** Each episode's score; one click makes the very episode a match and opens it. */
export function EpisodesTable({ id, table }: { id: string; table: ReportTable }) {
  const trpc = useTRPC();
  const router = useRouter();
  const replay = useMutation(trpc.report.replay.mutationOptions({ onSuccess: ({ matchId }) => router.push(`/matches/${matchId}`) }));
  const rows = table.rows.filter((row) => row.scores !== undefined);
  if (rows.length === 0) return <p className="text-small text-ink-2">A run of so many seeds keeps their means alone.</p>;
  const open = (seed: number, policy: string) => replay.mutate({ id, task: table.task, seed, policy });
  const columns: Column<ReportRow>[] = seedsIn(table.seeds).map((seed, at) => ({
    key: String(seed),
    head: seed,
    align: 'right',
    cell: (row) => (
      <button
        type="button"
        disabled={replay.isPending}
        aria-label={`Replay ${row.policy}, seed ${seed}`}
        className="num rounded-sm text-accent underline underline-offset-2 disabled:opacity-55"
        onClick={() => open(seed, row.policy)}
      >
        {formatFixed(row.scores?.[at] ?? 0, 3)}
      </button>
    ),
  }));
  return (
    <>
      {replay.isError ? <ErrorNote title="The episode was not replayed.">{faultOf(replay.error).message}</ErrorNote> : null}
      <Table<ReportRow>
        caption={`Episodes: ${table.task}, ${table.range}`}
        rows={rows}
        rowKey={(row) => row.policy}
        columns={[{ key: 'policy', head: 'Policy', cell: ({ policy }) => <span className="code">{policy}</span> }, ...columns]}
      />
    </>
  );
}
