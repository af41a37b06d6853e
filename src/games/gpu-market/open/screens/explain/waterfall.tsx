'use client';
import { scaleLinear } from '@visx/scale';
import { useWidth } from '~/kit/charts/use-width';
import { formatDelta } from '~/kit/format';
import { type WaterfallStep, waterfallDomain } from './waterfall-steps';

interface Props {
  steps: readonly WaterfallStep[];
  /** What adds is filled with it, what takes away is outlined. */
  colour: string;
  summary: string;
  format?: (value: number) => string;
}

const ROW = 24;

/** A sum taken apart: each part begins where the one before it ended, the total stands last. */
export function Waterfall({ steps, colour, summary, format = formatDelta }: Props) {
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
