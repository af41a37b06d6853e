import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { formatNumber } from '../format';

interface Props {
  /** One value a round. */
  values: readonly number[];
  /** How many rounds the whole will have, so that the line grows to the right. */
  length: number;
  colour?: string;
  width?: number;
  height?: number;
  label: string;
}

/** A curve the size of a word, with its zero line. */
export function Sparkline({ values, length, colour = 'var(--accent)', width = 96, height = 28, label }: Props) {
  const x = scaleLinear<number>({ domain: [0, Math.max(1, length - 1)], range: [3, width - 3] });
  const y = scaleLinear<number>({ domain: [Math.min(0, ...values), Math.max(0.2, ...values)], range: [height - 3, 3] });
  const points = values.map((value, place) => ({ value, place }));
  const last = points.at(-1);
  return (
    <svg
      width={width}
      height={height}
      role="img"
      aria-label={last ? `${label}: ${formatNumber(last.value)} so far` : `${label}: nothing yet`}
      className="block shrink-0"
    >
      <line x1={0} x2={width} y1={y(0)} y2={y(0)} stroke="var(--line-strong)" strokeDasharray="1 2" />
      <LinePath data={points} x={(point) => x(point.place)} y={(point) => y(point.value)} stroke={colour} strokeWidth={1.5} />
      {last ? <circle cx={x(last.place)} cy={y(last.value)} r={2.5} fill={colour} /> : null}
    </svg>
  );
}
