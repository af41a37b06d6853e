/** Intervals of means by either method: a report states which. */

import { type Bootstrap, bootstrapFor, bootstrapMean } from '~/statistics/basics';
import { BOOTSTRAP_OF_TABLE, intervalsOf } from '~/statistics/bootstrap';
import { isBootstrapT, type StatisticsMethod } from '~/statistics/methods';

/** null: too few values for the method. */
export function intervalOf(values: readonly number[], statistics: StatisticsMethod | undefined): [number, number] | null {
  return isBootstrapT(statistics) ? (intervalsOf([values], statistics)[0] ?? null) : bootstrapMean(values);
}

/** As a report of `n` values a row states it. */
export function intervalMethod(n: number, statistics: StatisticsMethod | undefined): Bootstrap {
  return isBootstrapT(statistics) ? { ...BOOTSTRAP_OF_TABLE, method: statistics } : bootstrapFor(n);
}
