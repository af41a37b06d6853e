'use client';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ButtonLink } from '~/kit/button';
import { CodeBlock } from '~/kit/code-block';
import { SelectField } from '~/kit/field';
import { formatCount, formatDay } from '~/kit/format';
import { JumpLinks, Page, Part } from '~/kit/page';
import { Section } from '~/kit/panel';
import { ErrorNote, Loading, Skeleton } from '~/kit/states';
import { type Column, Table } from '~/kit/table';
import { leftOutWords } from '~/lib/play/whose-play';
import { faultOf } from '../api-fault';
import { useTabTitle } from '../frame/use-tab-title';
import { OperatorGate } from '../new-match/operator-gate';
import { NothingHere } from '../nothing-here';
import { FailedQuery } from '../query-states';
import { gameTitle } from '../task-title';
import { useTRPC } from '../trpc';
import { ActionsTable } from './actions-table';
import { BeforeAfterSection } from './before-after';
import { EpisodesTable } from './episodes-table';
import { FiguresTable } from './figures-table';
import { PopulationsSection } from './populations-section';
import { type Report, ReportGame, type ReportTable, reportTitle, useTaskTitles } from './report';
import { ReportWhiskers } from './report-whiskers';
import { RobustnessSection } from './robustness-section';

/** A stored run, or its progress while it is computed. */
export function ReportScreen({ id }: { id: string }) {
  const trpc = useTRPC();
  const report = useQuery({ ...trpc.report.get.queryOptions({ id }), retry: false });
  const isMissing = report.isError && faultOf(report.error).code === 'unknown_run';
  const progress = useQuery({
    ...trpc.benchmark.progress.queryOptions(isMissing ? { runId: id } : skipToken),
    retry: false,
    refetchInterval: (query) => (query.state.data?.status === 'running' ? 400 : false),
  });
  useTabTitle(report.data ? reportTitle(report.data) : null);
  const { refetch } = report;
  const status = progress.data?.status;
  useEffect(() => {
    if (status === 'finished') void refetch();
  }, [status, refetch]);
  if (isMissing && progress.isError) {
    return (
      <NothingHere
        title="Evaluation report"
        fault={faultOf(report.error)}
        action={<ButtonLink href="/rankings/reports">All reports</ButtonLink>}
      />
    );
  }
  return (
    <Page
      title="Evaluation report"
      lead={report.data ? <Lead report={report.data} /> : undefined}
      actions={report.data ? <Downloads id={id} /> : undefined}
    >
      {report.data ? (
        <ReportGame value={report.data.game}>
          <Whole report={report.data} />
        </ReportGame>
      ) : null}
      {report.isPending || status === 'finished' ? <Waiting /> : null}
      {isMissing && status === 'running' && progress.data ? <Computing {...progress.data} /> : null}
      {progress.data?.status === 'failed' ? <ErrorNote title="The report was not made.">{progress.data.fault}</ErrorNote> : null}
      {report.isError && !isMissing ? <FailedQuery what="this report" error={report.error} retry={report.refetch} /> : null}
    </Page>
  );
}

function Lead({ report: { game, version, createdAt, code } }: { report: Report }) {
  return (
    <>
      {gameTitle(game)}, version {version}, code <span className="code">{code}</span>, saved on {formatDay(createdAt)}.
    </>
  );
}

function Downloads({ id }: { id: string }) {
  return DOWNLOADS.map(({ file, words }) => (
    <ButtonLink key={file} href={`/api/reports/${id}/${file}`} download prefetch={false}>
      {words}
    </ButtonLink>
  ));
}

const DOWNLOADS = [
  { file: 'report.html', words: 'HTML file' },
  { file: 'report.md', words: 'Markdown' },
  { file: 'report.csv', words: 'CSV' },
  { file: 'scores.csv', words: 'Scores as CSV' },
  { file: 'scores.parquet', words: 'Scores as Parquet' },
];

function Waiting() {
  return (
    <Loading what="the report">
      <Skeleton className="h-96 w-full" />
    </Loading>
  );
}

function Computing({ done, total }: { done: number; total: number }) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 text-small text-ink-2">
      <progress className="h-1.5 w-60 accent-accent" max={total} value={done} aria-label="Episodes played" />
      <span className="num">
        {formatCount(done)} of {formatCount(total)} episodes
      </span>
    </div>
  );
}

function Whole({ report }: { report: Report }) {
  const { leads, beforeAfter, robustness, populations, published } = report;
  const parts = [
    { id: 'scores', title: 'Scores', content: <Scores report={report} /> },
    { id: 'tasks', title: 'Task by task', content: <Closer report={report} /> },
    { id: 'leads', title: 'Leads', content: leads.tables.length > 0 ? <LeadsSection leads={leads} /> : null },
    { id: 'players', title: 'Two players', content: beforeAfter ? <BeforeAfterSection report={report} first={beforeAfter} /> : null },
    { id: 'robustness', title: 'Robustness', content: robustness ? <RobustnessSection id={report.id} robustness={robustness} /> : null },
    { id: 'populations', title: 'Populations', content: populations ? <PopulationsSection populations={populations} /> : null },
    { id: 'published', title: 'Published', content: published ? <Published {...published} /> : null },
    { id: 'repeat', title: 'Repeat it', content: <HowMade report={report} /> },
  ].filter(({ content }) => content !== null);
  return (
    <div className="space-y-10">
      <OperatorGate what="replaying episodes" />
      <JumpLinks parts={parts} />
      {parts.map(({ id, content }) => (
        <Part key={id} id={id}>
          {content}
        </Part>
      ))}
    </div>
  );
}

