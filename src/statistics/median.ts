import { quantile } from './basics';
import { TIE } from './methods';

/** null if there are no values. */
export function medianOf(values: readonly number[]): number | null {
  return values.length === 0
    ? null
    : quantile(
        values.toSorted((a, b) => a - b),
        0.5,
      );
}

/** Rounding errors of sums, as a share of the values. */
const NOISE = 1e-12;

/** Whether over half of them are equal, apart from rounding errors. */
export function isMostlyEqual(values: readonly number[]): boolean {
  const sorted = values.toSorted((a, b) => a - b);
  const [least, most] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  const near = Math.max(TIE * (most - least), NOISE * Math.max(Math.abs(least), Math.abs(most)));
  const half = Math.floor(sorted.length / 2);
  return sorted.some((value, i) => i + half < sorted.length && (sorted[i + half] ?? 0) - value <= near) && sorted.length > 1;
}
