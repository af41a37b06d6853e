'use client';

import { scaleLinear } from '@visx/scale';
import Link from 'next/link';
import { ChartFrame } from '~/kit/charts/chart-frame';
import { useWidth } from '~/kit/charts/use-width';
import { formatDelta, formatFixed } from '~/kit/format';
import { Delta } from '~/kit/number';
import { Section } from '~/kit/panel';
import { SeatChip } from '~/kit/seat-chip';
import { Table } from '~/kit/table';
import { labColor } from '../../../screens/lab-names';
import { PROFIT_PARTS, type ProfitEntry, type SeatExplained } from '../../explain/explanation';
import { REWARD_COLUMNS } from '../../shared/rewards';
import { type WaterfallStep, waterfallDomain, waterfallSteps } from './waterfall-steps';
import { COLUMN_NAMES, gainWords, moneyOf, PART_HINTS, PART_NAMES } from './words';

/** One seat's profit and gain by component, and every movement of money. */
export function SeatAccount({ matchId, account, say }: { matchId: string; account: SeatExplained; say: (text: string) => string }) {
  return (
    <Section title={<SeatChip seat={account.seat} named size="normal" />}>
      <p className="max-w-3xl">
        {account.name} began with {moneyOf(account.start_cents)} and ended with {moneyOf(account.end_cents)}: a profit of{' '}
        <Delta value={account.profit_cents / 100} className="font-semibold" /> cr. Alone it would have made {moneyOf(account.autarky_cents)}
        , and with an equal share of the gains from trade {moneyOf(account.autarky_cents + account.scale_cents)}. Its gain is{' '}
        <span className="num font-semibold">{formatFixed(account.gain, 2)}</span>: {gainWords(account.gain)}.
      </p>
      <div className="mt-5 grid gap-x-12 gap-y-8 lg:grid-cols-2">
        <ProfitWaterfall matchId={matchId} account={account} />
        <GainWaterfall matchId={matchId} account={account} />
      </div>
      <p className="mt-4 max-w-3xl text-ink-2 text-small">
        The two accounts answer different questions. The first follows the money: what was paid, and why. The second follows the lab’s
        position: how each event changed the best result it could still reach by itself. A good purchase counts in the second account
        immediately, as trade. It counts in the first one later, when a job that uses the block pays.
      </p>
      <Movements matchId={matchId} entries={account.entries} say={say} />
    </Section>
  );
}

function ProfitWaterfall({ matchId, account }: { matchId: string; account: SeatExplained }) {
  const parts = PROFIT_PARTS.map((id) => ({
    id,
    label: PART_NAMES[id],
    value: account.parts[id] / 100,
    hint: `${PART_NAMES[id]}: ${PART_HINTS[id]}`,
  }));
  const profit = account.profit_cents / 100;
  return (
    <ChartFrame
      title="Profit: where the money came from and went"
      note="In credits, exact to the cent."
      file={`profit-${matchId}-${account.seat}`}
      table={{ columns: ['part', 'credits'], rows: [...parts.map((part) => [part.label, part.value]), ['profit', profit]] }}
    >
      <Waterfall
        steps={waterfallSteps(parts, { label: 'profit', value: profit })}
        colour={labColor(account.seat)}
        summary={said('Profit', parts, profit)}
      />
    </ChartFrame>
  );
}

function GainWaterfall({ matchId, account }: { matchId: string; account: SeatExplained }) {
  const parts = REWARD_COLUMNS.map((id) => ({
    id,
    label: COLUMN_NAMES[id],
    value: Math.round((account.columns[id] / account.scale_cents) * 1e6) / 1e6,
  }));
  return (
    <ChartFrame
      title="Gain: when its position improved and got worse"
      note="Profit minus what it would have made alone. 1 is an equal share of the gains from trade."
      file={`gain-${matchId}-${account.seat}`}
      table={{
        columns: ['column', 'gain', 'credits'],
        rows: [
          ...REWARD_COLUMNS.map((id, place) => [COLUMN_NAMES[id], parts[place]?.value ?? 0, Math.round(account.columns[id]) / 100]),
          ['gain', account.gain, (account.profit_cents - account.autarky_cents) / 100],
        ],
      }}
    >
      <Waterfall
        steps={waterfallSteps(parts, { label: 'gain', value: account.gain })}
        colour={labColor(account.seat)}
        summary={said('Gain', parts, account.gain)}
        format={(value) => formatDelta(Math.round(value * 1000) / 1000)}
      />
    </ChartFrame>
  );
}

