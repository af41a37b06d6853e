import { quantile } from './basics';
import { TIE } from './methods';

/** null: of nothing. */
export function medianOf(values: readonly number[]): number | null {
  return values.length === 0
    ? null
    : quantile(
        values.toSorted((a, b) => a - b),
        0.5,
      );
}

/** Rounding noise of sums, as a share of the values themselves. */
const NOISE = 1e-12;

/** Are over half of them equal, but for rounding noise? */
export function isMostlyEqual(values: readonly number[]): boolean {
  const sorted = values.toSorted((a, b) => a - b);
  const [least, most] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  const near = Math.max(TIE * (most - least), NOISE * Math.max(Math.abs(least), Math.abs(most)));
  const half = Math.floor(sorted.length / 2);
  return sorted.some((value, i) => i + half < sorted.length && (sorted[i + half] ?? 0) - value <= near) && sorted.length > 1;
}
