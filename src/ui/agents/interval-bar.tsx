import { type ResultRow, scaleOf } from './result-rows';

/** A mean with its interval on the scale of its ruleset; the figures stand beside it. */
export function IntervalBar({ row, rows }: { row: ResultRow; rows: readonly ResultRow[] }) {
  const { score, ruleset } = row;
  if (score === null) return null;
  const { low, high } = scaleOf(rows, ruleset);
  const place = (value: number) => `${((value - low) / (high - low)) * 100}%`;
  return (
    <svg
      width="100%"
      height={14}
      aria-hidden
      className={row.beside ? 'block overflow-visible text-ink-3' : 'block overflow-visible text-ink'}
    >
      <line x1={place(0)} x2={place(0)} y1={-6} y2={20} stroke="var(--line-strong)" shapeRendering="crispEdges" />
      {score.low === null || score.high === null ? null : (
        <g stroke="currentColor" strokeWidth={1.25}>
          <line x1={place(score.low)} x2={place(score.high)} y1={7} y2={7} />
          <line x1={place(score.low)} x2={place(score.low)} y1={4} y2={10} />
          <line x1={place(score.high)} x2={place(score.high)} y1={4} y2={10} />
        </g>
      )}
      <circle cx={place(score.mean)} cy={7} r={3.5} fill="currentColor" />
    </svg>
  );
}
