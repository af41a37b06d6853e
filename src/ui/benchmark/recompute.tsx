'use client';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '~/kit/button';
import { formatCount } from '~/kit/format';
import { ErrorNote } from '~/kit/states';
import { faultOf } from '~/ui/api-fault';
import { useTRPC } from '~/ui/trpc';

/** Plays the whole benchmark again on this server and shows how far it is. */
export function useRecompute(ruleset: string) {
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
    if (status === 'finished') void queries.invalidateQueries(trpc.benchmark.latest.queryFilter({ ruleset }));
  }, [status, queries, trpc, ruleset]);
  return {
    begin: () => start.mutate({ ruleset }),
    busy: start.isPending || (runId !== undefined && (status === undefined || status === 'running') && !progress.isError),
    progress: progress.data ?? null,
    error: start.error ?? progress.error,
  };
}

type Recomputing = ReturnType<typeof useRecompute>;

export function RecomputeButton({ recomputing, look = 'plain' }: { recomputing: Recomputing; look?: 'plain' | 'primary' }) {
  return (
    <Button look={look} onClick={recomputing.begin} disabled={recomputing.busy}>
      {recomputing.busy ? 'Computing' : 'Recompute the figures'}
    </Button>
  );
}

/** One line that keeps its height, so that nothing moves while it counts. */
export function RecomputeState({ recomputing: { progress, busy, error } }: { recomputing: Recomputing }) {
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
        `Computed anew: ${formatCount(progress.total)} episodes.`
      ) : null}
    </div>
  );
}
