'use client';
import { ChartFrame } from '~/kit/charts/chart-frame';
import { SplitKey } from '~/kit/charts/whiskers';
import { seedLabel } from '~/kit/seed-labels';
import { SPLITS } from '../../published-results';
import { tableBehind } from './behind';
import { type Figure, figuresOf } from './figures';
import type { Reports } from './reports';
import { WhiskerPanels } from './whisker-panels';

/** The main figure: every policy on every task, both splits, intervals named. */
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
