'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { ButtonLink } from '~/kit/button';
import { formatAgo } from '~/kit/format';
import { Page } from '~/kit/page';
import { Section } from '~/kit/panel';
import { Empty, Loading, Skeleton } from '~/kit/states';
import { Table } from '~/kit/table';
import { CommandWords } from '../doors/command-words';
import { useNow } from '../matches/use-now';
import { OperatorGate } from '../new-match/operator-gate';
import { FailedQuery } from '../query-states';
import { useTRPC } from '../trpc';
import { NewReport } from './new-report';

/** Every kept run, and a form for another. */
export function ReportsScreen() {
  return (
    <Page
      title="Reports"
      lead="What policies and agents score on the same seeds, beside null policies and every script that tries to farm the score."
      actions={<ButtonLink href="/benchmark">Benchmark</ButtonLink>}
    >
      <div className="space-y-10">
        <OperatorGate what="making a report" />
        <NewReport />
        <Section
          title="Kept reports"
          note={
            <>
              Newest first. Runs of <span className="code whitespace-nowrap">npx mandi eval --save</span> stand here too.
            </>
          }
        >
          <ReportList />
        </Section>
      </div>
    </Page>
  );
}

function ReportList() {
  const trpc = useTRPC();
  const now = useNow();
  const list = useQuery({ ...trpc.report.list.queryOptions(), staleTime: 0 });
  if (list.isPending) {
    return (
      <Loading what="reports">
        <Skeleton className="h-32 w-full" />
      </Loading>
    );
  }
  if (!list.data) return <FailedQuery what="the reports" error={list.error} retry={list.refetch} />;
  if (list.data.items.length === 0) return <Empty title="No report is kept yet">The form above makes one in a few seconds.</Empty>;
  return (
    <Table
      caption="Kept reports"
      rows={list.data.items}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'command',
          head: 'Command',
          cell: ({ id, command }) => (
            <Link href={`/reports/${id}`} className="code text-accent text-small underline underline-offset-2">
              <CommandWords command={command.replace('npx mandi ', '')} />
            </Link>
          ),
        },
        {
          key: 'ruleset',
          head: 'Ruleset',
          cell: ({ ruleset, version }) => (
            <span className="whitespace-nowrap">
              <span className="code">{ruleset}</span> {version}
            </span>
          ),
        },
        {
          key: 'when',
          head: 'Kept',
          align: 'right',
          cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatAgo(createdAt, now)}</span>,
        },
      ]}
    />
  );
}
