import { formatFixed } from '~/kit/format';
import { roundStep } from '~/kit/round-step';
import { curveShape } from './curve-path';

interface Props {
  /** Cumulative reward, a value a round. */
  values: readonly number[];
  rounds: number;
}

/** A match's reward as it grows: as wide as there is room, a faint line a round (or every few), the zero line drawn. */
export function LiveCurve({ values, rounds }: Props) {
  const { path, end, zero } = curveShape(values, rounds);
  const last = values.at(-1);
  const step = roundStep(rounds);
  return (
    <svg
      width="100%"
      height="56"
      role="img"
      aria-label={last === undefined ? 'Cumulative reward: nothing yet' : `Cumulative reward: ${formatFixed(last, 3)} so far`}
      className="block overflow-visible"
    >
      {Array.from({ length: Math.floor(rounds / step) + 1 }, (_, place) => {
        const x = `${((place * step) / Math.max(1, rounds)) * 100}%`;
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its round
        return <line key={place} x1={x} x2={x} y1="0" y2="100%" stroke="var(--line)" shapeRendering="crispEdges" />;
      })}
      <line x1="0" x2="100%" y1={`${zero}%`} y2={`${zero}%`} stroke="var(--line-strong)" shapeRendering="crispEdges" />
      <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={path} fill="none" stroke="var(--lab-0)" strokeWidth={2} vectorEffect="non-scaling-stroke" strokeLinejoin="round" />
      </svg>
      {end ? <circle cx={`${end.x}%`} cy={`${end.y}%`} r={3.5} fill="var(--lab-0)" /> : null}
    </svg>
  );
}
