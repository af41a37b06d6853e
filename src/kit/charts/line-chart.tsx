'use client';
import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { formatNumber } from '../format';
import { useWidth } from './use-width';

export interface ChartPoint {
  x: number;
  y: number;
  /** The interval, drawn as a vertical bar through the point. */
  interval?: readonly [number, number] | null;
}

export interface LineSeries {
  id: string;
  /** Label at the line's end; empty: none. */
  label: string;
  colour: string;
  points: readonly ChartPoint[];
  dashed?: boolean;
}

export interface ChartMark {
  x: number;
  colour: string;
  label: string;
}

interface Props {
  series: readonly LineSeries[];
  height?: number;
  xLabel: string;
  /** Fixed, so that a growing curve does not rescale while it is read. */
  xDomain: readonly [number, number];
  yDomain?: readonly [number, number];
  /** Vertical lines: the current instant, shocks. */
  marks?: readonly ChartMark[];
  format?: (value: number) => string;
  formatX?: (value: number) => string;
  /** The chart's message, for screen readers. */
  summary: string;
}

const LEFT = 40;
const BOTTOM = 24;
const TOP = 12;

export function LineChart({ series, height = 190, xLabel, xDomain, yDomain, marks = [], format, formatX = String, summary }: Props) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const labelRoom = Math.min(width * 0.5, Math.max(50, xLabel.length * 6.2 + 20, ...series.map((one) => one.label.length * 6.6 + 12)));
  const inner = Math.max(40, width - LEFT - labelRoom);
  const x = scaleLinear<number>({ domain: [...xDomain], range: [0, inner] });
  const y = scaleLinear<number>({
    domain: yDomain ? [...yDomain] : valueDomain(series),
    range: [height - BOTTOM - TOP, 0],
    nice: !yDomain,
  });
  const labelled = series.filter((one) => one.label !== '' && one.points.length > 0);
  const places = placeLabels(
    labelled.map((one) => y(one.points.at(-1)?.y ?? 0)),
    13,
    height - BOTTOM - TOP - 5, // the axis has its unit below
  );
  const labels = new Map(labelled.map((one, place) => [one.id, places[place] ?? 0]));
  return (
    <div ref={ref} style={{ height }} role="img" aria-label={summary}>
      {width > 0 ? (
        <svg width={width} height={height} aria-hidden className="block">
          <g transform={`translate(${LEFT},${TOP})`}>
            <ValueAxis scale={y} width={inner} {...(format ? { format } : {})} />
            <BottomAxis
              scale={x}
              top={height - BOTTOM - TOP}
              label={xLabel}
              format={formatX}
              tickValues={x.ticks(Math.min(10, Math.max(2, inner / 50))).filter(Number.isInteger)}
            />
            {marks.map((mark) => (
              <line
                key={`${mark.label}-${mark.x}`}
                x1={x(mark.x)}
                x2={x(mark.x)}
                y1={-TOP + 2}
                y2={height - BOTTOM - TOP}
                stroke={mark.colour}
                strokeWidth={1.25}
              >
                <title>{mark.label}</title>
              </line>
            ))}
            {series.map((one) => (
              <g key={one.id}>
                <LinePath
                  data={[...one.points]}
                  x={(point) => x(point.x)}
                  y={(point) => y(point.y)}
                  stroke={one.colour}
                  strokeWidth={2}
                  {...(one.dashed ? { strokeDasharray: '4 3' } : {})}
                />
                <Intervals series={one} x={x} y={y} />
                <EndDot point={one.points.at(-1)} colour={one.colour} x={x} y={y} />
                <text x={endX(one, x) + 7} y={(labels.get(one.id) ?? 0) + 4} fontSize={11} fontWeight={600} fill={one.colour}>
                  {labels.has(one.id) ? one.label : ''}
                </text>
              </g>
            ))}
          </g>
        </svg>
      ) : null}
    </div>
  );
}

interface Scales {
  x: (value: number) => number;
  y: (value: number) => number;
}

function Intervals({ series, x, y }: Scales & { series: LineSeries }) {
  return series.points.map(({ x: at, interval }) =>
    interval ? <path key={at} d={`M${x(at)},${y(interval[0])}V${y(interval[1])}`} stroke={series.colour} strokeWidth={1.25} /> : null,
  );
}