function Scores({ report }: { report: Report }) {
  return (
    <Section title="Scores">
      <ReportWhiskers tables={report.tables} />
    </Section>
  );
}

function HowMade({ report }: { report: Report }) {
  return (
    <Section title="How to reproduce these figures">
      <ul className="mb-3 list-disc space-y-1 pl-4 text-small">
        {report.howMade.map((line) => (
          <li key={line}>{line}</li>
        ))}
        <Pins report={report} />
      </ul>
      <CodeBlock label="Command" code={report.command} wrap />
    </Section>
  );
}

/** Details of one task and range: figures, actions, episodes. */
function Closer({ report: { id, tables } }: { report: Report }) {
  const titleOf = useTaskTitles();
  const [chosen, setChosen] = useState(0);
  const table = tables[chosen] ?? tables[0];
  if (!table) return null;
  return (
    <>
      <Section title="Task by task">
        <SelectField
          label="Task and seeds"
          className="mb-4 max-w-sm"
          value={chosen}
          onChange={(event) => setChosen(Number(event.target.value))}
        >
          {tables.map(({ task, range, seeds }, at) => (
            <option key={`${task} ${seeds}`} value={at}>
              {titleOf(task)}, {range} ({seeds})
            </option>
          ))}
        </SelectField>
        <FiguresTable table={table} />
      </Section>
      <Section title="Actions" note="Share of all submitted actions, including refused ones.">
        <ActionsTable table={table} />
      </Section>
      <Section title="Every episode" note="Select a score to open its episode as a match.">
        <TableEpisodes id={id} table={table} />
      </Section>
    </>
  );
}

function TableEpisodes({ id, table: { task, range, seeds, rows } }: { id: string; table: ReportTable }) {
  const titleOf = useTaskTitles();
  const kept = rows.filter(({ scores }) => scores !== undefined);
  if (kept.length === 0) return <p className="text-small text-ink-2">A run with this many seeds keeps only the means.</p>;
  return <EpisodesTable id={id} caption={`Episodes: ${titleOf(task)}, ${range}`} task={task} seeds={seeds} rows={kept} />;
}

/** Settings and weights of models, and how they were asked. */
function Pins({ report: { pins } }: { report: Report }) {
  return pins.map((line) => (
    <li key={line} className="break-words">
      {line}
    </li>
  ));
}

function Published({ words, figures }: NonNullable<Report['published']>) {
  const titleOf = useTaskTitles();
  return (
    <Section title="Against the published tables" note={words}>
      <Table
        caption="Published means and ours"
        rows={figures}
        rowKey={({ policy, task, split }) => `${policy} ${task} ${split}`}
        columns={[
          { key: 'policy', head: 'Policy', cell: ({ policy }) => <span className="code">{policy}</span> },
          { key: 'task', head: 'Task', cell: ({ task }) => titleOf(task) },
          { key: 'split', head: 'Seeds', cell: ({ split }) => split },
          { key: 'published', head: 'Published', align: 'right', cell: ({ published }) => published.replace('-', '−') },
          { key: 'ours', head: 'Ours', align: 'right', cell: ({ ours }) => ours.replace('-', '−') },
          { key: 'equal', head: 'Equal', align: 'right', cell: ({ equal }) => (equal ? 'yes' : <strong className="text-red">no</strong>) },
        ]}
      />
    </Section>
  );
}

/** Policies compared by seed: who leads whom, with uncertainty. */
function LeadsSection({ leads: { words, heads, tables } }: { leads: Report['leads'] }) {
  const titleOf = useTaskTitles();
  return (
    <Section title="Leads" note={words}>
      {tables.map(({ task, range, seeds, n, lines, leftOut }) => (
        <div key={`${task} ${seeds}`} className="mb-6">
          <Table
            captioned
            caption={`Leads: ${titleOf(task)}, ${range}, seeds ${seeds}, n = ${n}`}
            columns={columnsOf(heads)}
            rows={lines}
            rowKey={([one = '', other = '']) => `${one} ${other}`}
          />
          {leftOut.length === 0 ? null : <p className="mt-1 text-ink-2 text-small">{leftOutWords(leftOut)}</p>}
        </div>
      ))}
    </Section>
  );
}

/** Two names, then figures. */
function columnsOf(heads: readonly string[]): Column<string[]>[] {
  return heads.map((head, at) => ({
    key: head,
    head,
    cell: (line: string[]) => (at < 2 ? <span className="code">{line[at]}</span> : line[at]),
    ...(at > 1 && { align: 'right' as const }),
    className: 'whitespace-nowrap',
  }));
}
