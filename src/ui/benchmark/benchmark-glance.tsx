'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { benchmarkGame } from '~/games/screens';
import { ButtonLink } from '~/kit/button';
import { Section } from '~/kit/panel';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { useScreens } from '../use-screens';

const GAME = benchmarkGame().key;

/** A summary of the benchmark, below the leaderboard. */
export function BenchmarkGlance() {
  return (
    <Section title="The benchmark" aside={<WholeBenchmark />}>
      <Glance />
    </Section>
  );
}

function WholeBenchmark() {
  return (
    <Link href="/rankings/benchmark" className="text-accent underline underline-offset-2">
      The whole benchmark
    </Link>
  );
}

function Glance() {
  const trpc = useTRPC();
  const benchmark = useScreens(GAME)?.benchmark ?? null;
  const latest = useQuery(trpc.benchmark.latest.queryOptions({ game: GAME }));
  if (latest.isError) return <FailedQuery what="the benchmark" error={latest.error} retry={latest.refetch} />;
  if (latest.isPending || benchmark === null) {
    return (
      <Loading what="the benchmark">
        <Skeleton className="h-56 w-full" />
      </Loading>
    );
  }
  const { reports } = latest.data;
  if (!benchmark.hasFigures(reports)) {
    return (
      <Empty title="No benchmark results are stored" action={<ButtonLink href="/rankings/benchmark">Compute them</ButtonLink>}>
        The scripted policies play every task on the published seeds in a few seconds.
      </Empty>
    );
  }
  return <benchmark.Glance reports={reports} />;
}
