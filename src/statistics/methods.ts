/** Named versions of how a table is computed: a tournament keeps the one that it was made with, digit for digit. */

/**
 * percentile-1: percentile intervals from two worlds on; scores that differ by rounding noise are no tie; "more" from all worlds so far.
 * bootstrap-t-2: symmetric bootstrap-t intervals from eight worlds on; ties within 1e-9 of the spread; Elo intervals at least as wide as the
 * posterior of their prior; "more" from a number of worlds that is fixed in advance; p-values that allow looking as often as one likes.
 * bootstrap-t-3: the same, but no resample's standard error counts as less than a quarter of the list's own (`LEAST_ERROR`).
 */
export const STATISTICS = ['percentile-1', 'bootstrap-t-2', 'bootstrap-t-3'] as const;
export type StatisticsMethod = (typeof STATISTICS)[number];

export const FIRST_STATISTICS: StatisticsMethod = 'percentile-1';
export const NEWEST_STATISTICS: StatisticsMethod = 'bootstrap-t-2';

/** By the method that a tournament's plan states. */
export const STATISTICS_OF: Record<1 | 2 | 3 | 4, StatisticsMethod> = {
  1: 'percentile-1',
  2: 'bootstrap-t-2',
  3: 'bootstrap-t-2',
  4: 'bootstrap-t-2',
};

/** Of the list's own standard error, what a resample's counts as at least: without it one that misses the few values that differ has next to none. */
export const LEAST_ERROR: Partial<Record<StatisticsMethod, number>> = { 'bootstrap-t-3': 0.25 };

export function isBootstrapT(method: StatisticsMethod | undefined): method is 'bootstrap-t-2' | 'bootstrap-t-3' {
  return method === 'bootstrap-t-2' || method === 'bootstrap-t-3';
}

/** Below so many worlds bootstrap-t gives no interval. */
export const FEWEST_WORLDS = 8;
/** Scores that differ by less than this share of their spread are equal. */
export const TIE = 1e-9;
