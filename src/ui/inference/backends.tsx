'use client';
import type { BackendState, MeterReading } from '~/api/agent/types';
import { Badge } from '~/kit/badge';
import { ChartFrame } from '~/kit/charts/chart-frame';
import { LineChart } from '~/kit/charts/line-chart';
import { CodeBlock } from '~/kit/code-block';
import { type NotedFigure, NotedFigures } from '~/kit/facts';
import { formatCount, formatNumber, formatPercent } from '~/kit/format';
import { Section } from '~/kit/panel';
import { type Column, Table } from '~/kit/table';
import { formatDollars, formatDuration, shortDigest } from '../thought/turn-labels';
import { capabilityLabel, failureCount, failureLabel, HEALTH_LABELS, reuseShare, seriesOf } from './inference-labels';

const MINUTES = [-10, 0] as const;

/** Speed, load and errors of the last minutes, and token totals since the start. */
export function Meter({ meter }: { meter: MeterReading }) {
  return (
    <Section title="Meter" note="Totals since Mandi was started, and the last ten minutes in steps of five seconds.">
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
  const sums: NotedFigure[] = [
    ['calls', formatCount(calls), faults === 0 ? 'none failed' : `${formatCount(faults)} failed: ${failureLabel(failed)}`],
    ['tokens read', formatCount(tokens.prompt), reuse === null ? 'none yet' : `${formatPercent(reuse)} kept from before`],
    ['tokens written', formatCount(tokens.completion), speedNow(meter)],
    [
      'median call',
      latency === null ? '–' : formatDuration(latency.p50),
      latency === null ? 'no call yet' : `95% within ${formatDuration(latency.p95)}`,
    ],
    ['spent', formatDollars(cost), 'at the declared prices'],
  ];
  return <NotedFigures figures={sums} />;
}

function speedNow({ series }: MeterReading): string {
  const newest = series.at(-1);
  return newest ? `${formatNumber(Math.round(newest.tokensPerSecond * 10) / 10)} a second now` : 'nothing is being written';
}

function Speed({ meter }: { meter: MeterReading }) {
  const points = seriesOf(meter, 'tokensPerSecond');
  return (
    <ChartFrame
      title="Tokens per second"
      note="written, all backends together"
      file="tokens-per-second"
      table={{ columns: ['at', 'tokens per second'], rows: meter.series.map((point) => [point.at, point.tokensPerSecond]) }}
    >
      <LineChart
        xLabel="min"
        formatX={formatNumber}
        xDomain={MINUTES}
        yDomain={[0, Math.max(10, ...points.map(({ y }) => y))]}
        series={[{ id: 'speed', label: '', colour: 'var(--accent)', points }]}
        summary={`Tokens per second, ${formatNumber(points.at(-1)?.y ?? 0)} at the end`}
      />
    </ChartFrame>
  );
}

/** Replies in progress, waiting and failed. */
function Load({ meter }: { meter: MeterReading }) {
  const lines = [
    { id: 'running', label: 'at once', colour: 'var(--accent)', points: seriesOf(meter, 'running') },
    { id: 'queued', label: 'waiting', colour: 'var(--ink-3)', points: seriesOf(meter, 'queued'), dashed: true },
    { id: 'failed', label: 'failed', colour: 'var(--red)', points: seriesOf(meter, 'failed') },
  ];
  return (
    <ChartFrame
      title="Batch and queue"
      note="replies being written, waiting and failed"
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

/** All backends and what each serves. */
export function Backends({ backends, tries }: { backends: readonly BackendState[]; tries: MeterReading['tries'] }) {
  return (
    <Section title="Backends" note="An agent’s call goes to the first of its backends that serves the model and answers.">
      {backends.some(({ serves }) => serves.length > 0) ? null : <NothingServed />}
      {backends.length === 0 ? null : <Table caption="Backends" columns={columnsWith(tries)} rows={backends} rowKey={({ id }) => id} />}
    </Section>
  );
}

function NothingServed() {
  return (
    <div className="mb-4 max-w-2xl space-y-2 text-small">
      <p>No backend serves a model yet. Fetch one that runs on this machine:</p>
      <CodeBlock label="Fetches a model" code="npx mandi models pull smollm2-135m-instruct" note="98 MB, Apache-2.0" wrap />
      <p>
        Or name a server that speaks OpenAI’s protocol (vLLM, llama.cpp, Ollama, a hosted one) by{' '}
        <span className="code">OPENAI_BASE_URL</span> and <span className="code">OPENAI_MODEL</span>, and start Mandi again.
      </p>
    </div>
  );
}

function columnsWith(tries: MeterReading['tries']): Column<BackendState>[] {
  const of = ({ id }: BackendState) => tries.find(({ backend }) => backend === id) ?? { tries: 0, failed: 0 };
  return [
    ...BACKEND_COLUMNS,
    { key: 'tries', head: 'Tries', align: 'right', cell: (one) => formatCount(of(one).tries), className: 'max-sm:hidden' },
    { key: 'failed', head: 'Failed', align: 'right', cell: (one) => formatCount(of(one).failed) },
  ];
}

const BACKEND_COLUMNS: readonly Column<BackendState>[] = [
  { key: 'id', head: 'Backend', cell: ({ id, place }) => <Who id={id} place={place} /> },
  { key: 'health', head: 'Health', cell: (one) => <Health backend={one} /> },
  { key: 'serves', head: 'Serves', cell: (one) => <Serves backend={one} /> },
  { key: 'can', head: 'Can', cell: ({ capabilities }) => capabilityLabel(capabilities), className: 'max-sm:hidden' },
  {
    key: 'running',
    head: 'Writing',
    align: 'right',
    cell: ({ running, slots }) => `${formatCount(running)}${slots === null ? '' : ` of ${formatCount(slots)}`}`,
  },
  { key: 'queued', head: 'Waiting', align: 'right', cell: ({ queued }) => formatCount(queued) },
];

function Who({ id, place }: { id: string; place: string }) {
  return (
    <>
      <span className="code font-medium">{id}</span>
      <span className="block text-ink-2">{place}</span>
    </>
  );
}

function Health({ backend: { health, why } }: { backend: BackendState }) {
  return (
    <>
      <Badge tone={health === 'up' ? 'accent' : 'plain'}>{HEALTH_LABELS[health]}</Badge>
      {why === null ? null : <span className="block min-w-32 text-ink-2">{why}</span>}
    </>
  );
}

function Serves({ backend: { serves, more = 0 } }: { backend: BackendState }) {
  if (serves.length === 0) return <span className="text-ink-3">nothing</span>;
  return (
    <ul>
      {serves.map(({ name, digest, adapters, context }) => (
        <li key={name} title={digest === null ? undefined : shortDigest(digest)}>
          <span className="code">{name}</span>
          <span className="text-ink-2">
            {context === null ? '' : `, context ${formatCount(context)}`}
            {adapters.length === 0 ? '' : `, adapters ${adapters.join(', ')}`}
          </span>
        </li>
      ))}
      {more === 0 ? null : <li className="text-ink-2">and {formatCount(more)} more</li>}
    </ul>
  );
}
