/** Versions of how a table is computed. A tournament keeps the one it was created with, so that its digits never change. */

/**
 * percentile-1: percentile intervals from two worlds on; scores that differ by rounding errors are not ties; "more" from all worlds so far.
 * bootstrap-t-2: symmetric bootstrap-t intervals from eight worlds on; ties within 1e-9 of the spread; Elo intervals at least as wide as
 * the posterior of their prior; "more" from a fixed number of worlds; anytime-valid p-values. bootstrap-t-3: the same, but a resample's
 * standard error is at least a quarter of the list's own (`LEAST_ERROR`).
 */
export const STATISTICS = ['percentile-1', 'bootstrap-t-2', 'bootstrap-t-3'] as const;
export type StatisticsMethod = (typeof STATISTICS)[number];

export const FIRST_STATISTICS: StatisticsMethod = 'percentile-1';
export const NEWEST_STATISTICS: StatisticsMethod = 'bootstrap-t-2';

/** By the method in a tournament's plan. */
export const STATISTICS_OF: Record<1 | 2 | 3 | 4, StatisticsMethod> = {
  1: 'percentile-1',
  2: 'bootstrap-t-2',
  3: 'bootstrap-t-2',
  4: 'bootstrap-t-2',
};

/**
 * Lower bound of a resample's standard error, relative to the list's own. Without it, a resample that misses the few values that differ has
 * almost none.
 */
export const LEAST_ERROR: Partial<Record<StatisticsMethod, number>> = { 'bootstrap-t-3': 0.25 };

export function isBootstrapT(method: StatisticsMethod | undefined): method is 'bootstrap-t-2' | 'bootstrap-t-3' {
  return method === 'bootstrap-t-2' || method === 'bootstrap-t-3';
}

/** With fewer worlds, bootstrap-t gives no interval. */
export const FEWEST_WORLDS = 8;
/** Scores that differ by less than this share of their spread are equal. */
export const TIE = 1e-9;