function EndDot({ point, colour, x, y }: Scales & { point: ChartPoint | undefined; colour: string }) {
  return point ? <circle cx={x(point.x)} cy={y(point.y)} r={3} fill={colour} /> : null;
}

function endX(series: LineSeries, x: (value: number) => number): number {
  return x(series.points.at(-1)?.x ?? 0);
}

/** Includes zero and is never empty. */
function valueDomain(series: readonly LineSeries[]): [number, number] {
  const values = series.flatMap((one) => one.points.flatMap((point) => [point.y, ...(point.interval ?? [])]));
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  return high - low < 1e-9 ? [low, low + 0.5] : [low, high];
}

/**
 * Moves labels apart so that none overlap: keeps their order and a distance of at least `gap`. Values grow downward; none is above `lowest`
 * and, if there is room, none is negative.
 */
export function placeLabels(wanted: readonly number[], gap: number, lowest = Number.POSITIVE_INFINITY): number[] {
  const order = wanted.map((height, place) => ({ height, place })).sort((a, b) => a.height - b.height);
  for (let turn = 0; turn < 8 + 4 * order.length; turn += 1) {
    for (let i = 1; i < order.length; i += 1) pushApart(order[i - 1], order[i], gap);
  }
  const placed = [...wanted];
  let floor = lowest;
  for (const { height, place } of order.toReversed()) {
    placed[place] = Math.min(height, floor);
    floor = Math.min(height, floor) - gap;
  }
  if ((order.length - 1) * gap > lowest) return placed;
  let ceiling = 0;
  for (const { place } of order) {
    placed[place] = Math.max(placed[place] ?? 0, ceiling);
    ceiling = placed[place] + gap;
  }
  return placed;
}

function pushApart(upper: { height: number } | undefined, lower: { height: number } | undefined, gap: number): void {
  if (!upper || !lower) return;
  const missing = gap - (lower.height - upper.height);
  if (missing <= 0) return;
  upper.height -= missing / 2;
  lower.height += missing / 2;
}

type LinearScale = ReturnType<typeof scaleLinear<number>>;

const TICK = { fill: 'var(--ink-2)', fontSize: 11, fontFamily: 'var(--font-sans)' };

interface ValueAxisProps {
  scale: LinearScale;
  label?: string;
  ticks?: number;
  format?: (value: number) => string;
}

/** Vertical axis: faint grid lines, no axis line, and a darker zero line. */
function ValueAxis({ scale, width, ticks = 4, format = formatNumber }: ValueAxisProps & { width: number }) {
  const values = scale.ticks(ticks);
  return (
    <g>
      {values.map((value) => (
        <line
          key={value}
          x1={0}
          x2={width}
          y1={scale(value)}
          y2={scale(value)}
          stroke={value === 0 ? 'var(--line-strong)' : 'var(--line)'}
          strokeWidth={1}
          shapeRendering="crispEdges"
        />
      ))}
      <AxisLeft
        scale={scale}
        tickValues={values}
        hideAxisLine
        hideTicks
        tickFormat={(value) => format(Number(value))}
        tickLabelProps={{ ...TICK, textAnchor: 'end', dx: -2, dy: 3.5 }}
      />
    </g>
  );
}

/** Horizontal axis for rounds, steps or values. */
function BottomAxis({
  scale,
  top,
  label,
  ticks = 8,
  format = formatNumber,
  tickValues,
}: ValueAxisProps & { top: number; tickValues?: number[] }) {
  return (
    <AxisBottom
      top={top}
      scale={scale}
      tickValues={tickValues ?? scale.ticks(ticks)}
      stroke="var(--line-strong)"
      tickStroke="var(--line-strong)"
      tickLength={4}
      tickFormat={(value) => format(Number(value))}
      tickLabelProps={{ ...TICK, textAnchor: 'middle' }}
      {...(label ? { label, labelProps: { ...TICK, textAnchor: 'start', x: (scale.range()[1] ?? 0) + 16, y: 13 } } : {})}
    />
  );
}
