'use client';
import { memo } from 'react';
import { ChartFrame } from '~/kit/charts/chart-frame';
import { LineChart, type LineSeries } from '~/kit/charts/line-chart';
import { roundMarks } from '~/kit/charts/round-marks';
import { formatNumber } from '~/kit/format';
import { CLASSIC_LABS, labColor } from '../../screens/lab-names';
import type { MarketView } from '../../view';

/** Cumulative reward of every lab whose rewards may be seen, round by round. */
export const RewardPanel = memo(function RewardPanel({ view, matchId }: { view: MarketView; matchId: string }) {
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
      note="sum of the rewards of each step so far; amber: shocks"
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

/** Most events earn nothing: then the chart is not drawn again. */
function sameCurves(a: Props, b: Props): boolean {
  const same = a.view.curves === b.view.curves && a.view.shocks === b.view.shocks && a.view.finished === b.view.finished;
  return same && a.view.round_index === b.view.round_index;
}

export function curveOf(view: MarketView, labId: string): LineSeries {
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
