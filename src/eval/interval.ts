/** Intervals of means. The method is the report's. */

import { type Bootstrap, bootstrapFor, bootstrapMean } from '~/statistics/basics';
import { BOOTSTRAP_OF_TABLE, intervalsOf } from '~/statistics/bootstrap';
import { isBootstrapT, type StatisticsMethod } from '~/statistics/methods';

/** null: the method needs more values. */
export function intervalOf(values: readonly number[], statistics: StatisticsMethod | undefined): [number, number] | null {
  return isBootstrapT(statistics) ? (intervalsOf([values], statistics)[0] ?? null) : bootstrapMean(values);
}

/** The words of a report whose rows have `n` values. */
export function intervalMethod(n: number, statistics: StatisticsMethod | undefined): Bootstrap {
  return isBootstrapT(statistics) ? { ...BOOTSTRAP_OF_TABLE, method: statistics } : bootstrapFor(n);
}
