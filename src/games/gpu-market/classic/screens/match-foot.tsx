'use client';

import { memo, type ReactNode, useState } from 'react';
import type { ShownCard } from '~/contract/shown';
import { Button } from '~/kit/button';
import { BarChart } from '~/kit/charts/bar-chart';
import { ChartFrame } from '~/kit/charts/chart-frame';
import { LineChart, type LineSeries } from '~/kit/charts/line-chart';
import { roundMarks } from '~/kit/charts/round-marks';
import { formatDelta, formatExact, formatNumber } from '~/kit/format';
import { SeatChip } from '~/kit/seat-chip';
import { CLASSIC_LABS, labColor } from '../../screens/lab-names';
import type { MarketView, StepView } from '../../view';
import { sharesOf } from './reward-columns';

/** Below the board: cumulative rewards, the last move's reward, and downloads. */
export function MatchFoot({ view, card, files }: { view: MarketView; card: ShownCard; files: ReactNode }) {
  return (
    <div className="grid gap-x-10 gap-y-6 px-4 pt-4 pb-8 sm:px-6 min-[900px]:grid-cols-2 print:grid-cols-2">
      <h2 className="sr-only">Rewards</h2>
      <div className="min-w-0">
        <RewardPanel view={view} matchId={card.id} />
        {files}
      </div>
      <div className="min-h-[270px] min-w-0">
        <LastSteps view={view} matchId={card.id} />
      </div>
    </div>
  );
}

function LastSteps({ view, matchId }: { view: MarketView; matchId: string }) {
  const [shown, setShown] = useState<'settlement' | 'move'>('settlement');
  const { settlement, last_step: lastStep } = view;
  if (view.labs.length > 0 && Object.keys(view.curves).length === 0) {
    return <p className="text-ink-2 text-small">The columns of each reward stay private until the match ends.</p>;
  }
  const step: StepView | null = settlement && shown === 'settlement' ? settlement : lastStep;
  return (
    <>
      <StepPanel step={step} matchId={matchId} />
      {settlement ? (
        <div className="no-print mt-2 flex gap-2">
          <Button size="small" look="quiet" aria-pressed={shown === 'settlement'} onClick={() => setShown('settlement')}>
            Final settlement
          </Button>
          <Button size="small" look="quiet" aria-pressed={shown === 'move'} onClick={() => setShown('move')}>
            Last move
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Cumulative reward of every lab whose rewards are visible, by round. */
const RewardPanel = memo(function RewardPanel({ view, matchId }: { view: MarketView; matchId: string }) {
  const series = Object.keys(view.curves).map((labId) => curveOf(view, labId));
  const rows = Object.entries(view.curves).flatMap(([labId, points]) =>
    points.map((point) => [labId, point.round_index, point.reward, point.cumulative]),
  );
  if (series.length === 0) {
    return <p className="text-ink-2 text-small">Rewards of this match stay private until it ends.</p>;
  }
  return (
    <ChartFrame
      title="Cumulative reward"
      note="Sum of the rewards of each step so far. Amber: shocks."
      file={`${matchId}-reward`}
      table={{ columns: ['lab', 'round', 'reward', 'cumulative'], rows }}
    >
      <LineChart
        series={series}
        xLabel="round"
        xDomain={[0, view.max_rounds]}
        marks={roundMarks(view.shocks, view.finished ? null : view.round_index)}
        summary={`Cumulative reward: ${series.map(lastWords).join('; ')}`}
      />
    </ChartFrame>
  );
}, sameCurves);

type Props = { view: MarketView; matchId: string };

/** Most events bring no reward; then the chart is not rendered again. */
function sameCurves(a: Props, b: Props): boolean {
  const same = a.view.curves === b.view.curves && a.view.shocks === b.view.shocks && a.view.finished === b.view.finished;
  return same && a.view.round_index === b.view.round_index;
}

function curveOf(view: MarketView, labId: string): LineSeries {
  const points = (view.curves[labId] ?? []).map((point) => ({ x: point.round_index, y: point.cumulative }));
  const last = points.at(-1);
  return {
    id: labId,
    colour: labColor(labId),
    points: points[0]?.x === 0 ? points : [{ x: 0, y: 0 }, ...points],
    label: last ? `${CLASSIC_LABS.nameOf(labId)}: ${formatNumber(last.y)}` : CLASSIC_LABS.nameOf(labId),
  };
}

function lastWords(series: LineSeries): string {
  return series.label;
}

const DOMAIN = [-0.25, 1] as const;

/** The last move and the eleven columns of its reward. */
const StepPanel = memo(function StepPanel({ step, matchId }: { step: StepView | null; matchId: string }) {
  if (!step) return <p className="text-ink-2 text-small">No move yet. The breakdown of the first reward will appear here.</p>;
  const shares = sharesOf(step);
  const total = step.breakdown.normalized_reward;
  const bars = shares.map((one) => ({
    id: one.column,
    label: one.name,
    value: one.value,
    colour: one.value < 0 ? 'var(--red)' : labColor(step.lab_id),
    hint: `${one.name} (${one.what}): ${formatExact(one.value)} × ${formatExact(one.weight)} = ${formatDelta(one.share)}`,
  }));
  const sum = {
    id: 'normalized_reward',
    label: 'reward',
    value: total,
    colour: total < 0 ? 'var(--red)' : 'var(--ink)',
    hint: `reward of this step: ${formatExact(total)}`,
    strong: true,
  };
  return (
    <ChartFrame
      title={<LastMove step={step} />}
      note="The columns of its reward. Point at one for its weight; the table has column × weight."
      file={`${matchId}-breakdown`}
      table={{
        columns: ['column', 'value', 'weight', 'adds'],
        rows: [...shares.map((one) => [one.column, one.value, one.weight, round(one.share)]), ['normalized_reward', total, 1, total]],
      }}
    >
      <BarChart rows={[...bars, sum]} domain={DOMAIN} summary={`Reward ${formatDelta(total)}: ${nonZero(bars)}`} />
    </ChartFrame>
  );
});

function LastMove({ step }: { step: StepView }) {
  const { action, result } = step;
  const verb = result.code === 'final_settlement' ? 'final settlement' : (action?.action_type ?? 'no action').replaceAll('_', ' ');
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span>Last reward:</span> <SeatChip seat={step.lab_id} named /> <span>{verb}</span>
      <span className={result.ok ? 'code font-normal text-ink-2' : 'code font-normal text-red'}>{result.code}</span>
    </span>
  );
}

function nonZero(bars: readonly { label: string; value: number }[]): string {
  return bars
    .filter((bar) => bar.value !== 0)
    .map((bar) => `${bar.label} ${formatDelta(bar.value)}`)
    .join(', ');
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
