'use client';

import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import { ChartFrame } from '~/kit/charts/chart-frame';
import type { ChartTable } from '~/kit/charts/csv';
import { type WhiskerScale, whiskerScale } from '~/kit/charts/whisker-geometry';
import { type Role, SplitKey, WhiskerAxis, WhiskerPair } from '~/kit/charts/whiskers';
import { formatFixed } from '~/kit/format';
import { seedLabel } from '~/kit/seed-labels';
import { SPLITS } from '../../published-results';
import { type Figure, figuresOf, pairOf, policyOrder, taskOrder } from './figures';
import type { Reports } from './reports';

/** The main figure: every policy on every task, both splits, with intervals. */
export function WhiskerFigure({ reports, titleOf }: { reports: Reports; titleOf: (task: string) => string }) {
  const figures = figuresOf(reports);
  return (
    <ChartFrame
      title="Mean cumulative reward of each policy, by task"
      note={<Key figures={figures} reports={reports} />}
      file="mandi-benchmark-classic"
      table={tableBehind(figures)}
    >
      <div className="mt-4">
        <WhiskerPanels figures={figures} titleOf={titleOf} />
      </div>
    </ChartFrame>
  );
}

function Key({ figures, reports }: { figures: readonly Figure[]; reports: Reports }) {
  const interval = reports[0]?.meta.ci95;
  return (
    <>
      {SPLITS.map((split) => {
        const row = figures.find((figure) => figure.split === split)?.row;
        return row ? (
          <span key={split} className="mr-3 inline-block">
            <SplitKey split={split} /> {split}, seeds {seedLabel(row.seeds)}, n = {row.n}
          </span>
        ) : null;
      })}
      {interval ? (
        <span className="inline-block">
          Whiskers: {Math.round(interval.level * 100)}% bootstrap interval of the mean ({interval.method},{' '}
          {interval.resamples.toLocaleString('en-GB')} resamples).
        </span>
      ) : null}
    </>
  );
}

/** The data of the whiskers: one row per figure, unrounded. */
function tableBehind(figures: readonly Figure[]): ChartTable {
  return {
    columns: ['policy', 'task', 'split', 'seeds', 'n', 'mean', 'std', 'ci95_low', 'ci95_high', 'invalid', 'published', 'equal'],
    rows: figures.map(({ policy, task, split, row, published, equal }) => [
      policy,
      task,
      split,
      row.seeds,
      row.n,
      row.mean,
      row.std,
      row.ci95?.[0] ?? null,
      row.ci95?.[1] ?? null,
      row.invalid,
      published,
      published === null ? null : equal ? 'yes' : 'no',
    ]),
  };
}

type Entry = { policy: string; role: Role };

/** Names and whiskers are aligned: a row has the same height in every column, including its rule. */
const ROW = 'lg:h-11';

/** One panel per task, one row per policy, and a common scale. */
function WhiskerPanels({ figures, titleOf }: { figures: readonly Figure[]; titleOf: (task: string) => string }) {
  const entries = policyOrder(figures);
  const scale = whiskerScale(figures.map((figure) => figure.row));
  const tasks = taskOrder(figures);
  return (
    <div
      className="grid gap-x-6 gap-y-8 lg:grid-cols-[12.5rem_repeat(var(--panels),minmax(0,1fr))]"
      style={{ '--panels': tasks.length } as CSSProperties}
    >
      <div className="max-lg:hidden" aria-hidden>
        <div className="h-7" />
        {entries.map((entry, index) => (
          <div key={entry.policy} className={clsx(ROW, 'flex items-center', ruleAbove(entries, index))}>
            <PolicyName {...entry} />
          </div>
        ))}
      </div>
      {tasks.map((task) => (
        <TaskPanel key={task} {...{ task, title: titleOf(task), figures, entries, scale }} />
      ))}
    </div>
  );
}

interface PanelProps {
  task: string;
  title: string;
  figures: readonly Figure[];
  entries: readonly Entry[];
  scale: WhiskerScale;
}

function TaskPanel({ task, title, figures, entries, scale }: PanelProps) {
  return (
    <div className="min-w-0">
      <h4 className="flex h-7 items-baseline gap-2 text-small font-medium">
        {title} <span className="code font-normal text-micro text-ink-2">{task}</span>
      </h4>
      <ul>
        {entries.map((entry, index) => {
          const pair = pairOf(figures, entry.policy, task);
          return (
            <li key={entry.policy} className={clsx(ROW, 'max-lg:pt-2', ruleAbove(entries, index))}>
              <p className="lg:sr-only">
                <PolicyName {...entry} />
              </p>
              <p className="sr-only">{pair.map(spoken).join('; ')}</p>
              <div className="flex h-[43px] items-center gap-3">
                <div className="min-w-0 flex-1">
                  <WhiskerPair figures={pair} scale={scale} role={entry.role} />
                </div>
                <Values pair={pair} />
              </div>
            </li>
          );
        })}
      </ul>
      <div className="mr-14">
        <WhiskerAxis scale={scale} />
      </div>
    </div>
  );
}

function PolicyName({ policy, role }: Entry) {
  return (
    <span className="block text-micro leading-4">
      <span className="code text-small">{policy}</span>
      {role === 'contestant' ? null : <span className="block text-ink-2">{ROLE_NOTE[role]}</span>}
    </span>
  );
}

const ROLE_NOTE = { variant: 'variant, not ranked', null: 'baseline', farmer: 'tries to farm the score' };

function Values({ pair }: { pair: readonly Figure[] }) {
  return (
    <div className="num w-11 shrink-0 text-right text-micro leading-[14px]" aria-hidden>
      {SPLITS.map((split) => {
        const figure = pair.find((one) => one.split === split);
        return (
          <div key={split} className={split === 'train' ? 'text-ink' : 'text-ink-2'}>
            {figure ? formatFixed(figure.row.mean, 3) : '–'}
          </div>
        );
      })}
    </div>
  );
}

/** A rule between contestants, null policies and farmers. */
function ruleAbove(entries: readonly Entry[], index: number): string {
  const [before, here] = [entries[index - 1], entries[index]];
  return index > 0 && before?.role !== here?.role ? 'border-t border-line-strong' : 'border-t border-line';
}

function spoken({ split, row }: Figure): string {
  const interval = row.ci95 ? `, 95% interval ${formatFixed(row.ci95[0], 3)} to ${formatFixed(row.ci95[1], 3)}` : '';
  return `${split}: mean ${formatFixed(row.mean, 3)}${interval}, n = ${row.n}`;
}
