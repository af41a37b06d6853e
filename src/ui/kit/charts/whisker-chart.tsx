'use client';
import { scaleLinear } from '@visx/scale';
import { formatNumber } from '../format';
import { BottomAxis } from './axis';
import { useWidth } from './use-width';

export interface WhiskerRow {
  id: string;
  label: string;
  mean: number;
  low: number;
  high: number;
  colour: string;
  hint?: string;
  /** A hollow dot, e.g. published elsewhere or without an interval. */
  hollow?: boolean;
}

interface Props {
  rows: readonly WhiskerRow[];
  /** The same across small multiples. */
  domain: readonly [number, number];
  xLabel: string;
  summary: string;
  /** Off in all but the first of a row of small multiples. */
  named?: boolean;
  rowHeight?: number;
}

const FOOT = 24;

/** A dot and its interval a row; the zero line visible. Say in the frame's note which interval and n. */
export function WhiskerChart({ rows, domain, xLabel, summary, named = true, rowHeight = 24 }: Props) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const body = rows.length * rowHeight;
  const left = named ? Math.min(190, Math.max(40, ...rows.map((row) => row.label.length * 6.6 + 12))) : 8;
  const x = scaleLinear<number>({ domain: [...domain], range: [left, Math.max(left + 60, width - 46)], nice: false });
  return (
    <div ref={ref} style={{ height: body + FOOT }} role="img" aria-label={summary}>
      {width > 0 ? (
        <svg width={width} height={body + FOOT} aria-hidden className="block">
          {x.ticks(4).map((value) => (
            <line
              key={value}
              x1={x(value)}
              x2={x(value)}
              y1={0}
              y2={body}
              stroke={value === 0 ? 'var(--line-strong)' : 'var(--line)'}
              shapeRendering="crispEdges"
            />
          ))}
          {rows.map((row, place) => (
            <Whisker key={row.id} row={row} x={x} y={place * rowHeight + rowHeight / 2} left={left} named={named} />
          ))}
          <BottomAxis scale={x} top={body} ticks={4} label={xLabel} />
        </svg>
      ) : null}
    </div>
  );
}

interface WhiskerProps {
  row: WhiskerRow;
  x: (value: number) => number;
  y: number;
  left: number;
  named: boolean;
}

function Whisker({ row, x, y, left, named }: WhiskerProps) {
  const [low, high] = [x(row.low), x(row.high)];
  return (
    <g>
      <title>{row.hint ?? `${row.label}: ${formatNumber(row.mean)} [${formatNumber(row.low)}, ${formatNumber(row.high)}]`}</title>
      {named ? (
        <text x={left - 10} y={y + 4} textAnchor="end" fontSize={11} fill="var(--ink)">
          {row.label}
        </text>
      ) : null}
      <path d={`M${low},${y}H${high}M${low},${y - 4}v8M${high},${y - 4}v8`} stroke={row.colour} strokeWidth={1.5} fill="none" />
      <circle cx={x(row.mean)} cy={y} r={4} fill={row.hollow ? 'var(--panel)' : row.colour} stroke={row.colour} strokeWidth={1.5} />
      <text x={Math.max(high, x(row.mean)) + 8} y={y + 4} fontSize={11} fill="var(--ink-2)">
        {formatNumber(row.mean)}
      </text>
    </g>
  );
}
