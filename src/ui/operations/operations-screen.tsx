'use client';
import { useQuery } from '@tanstack/react-query';
import type { Operations } from '~/api/operations/types';
import { type NotedFigure, NotedFigures } from '~/kit/facts';
import { formatCount, formatPercent } from '~/kit/format';
import { Page } from '~/kit/page';
import { Loading, Skeleton } from '~/kit/states';
import { faultOf } from '../api-fault';
import { ConnectionBar } from '../connection-bar';
import { formatBytes } from '../inference/inference-labels';
import { OperatorGate } from '../new-match/operator-gate';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { Archive } from './archive';
import { FailingAgents, LargestTables, SlowestQueries } from './database';
import { liveLabel, matchesInAll, warningsOf } from './operations-labels';
import { Processes, Queues, Turns } from './processes';

const AGAIN_MS = 5_000;

/** For operators: whether this Mandi is healthy, and what it stores. */
export function OperationsScreen() {
  const trpc = useTRPC();
  const state = useQuery({ ...trpc.operations.look.queryOptions(), staleTime: 0, retry: false, refetchInterval: AGAIN_MS });
  const locked = state.isError && faultOf(state.error).code === 'operator_needed';
  return (
    <Page title="Operations" lead="Processes, queues, database and disk of this Mandi. Prometheus reads the same figures at /metrics.">
      {state.isPending ? (
        <Loading what="operations">
          <Skeleton className="h-[40rem] w-full" />
        </Loading>
      ) : null}
      {locked ? <OperatorGate what="reading this page" /> : null}
      {state.isError && !locked && !state.data ? <FailedQuery what="operations" error={state.error} retry={state.refetch} /> : null}
      {state.data && !locked ? <Body state={state.data} /> : null}
      <ConnectionBar lost={state.isError && !locked && state.data !== undefined} />
    </Page>
  );
}

function Body({ state }: { state: Operations }) {
  return (
    <div className="space-y-8">
      <Attention warnings={warningsOf(state)} />
      <Sums state={state} />
      <Processes state={state} />
      <div className="grid gap-x-12 gap-y-8 min-[900px]:grid-cols-2">
        <Queues jobs={state.counts.jobs} />
        <Turns turns={state.counts.turns} />
      </div>
      <FailingAgents details={state.details} />
      <Archive archive={state.counts.archive} />
      <LargestTables details={state.details} />
      <SlowestQueries details={state.details} />
    </div>
  );
}

function Attention({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return <p className="text-small">Nothing needs your attention.</p>;
  return (
    <ul aria-label="Needs your attention" className="space-y-2 text-small">
      {warnings.map((warning) => (
        <li key={warning} className="rounded-md border border-amber bg-amber-wash px-3 py-2 text-ink">
          {warning}
        </li>
      ))}
    </ul>
  );
}

function Sums({ state: { counts, pool, disk, database, details } }: { state: Operations }) {
  const waiting = counts.jobs.reduce((sum, job) => sum + job.waiting, 0);
  const running = counts.jobs.reduce((sum, job) => sum + job.running, 0);
  const server = database === 'embedded' ? 'embedded' : 'a server of its own';
  const sums: NotedFigure[] = [
    ['Matches', formatCount(matchesInAll(counts.matches)), liveLabel(counts.matches)],
    ['Tournament queue', formatCount(waiting), `waiting; ${formatCount(running)} playing`],
    ['Database', formatBytes(counts.bytes), `PostgreSQL ${details.version}, ${server}`],
    [
      'Connections in use',
      pool === null ? '–' : formatCount(pool.busy),
      pool === null ? 'unknown' : `of ${formatCount(pool.most)} in this process`,
    ],
    [
      'Disk left',
      disk === null ? '–' : formatBytes(disk.free),
      disk === null ? 'this system does not say' : `${formatPercent(disk.free / disk.total)} of ${formatBytes(disk.total)}`,
    ],
  ];
  return <NotedFigures figures={sums} />;
}
