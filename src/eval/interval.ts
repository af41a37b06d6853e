/** Intervals of means by either method: a report states which. */
import { BOOTSTRAP_OF_TABLE, intervalsOf } from '~/statistics/bootstrap';
import { NEWEST_STATISTICS, type StatisticsMethod } from '~/statistics/methods';
import { type Bootstrap, bootstrapFor, bootstrapMean } from './statistics';

/** null: too few values for the method. */
export function intervalOf(values: readonly number[], statistics: StatisticsMethod | undefined): [number, number] | null {
  return statistics === NEWEST_STATISTICS ? (intervalsOf([values], statistics)[0] ?? null) : bootstrapMean(values);
}

/** As a report of `n` values a row states it. */
export function intervalMethod(n: number, statistics: StatisticsMethod | undefined): Bootstrap {
  return statistics === NEWEST_STATISTICS ? { ...BOOTSTRAP_OF_TABLE, method: 'bootstrap-t-2' } : bootstrapFor(n);
}
