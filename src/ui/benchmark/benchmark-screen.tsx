'use client';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AnyGameScreens } from '~/contract/screens';
import { benchmarkGame } from '~/games/screens';
import { Button } from '~/kit/button';
import { formatCount } from '~/kit/format';
import { Page } from '~/kit/page';
import { Empty, ErrorNote, Loading, Skeleton } from '~/kit/states';
import { faultOf } from '~/ui/api-fault';
import { OperatorGate } from '~/ui/new-match/operator-gate';
import { FailedQuery } from '~/ui/query-states';
import { useTRPC } from '~/ui/trpc';
import { useScreens } from '../use-screens';

const GAME = benchmarkGame().key;

/** The figures of the game with a published benchmark. */
export function BenchmarkScreen() {
  const trpc = useTRPC();
  const benchmark = useScreens(GAME)?.benchmark ?? null;
  const latest = useQuery(trpc.benchmark.latest.queryOptions({ game: GAME }));
  const recomputing = useRecompute(GAME);
  const reports = latest.data?.reports ?? [];
  const isPending = latest.isPending || benchmark === null;
  return (
    <Page
      title="Benchmark"
      lead="The scripted policies on the classic ruleset: train seeds, which agents may learn from, and holdout seeds, which they may not."
      actions={
        <div className="flex flex-col items-end gap-1 max-sm:items-start">
          <div className="flex gap-2">
            <RecomputeButton recomputing={recomputing} />
          </div>
          <RecomputeState recomputing={recomputing} />
        </div>
      }
    >
      <div className="space-y-10">
        <div className="space-y-4">
          <OperatorGate what="recomputing" />
          {isPending ? (
            <Loading what="the benchmark">
              <Skeleton className="h-[34rem] w-full" />
            </Loading>
          ) : null}
          {latest.isError ? <FailedQuery what="the benchmark" error={latest.error} retry={latest.refetch} /> : null}
          {latest.isSuccess && benchmark?.hasFigures(reports) === false ? (
            <Empty title="No benchmark results are stored" action={<RecomputeButton look="primary" recomputing={recomputing} />}>
              Computing them plays every scripted policy on every task and seed; it takes a few seconds.
            </Empty>
          ) : null}
          {benchmark?.hasFigures(reports) ? <Results benchmark={benchmark} reports={reports} /> : null}
        </div>
        {isPending ? null : <Catalogue benchmark={benchmark} />}
      </div>
    </Page>
  );
}

type Slots = NonNullable<AnyGameScreens['benchmark']>;

function Results({ benchmark, reports }: { benchmark: Slots; reports: readonly object[] }) {
  const trpc = useTRPC();
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  const tasks = catalog.data?.rulesets.find((one) => one.key === GAME)?.tasks ?? [];
  return <benchmark.Results reports={reports} titleOf={(task) => tasks.find(({ id }) => id === task)?.title ?? task} />;
}

function Catalogue({ benchmark }: { benchmark: Slots }) {
  const trpc = useTRPC();
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  if (catalog.isError) return <FailedQuery what="the catalogue" error={catalog.error} retry={catalog.refetch} />;
  if (catalog.isPending) {
    return (
      <Loading what="the catalogue">
        <Skeleton className="h-96 w-full" />
      </Loading>
    );
  }
  return <benchmark.Catalog actions={catalog.data.actions} rewardColumns={catalog.data.rewardColumns} />;
}

/** Runs the whole benchmark again on this server and shows its progress. */
function useRecompute(game: string) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const start = useMutation(trpc.benchmark.recompute.mutationOptions());
  const runId = start.data?.runId;
  const progress = useQuery(
    trpc.benchmark.progress.queryOptions(runId === undefined ? skipToken : { runId }, {
      refetchInterval: (query) => (query.state.data?.status === 'running' || !query.state.data ? 300 : false),
    }),
  );
  const status = progress.data?.status;
  useEffect(() => {
    if (status === 'finished') void queries.invalidateQueries(trpc.benchmark.latest.queryFilter({ game }));
  }, [status, queries, trpc, game]);
  return {
    begin: () => start.mutate({ game }),
    busy: start.isPending || (runId !== undefined && (status === undefined || status === 'running') && !progress.isError),
    progress: progress.data ?? null,
    error: start.error ?? progress.error,
  };
}

type Recomputing = ReturnType<typeof useRecompute>;

function RecomputeButton({ recomputing, look = 'plain' }: { recomputing: Recomputing; look?: 'plain' | 'primary' }) {
  return (
    <Button look={look} onClick={recomputing.begin} disabled={recomputing.busy}>
      {recomputing.busy ? 'Computing' : 'Recompute the figures'}
    </Button>
  );
}

/** One line of fixed height, so that nothing moves during progress. */
function RecomputeState({ recomputing: { progress, busy, error } }: { recomputing: Recomputing }) {
  if (error) {
    const fault = faultOf(error);
    return (
      <ErrorNote title="The benchmark was not recomputed." code={fault.code}>
        {fault.message}
      </ErrorNote>
    );
  }
  if (progress?.status === 'failed') return <ErrorNote title="The benchmark was not recomputed.">{progress.fault}</ErrorNote>;
  return (
    <div role="status" className="flex h-6 items-center gap-3 text-small text-ink-2">
      {busy ? (
        <>
          <progress
            className="h-1.5 w-40 accent-accent"
            max={progress?.total ?? 1}
            value={progress?.done ?? 0}
            aria-label="Episodes played"
          />
          <span className="num">{progress ? `${formatCount(progress.done)} of ${formatCount(progress.total)} episodes` : 'Starting'}</span>
        </>
      ) : progress?.status === 'finished' ? (
        `Recomputed ${formatCount(progress.total)} episodes.`
      ) : null}
    </div>
  );
}
