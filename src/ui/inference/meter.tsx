'use client';
import type { MeterReading } from '~/api/agent-words';
import { ChartFrame } from '~/kit/charts/chart-frame';
import { LineChart } from '~/kit/charts/line-chart';
import { formatCount, formatNumber, formatPercent } from '~/kit/format';
import { Section } from '~/kit/panel';
import { formatDollars, formatDuration } from '../thought/turn-words';
import { failureCount, failureWords, reuseShare, seriesOf } from './inference-words';

const MINUTES = [-10, 0] as const;

/** Speed, load and faults of the last minutes, and what was read and written since the start. */
export function Meter({ meter }: { meter: MeterReading }) {
  return (
    <Section title="Meter" note="Sums since Mandi was started; curves of the last ten minutes, a point every five seconds.">
      <Sums meter={meter} />
      {meter.series.length === 0 ? null : (
        <div className="mt-5 grid gap-x-10 gap-y-6 min-[900px]:grid-cols-2">
          <Speed meter={meter} />
          <Load meter={meter} />
        </div>
      )}
    </Section>
  );
}

function Sums({ meter }: { meter: MeterReading }) {
  const { calls, tokens, latency, cost, failed } = meter;
  const reuse = reuseShare(meter);
  const faults = failureCount(failed);
  const sums: (readonly [string, string, string])[] = [
    ['calls', formatCount(calls), faults === 0 ? 'none failed' : `${formatCount(faults)} failed: ${failureWords(failed)}`],
    ['tokens read', formatCount(tokens.prompt), reuse === null ? 'none yet' : `${formatPercent(reuse)} kept from before`],
    ['tokens written', formatCount(tokens.completion), speedNow(meter)],
    [
      'median call',
      latency === null ? '–' : formatDuration(latency.p50),
      latency === null ? 'no call yet' : `95% within ${formatDuration(latency.p95)}`,
    ],
    ['spent', formatDollars(cost), 'by the prices that were declared'],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-5">
      {sums.map(([name, value, note]) => (
        <div key={name} className="min-w-0">
          <dt className="text-ink-2 text-small">{name}</dt>
          <dd className="num font-semibold text-title">{value}</dd>
          <dd className="text-ink-2 text-micro">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

function speedNow({ series }: MeterReading): string {
  const newest = series.at(-1);
  return newest ? `${formatNumber(Math.round(newest.tokensPerSecond * 10) / 10)} a second now` : 'nothing is being written';
}

function Speed({ meter }: { meter: MeterReading }) {
  const points = seriesOf(meter, 'tokensPerSecond');
  return (
    <ChartFrame
      title="Tokens a second"
      note="written, all backends together"
      file="tokens-per-second"
      table={{ columns: ['at', 'tokens a second'], rows: meter.series.map((point) => [point.at, point.tokensPerSecond]) }}
    >
      <LineChart
        xLabel="min"
        formatX={formatNumber}
        xDomain={MINUTES}
        yDomain={[0, Math.max(10, ...points.map(({ y }) => y))]}
        series={[{ id: 'speed', label: '', colour: 'var(--accent)', points }]}
        summary={`Tokens a second, ${formatNumber(points.at(-1)?.y ?? 0)} at the end`}
      />
    </ChartFrame>
  );
}

/** How many replies are written at once, how many wait, how many failed. */
function Load({ meter }: { meter: MeterReading }) {
  const lines = [
    { id: 'running', label: 'at once', colour: 'var(--accent)', points: seriesOf(meter, 'running') },
    { id: 'queued', label: 'waiting', colour: 'var(--ink-3)', points: seriesOf(meter, 'queued'), dashed: true },
    { id: 'failed', label: 'failed', colour: 'var(--red)', points: seriesOf(meter, 'failed') },
  ];
  return (
    <ChartFrame
      title="Batch and queue"
      note="replies that are written at once, that wait, that failed"
      file="batch-and-queue"
      table={{
        columns: ['at', 'at once', 'waiting', 'failed'],
        rows: meter.series.map((point) => [point.at, point.running, point.queued, point.failed]),
      }}
    >
      <LineChart
        xLabel="min"
        formatX={formatNumber}
        xDomain={MINUTES}
        yDomain={[0, Math.max(4, ...lines.flatMap(({ points }) => points.map(({ y }) => y)))]}
        series={lines}
        summary={lines.map(({ label, points }) => `${formatNumber(points.at(-1)?.y ?? 0)} ${label}`).join(', ')}
      />
    </ChartFrame>
  );
}
