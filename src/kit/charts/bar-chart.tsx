'use client';
import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { formatDelta } from '../format';
import { useWidth } from './use-width';

export interface BarRow {
  id: string;
  label: string;
  value: number;
  colour: string;
  /** Shown on hover and focus, e.g. the weight of a reward column. */
  hint?: string;
  strong?: boolean;
}

interface Props {
  rows: readonly BarRow[];
  /** Use the same for bars that are compared. */
  domain: readonly [number, number];
  format?: (value: number) => string;
  summary: string;
  rowHeight?: number;
}

/** Horizontal bars from a zero line, with names on the left and values on the right. */
export function BarChart({ rows, domain, format = formatDelta, summary, rowHeight = 20 }: Props) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const height = rows.length * rowHeight;
  const left = Math.min(160, Math.max(60, ...rows.map((row) => row.label.length * 6.2 + 8)));
  const x = scaleLinear<number>({ domain: [...domain], range: [left, Math.max(left + 40, width - 52)] });
  return (
    <div ref={ref} style={{ height }} role="img" aria-label={summary}>
      {width > 0 ? (
        <svg width={width} height={height} aria-hidden className="block">
          {rows.map((row, place) => (
            <g key={row.id} transform={`translate(0,${place * rowHeight})`}>
              <title>{row.hint ?? row.label}</title>
              <rect width={width} height={rowHeight} fill="transparent" />
              <text x={left - 8} y={rowHeight / 2 + 4} textAnchor="end" fontSize={11} fontWeight={row.strong ? 650 : 400} fill="var(--ink)">
                {row.label}
              </text>
              <Bar
                x={Math.min(x(0), x(row.value))}
                y={3}
                width={Math.max(row.value === 0 ? 0 : 1, Math.abs(x(row.value) - x(0)))}
                height={rowHeight - 6}
                fill={row.colour}
                style={{ transition: 'x 200ms, width 200ms' }}
              />
              <text
                x={width}
                y={rowHeight / 2 + 4}
                textAnchor="end"
                fontSize={11}
                fontWeight={row.strong ? 650 : 400}
                fill={row.value === 0 ? 'var(--ink-3)' : 'var(--ink)'}
              >
                {format(row.value)}
              </text>
            </g>
          ))}
          <line x1={x(0)} x2={x(0)} y1={0} y2={height} stroke="var(--line-strong)" shapeRendering="crispEdges" />
        </svg>
      ) : null}
    </div>
  );
}
