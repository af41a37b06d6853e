'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { ButtonLink } from '~/kit/button';
import { formatFixed } from '~/kit/format';
import { Section } from '~/kit/panel';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { FailedQuery } from '~/ui/query-states';
import { useTRPC } from '~/ui/trpc';
import { type Figure, figuresOf, policyOrder, taskOrder } from './figures';
import { seedWords } from './seed-words';
import { type WhiskerScale, whiskerScale } from './whisker-geometry';
import { WhiskerAxis, WhiskerPair } from './whiskers';

/** The benchmark for the home page: holdout seeds, honest contestants and null policies, a small panel a task. */
export function BenchmarkGlance() {
  return (
    <Section title="The benchmark" aside={<WholeBenchmark />}>
      <Glance />
    </Section>
  );
}

function WholeBenchmark() {
  return (
    <Link href="/benchmark" className="text-accent underline underline-offset-2">
      The whole benchmark
    </Link>
  );
}

function Glance() {
  const trpc = useTRPC();
  const latest = useQuery(trpc.benchmark.latest.queryOptions({ ruleset: 'classic' }));
  if (latest.isError) return <FailedQuery what="the benchmark" error={latest.error} retry={latest.refetch} />;
  if (latest.isPending) {
    return (
      <Loading what="the benchmark">
        <Skeleton className="h-56 w-full" />
      </Loading>
    );
  }
  const figures = figuresOf(latest.data.reports).filter((figure) => figure.split === 'holdout');
  if (figures.length === 0) {
    return (
      <Empty title="No benchmark results are stored" action={<ButtonLink href="/benchmark">Compute them</ButtonLink>}>
        The scripted policies play every task on the published seeds in a few seconds.
      </Empty>
    );
  }
  return <GlancePanels figures={figures} />;
}

function GlancePanels({ figures }: { figures: readonly Figure[] }) {
  const shown = figures.filter((figure) => figure.role !== 'farmer');
  const scale = whiskerScale(shown.map((figure) => figure.row));
  const [any] = shown;
  return (
    <>
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-3">
        {taskOrder(shown).map((task) => (
          <GlancePanel key={task} task={task} figures={shown} scale={scale} />
        ))}
      </div>
      <p className="mt-3 text-small text-ink-2">
        Mean cumulative reward on holdout seeds {seedWords(any?.row.seeds ?? '')}, n = {any?.row.n}; whiskers: 95% bootstrap interval.
      </p>
    </>
  );
}

function GlancePanel({ task, figures, scale }: { task: string; figures: readonly Figure[]; scale: WhiskerScale }) {
  return (
    <div className="min-w-0">
      <h3 className="code mb-1 text-small">{task}</h3>
      <ul>
        {policyOrder(figures).map(({ policy, role }) => {
          const here = figures.filter((figure) => figure.policy === policy && figure.task === task);
          return (
            <li key={policy} className="grid grid-cols-[8.5rem_minmax(0,1fr)_2.75rem] items-center gap-2 border-t py-1">
              <span className="truncate text-micro text-ink-2" title={policy}>
                {policy}
              </span>
              <WhiskerPair figures={here} scale={scale} role={role} />
              <span className="num text-right text-micro">{here[0] ? formatFixed(here[0].row.mean, 3) : '–'}</span>
            </li>
          );
        })}
      </ul>
      <div className="mr-[3.25rem] ml-36">
        <WhiskerAxis scale={scale} />
      </div>
    </div>
  );
}
