'use client';
import { AxisBottom, AxisLeft } from '@visx/axis';
import type { scaleLinear } from '@visx/scale';
import { formatNumber } from '../format';

type LinearScale = ReturnType<typeof scaleLinear<number>>;

const TICK = { fill: 'var(--ink-2)', fontSize: 11, fontFamily: 'var(--font-sans)' };

interface Props {
  scale: LinearScale;
  label?: string;
  ticks?: number;
  format?: (value: number) => string;
}

/** Values upwards: quiet grid lines, no axis line, the zero line drawn darker. */
export function ValueAxis({ scale, width, ticks = 4, format = formatNumber }: Props & { width: number }) {
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

/** Rounds, steps or values along the bottom. */
export function BottomAxis({
  scale,
  top,
  label,
  ticks = 8,
  format = formatNumber,
  tickValues,
}: Props & { top: number; tickValues?: number[] }) {
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
