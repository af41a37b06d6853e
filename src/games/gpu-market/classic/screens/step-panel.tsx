'use client';
import { memo } from 'react';
import { BarChart } from '~/kit/charts/bar-chart';
import { ChartFrame } from '~/kit/charts/chart-frame';
import { formatDelta, formatExact } from '~/kit/format';
import { SeatChip } from '~/kit/seat-chip';
import { labColor } from '../../screens/lab-names';
import type { StepView } from '../../view';
import { sharesOf } from './reward-columns';

const DOMAIN = [-0.25, 1] as const;

/** The last move and the eleven columns of its reward. */
export const StepPanel = memo(function StepPanel({ step, matchId }: { step: StepView | null; matchId: string }) {
  if (!step) return <p className="text-ink-2 text-small">No move yet: the breakdown of the first reward will stand here.</p>;
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
      note="the columns of its reward; a column's weight on hover, column × weight in the table"
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
