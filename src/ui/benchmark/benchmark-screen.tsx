'use client';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '~/kit/button';
import { Page } from '~/kit/page';
import { Section } from '~/kit/panel';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { OperatorGate } from '~/ui/new-match/operator-gate';
import { FailedQuery } from '~/ui/query-states';
import { useTRPC } from '~/ui/trpc';
import { ActionSpace, RewardColumns } from './action-space';
import { FarmingNote } from './farming-note';
import { figuresOf } from './figures';
import { Provenance } from './provenance';
import { PublishedModels } from './published-models';
import { agreementWords, PublishedTable } from './published-table';
import { RecomputeButton, RecomputeState, useRecompute } from './recompute';
import type { Reports } from './reports';
import { WhiskerFigure } from './whisker-figure';

const RULESET = 'classic';

export function BenchmarkScreen() {
  const trpc = useTRPC();
  const latest = useQuery(trpc.benchmark.latest.queryOptions({ ruleset: RULESET }));
  const recomputing = useRecompute(RULESET);
  const reports = latest.data?.reports ?? [];
  return (
    <Page
      title="Benchmark"
      lead="The scripted policies on the classic ruleset: train seeds, on which agents may learn, and holdout seeds, on which they may not."
      actions={
        <div className="flex flex-col items-end gap-1 max-sm:items-start">
          <div className="flex gap-2">
            <ButtonLink href="/reports">All reports</ButtonLink>
            <RecomputeButton recomputing={recomputing} />
          </div>
          <RecomputeState recomputing={recomputing} />
        </div>
      }
    >
      <div className="space-y-10">
        <div className="space-y-4">
          <OperatorGate what="recomputing" />
          {latest.isPending ? (
            <Loading what="the benchmark">
              <Skeleton className="h-[34rem] w-full" />
            </Loading>
          ) : null}
          {latest.isError ? <FailedQuery what="the benchmark" error={latest.error} retry={latest.refetch} /> : null}
          {latest.isSuccess && figuresOf(reports).length === 0 ? (
            <Empty title="No benchmark results are stored" action={<RecomputeButton look="primary" recomputing={recomputing} />}>
              Computing them plays every scripted policy on every task and seed; it takes a few seconds.
            </Empty>
          ) : null}
          {figuresOf(reports).length > 0 ? <Results reports={reports} /> : null}
        </div>
        {latest.isPending ? null : <Catalogue />}
      </div>
    </Page>
  );
}

function Results({ reports }: { reports: Reports }) {
  const trpc = useTRPC();
  const catalog = useQuery(trpc.catalog.overview.queryOptions());
  const figures = figuresOf(reports);
  const tasks = catalog.data?.rulesets.find((one) => one.ruleset === RULESET)?.tasks ?? [];
  return (
    <div className="space-y-10">
      <WhiskerFigure reports={reports} titleOf={(task) => tasks.find(({ id }) => id === task)?.title ?? task} />
      <FarmingNote figures={figures} />
      <Section title="Against the published figures" note={agreementWords(figures)}>
        <div className="space-y-6">
          <PublishedTable figures={figures} />
          <PublishedModels />
        </div>
      </Section>
      <Provenance reports={reports} />
    </div>
  );
}

function Catalogue() {
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
  return (
    <>
      <ActionSpace actions={catalog.data.actions} />
      <RewardColumns columns={catalog.data.rewardColumns} />
    </>
  );
}
