'use client';
import { memo, useMemo } from 'react';
import { ChartFrame } from '~/kit/charts/chart-frame';
import { LineChart, type LineSeries } from '~/kit/charts/line-chart';
import { roundMarks } from '~/kit/charts/round-marks';
import { formatDelta } from '~/kit/format';
import { labColor, OPEN_LABS } from '../../../screens/lab-names';
import type { OpenMarketView } from '../../shared/told/view';
import { type ProfitPoint, profitCurves } from './profit-history';

interface Props {
  views: readonly OpenMarketView[];
  view: OpenMarketView;
  at: number;
  matchId: string;
}

/** With more labs than this, line ends are not labeled. */
const NAMED = 16;

/** Profit of every lab whose money is visible, one point per round. */
export function ProfitPanel({ views, view, at, matchId }: Props) {
  // Points are added only at the end of a round; in between, the curves are unchanged.
  const key = `${view.round_index} ${view.finished}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: within a round nothing of the curves changes
  const curves = useMemo(() => profitCurves(views, at), [key, views.length > 0]);
  if (view.labs.every((lab) => lab.profit === null)) {
    return <p className="text-ink-2 text-small">Profits are shown at the end. Until then, every budget is private.</p>;
  }
  return (
    <Curves
      curves={curves}
      rounds={view.max_rounds}
      shocks={view.shocks}
      here={view.finished ? null : view.round_index}
      matchId={matchId}
    />
  );
}

interface CurvesProps {
  curves: Record<string, ProfitPoint[]>;
  rounds: number;
  shocks: OpenMarketView['shocks'];
  here: number | null;
  matchId: string;
}

const Curves = memo(function Curves({ curves, rounds, shocks, here, matchId }: CurvesProps) {
  const labs = Object.keys(curves).toSorted((a, b) => lastOf(curves[b]) - lastOf(curves[a]));
  const named = new Set(labs.length <= NAMED ? labs : [...labs.slice(0, NAMED / 2), ...labs.slice(-4)]);
  const series: LineSeries[] = labs.map((id) => ({
    id,
    colour: labColor(id),
    points: (curves[id] ?? []).map((point) => ({ x: point.rounds, y: point.profit })),
    label: named.has(id) ? `${OPEN_LABS.nameOf(id)} ${formatDelta(lastOf(curves[id]))}` : '',
  }));
  return (
    <ChartFrame
      title="Profit"
      note="Credits made by the end of each round, including held bonds and deposits. Amber: shocks."
      file={`${matchId}-profit`}
      table={{
        columns: ['lab', 'rounds played', 'profit'],
        rows: labs.flatMap((id) => (curves[id] ?? []).map((point) => [OPEN_LABS.nameOf(id), point.rounds, point.profit])),
      }}
    >
      <LineChart
        series={series}
        height={Math.max(200, Math.min(labs.length, NAMED) * 13 + 48)}
        xLabel="rounds played"
        xDomain={[0, rounds]}
        marks={roundMarks(shocks, here)}
        summary={labs.length === 0 ? 'No round is over yet' : `Profit: ${series.map((one) => one.label || one.id).join('; ')}`}
      />
    </ChartFrame>
  );
});

function lastOf(points: readonly ProfitPoint[] | undefined): number {
  return points?.at(-1)?.profit ?? 0;
}