interface MovementsProps {
  matchId: string;
  entries: readonly ProfitEntry[];
  say: (text: string) => string;
}

function Movements({ matchId, entries, say }: MovementsProps) {
  if (entries.length === 0) return null;
  return (
    <details className="mt-4">
      <summary className="text-accent text-small">Every movement of money ({entries.length})</summary>
      <Table<ProfitEntry & { key: string }>
        caption="Every movement of money, in order"
        className="mt-2 max-h-96 max-w-3xl overflow-y-auto"
        rows={entries.map((entry, place) => ({ ...entry, key: String(place) }))}
        rowKey={(entry) => entry.key}
        columns={[
          {
            key: 'round',
            head: 'Round',
            align: 'right',
            cell: (entry) => <Instant matchId={matchId} round={entry.round_index} seq={entry.seq} />,
          },
          { key: 'part', head: 'Part', cell: (entry) => PART_NAMES[entry.part] },
          { key: 'what', head: 'What', cell: (entry) => say(entry.text) },
          { key: 'cents', head: 'Credits', align: 'right', cell: (entry) => formatFixed(entry.cents / 100, 2) },
        ]}
      />
    </details>
  );
}

function Instant({ matchId, round, seq }: { matchId: string; round: number; seq: number }) {
  return (
    <Link href={`/matches/${matchId}?at=${seq}`} className="num text-accent hover:underline" title={`event ${seq} in the replay`}>
      {round}
    </Link>
  );
}

function said(what: string, parts: readonly { label: string; value: number }[], total: number): string {
  const some = parts.filter((part) => part.value !== 0).map((part) => `${part.label} ${formatDelta(part.value)}`);
  return `${what} ${formatDelta(total)}: ${some.length > 0 ? some.join(', ') : 'no movements'}.`;
}

interface Props {
  steps: readonly WaterfallStep[];
  /** Positive parts are filled with it, negative ones outlined. */
  colour: string;
  summary: string;
  format?: (value: number) => string;
}

const ROW = 24;

/** A waterfall chart: each part begins where the previous one ended; the total is last. */
function Waterfall({ steps, colour, summary, format = formatDelta }: Props) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const height = steps.length * ROW + 4;
  const left = Math.min(150, Math.max(60, ...steps.map((step) => step.label.length * 6.4 + 10)));
  const x = scaleLinear<number>({ domain: waterfallDomain(steps), range: [left, Math.max(left + 40, width - 58)] });
  return (
    <div ref={ref} style={{ height }} role="img" aria-label={summary}>
      {width > 0 ? (
        <svg width={width} height={height} aria-hidden className="block">
          <line x1={x(0)} x2={x(0)} y1={0} y2={height} stroke="var(--line-strong)" shapeRendering="crispEdges" />
          {steps.map((step, place) => (
            <g key={step.id} transform={`translate(0,${place * ROW + 2})`}>
              <title>{step.hint ?? step.label}</title>
              <rect width={width} height={ROW} fill="transparent" />
              {step.total ? <line x1={0} x2={width} y1={0} y2={0} stroke="var(--line-strong)" shapeRendering="crispEdges" /> : null}
              <text x={left - 8} y={ROW / 2 + 4} textAnchor="end" fontSize={12} fontWeight={step.total ? 650 : 400} fill="var(--ink)">
                {step.label}
              </text>
              <StepBar step={step} colour={colour} x={x} />
              {place + 2 < steps.length ? (
                <line x1={x(step.to)} x2={x(step.to)} y1={ROW - 5} y2={ROW + 5} stroke="var(--ink-3)" shapeRendering="crispEdges" />
              ) : null}
              <text x={width} y={ROW / 2 + 4} textAnchor="end" fontSize={12} fontWeight={step.total ? 650 : 400} fill="var(--ink)">
                {format(step.value)}
              </text>
            </g>
          ))}
        </svg>
      ) : null}
    </div>
  );
}

function StepBar({ step, colour, x }: { step: WaterfallStep; colour: string; x: (value: number) => number }) {
  const [from, to] = [x(step.from), x(step.to)];
  const takes = step.value < 0;
  const paint = step.total ? 'var(--ink)' : colour;
  return (
    <rect
      x={Math.min(from, to) + (takes ? 0.75 : 0)}
      y={takes ? 5.75 : 5}
      width={Math.max(1, Math.abs(to - from) - (takes ? 1.5 : 0))}
      height={takes ? ROW - 11.5 : ROW - 10}
      fill={takes ? 'transparent' : paint}
      stroke={takes ? paint : 'none'}
      strokeWidth={1.5}
    />
  );
}
