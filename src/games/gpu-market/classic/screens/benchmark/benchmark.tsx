'use client';

import type { ActionCard, RewardColumn } from '~/contract/pack';
import { policyWords } from '~/contract/player';
import type { BenchmarkSlots } from '~/contract/screens';
import { type WhiskerScale, whiskerScale } from '~/kit/charts/whisker-geometry';
import { WhiskerAxis, WhiskerPair } from '~/kit/charts/whiskers';
import { CodeBlock } from '~/kit/code-block';
import { formatFixed, formatNumber } from '~/kit/format';
import { Section } from '~/kit/panel';
import { seedLabel } from '~/kit/seed-labels';
import { Table } from '~/kit/table';
import { TASK_TYPES } from '../../../types';
import { PUBLISHED_MODELS, type PublishedModel } from '../../published-results';
import { FarmingNote } from './farming-note';
import { type Figure, figuresOf, policyOrder, taskOrder } from './figures';
import { agreementWords, PublishedTable } from './published-table';
import type { Report, Reports } from './reports';
import { WhiskerFigure } from './whisker-figure';

/** The published benchmark of `classic`. All reports are of this ruleset. */
export const benchmark: BenchmarkSlots = {
  hasFigures: (reports) => figuresOf(reports as Reports).length > 0,
  Results: ({ reports, titleOf }) => <Results reports={reports as Reports} titleOf={titleOf} />,
  Catalog: ({ actions, rewardColumns }) => (
    <>
      <ActionSpace actions={actions} />
      <RewardColumns columns={rewardColumns} />
    </>
  ),
  Glance: ({ reports }) => <GlancePanels figures={figuresOf(reports as Reports).filter((figure) => figure.split === 'holdout')} />,
};

function Results({ reports, titleOf }: { reports: Reports; titleOf: (task: string) => string }) {
  const figures = figuresOf(reports);
  return (
    <div className="space-y-10">
      <Section title="Scores">
        <WhiskerFigure reports={reports} titleOf={titleOf} />
      </Section>
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

/** The actions of a lab, from the catalog. */
function ActionSpace({ actions }: { actions: readonly ActionCard[] }) {
  return (
    <Section title="The action space" note={`${actions.length} actions, one per step. Fields in brackets are optional.`}>
      <Table
        caption="The action space"
        rows={actions}
        rowKey={(action) => action.type}
        columns={[
          { key: 'type', head: 'Action', cell: (action) => <span className="code whitespace-nowrap">{action.type}</span> },
          { key: 'summary', head: 'What it does', cell: (action) => action.summary, className: 'min-w-48' },
          { key: 'fields', head: 'Fields', cell: (action) => <Fields action={action} />, className: 'min-w-56' },
        ]}
      />
    </Section>
  );
}

function Fields({ action }: { action: ActionCard }) {
  if (action.fields.length === 0) return <span className="text-ink-2">none</span>;
  return (
    <span className="code text-micro leading-5">
      {action.fields.map((field) => (field.required ? field.name : `[${field.name}]`)).join(' ')}
    </span>
  );
}

/** The components of a step's reward, from the catalog. */
function RewardColumns({ columns }: { columns: readonly RewardColumn[] }) {
  return (
    <Section
      title="The reward columns"
      note={`${columns.length} columns at every step; all but the last count toward the reward with their weights.`}
    >
      <Table
        caption="The reward columns"
        rows={columns}
        rowKey={(column) => column.name}
        columns={[
          { key: 'name', head: 'Column', cell: (column) => <span className="code whitespace-nowrap">{column.name}</span> },
          { key: 'weight', head: 'Weight', align: 'right', cell: (column) => (column.weight === null ? '–' : formatNumber(column.weight)) },
          { key: 'summary', head: 'What it holds', cell: (column) => column.summary, className: 'min-w-48 pl-6' },
        ]}
      />
    </Section>
  );
}

/** The origin of every figure: seeds, versions, and the command to reproduce it. */
function Provenance({ reports }: { reports: Reports }) {
  return (
    <Section title="How to reproduce these figures">
      <ul className="grid gap-x-12 gap-y-4 lg:grid-cols-2">
        {reports.map((report) => (
          <OneReport key={report.meta.command} report={report} />
        ))}
      </ul>
    </Section>
  );
}

function OneReport({ report: { rows, meta } }: { report: Report }) {
  const [row] = rows;
  return (
    <li className="min-w-0 text-small">
      <p>
        Ruleset <span className="code">{meta.ruleset}</span> version {meta.version}, judge {meta.judge_mode}, seeds{' '}
        {seedLabel(row?.seeds ?? '')} ({meta.splits.join(', ')} range), n = {row?.n} per row, {meta.episodes} episodes.
      </p>
      <p className="text-ink-2">
        Standard deviation: {meta.std}. Interval: {meta.ci95.method} bootstrap, {meta.ci95.resamples.toLocaleString('en-GB')} resamples.
        Code: <span className="code break-words">{meta.code}</span>
      </p>
      <div className="mt-2">
        <CodeBlock label={`Command for ${meta.splits.join(', ')}`} code={commandWithMethod(meta)} wrap />
      </div>
    </li>
  );
}

/** A report from before methods had names used the first one, which the command must now name. */
function commandWithMethod({ command, ci95 }: Report['meta']): string {
  return ci95.method === 'percentile' && !command.includes('--statistics') ? `${command} --statistics percentile-1` : command;
}

/** Published figures of language models, which are not recomputed here. */
function PublishedModels() {
  return (
    <div>
      <p className="mb-2 text-small text-ink-2">
        Language models as published, on seeds 0–4. Their training data used these seeds too, so the figures after training say little about
        new worlds. Mandi has not measured them.
      </p>
      <Table<PublishedModel>
        caption="Published language models"
        rows={PUBLISHED_MODELS}
        rowKey={(model) => model.name}
        columns={[
          { key: 'name', head: 'Model', cell: (model) => model.name, className: 'whitespace-nowrap' },
          ...TASK_TYPES.map((task) => ({
            key: task,
            head: <span className="code text-micro">{task}</span>,
            align: 'right' as const,
            cell: (model: PublishedModel) => minus(model.means[task]),
          })),
          { key: 'overall', head: 'Overall', align: 'right', cell: (model) => minus(model.overall) },
        ]}
      />
    </div>
  );
}

function minus(printed: string): string {
  return printed.replace('-', '−');
}

/** The benchmark in short: holdout seeds, honest contestants and null policies, with a small panel per task. */
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
        Mean cumulative reward on holdout seeds {seedLabel(any?.row.seeds ?? '')}, n = {any?.row.n}; whiskers: 95% bootstrap interval.
      </p>
    </>
  );
}

function GlancePanel({ task, figures, scale }: { task: string; figures: readonly Figure[]; scale: WhiskerScale }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1 font-medium text-small first-letter:uppercase">{task.replaceAll('_', ' ')}</h3>
      <ul>
        {policyOrder(figures).map(({ policy, role }) => {
          const here = figures.filter((figure) => figure.policy === policy && figure.task === task);
          return (
            <li key={policy} className="grid grid-cols-[8.5rem_minmax(0,1fr)_2.75rem] items-center gap-2 border-t py-1">
              <span className="truncate text-micro text-ink-2" title={policy}>
                {policyWords(policy)}
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
