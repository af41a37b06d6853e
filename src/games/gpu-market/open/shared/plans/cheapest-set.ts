/** A knapsack by hours: the best blocks for one job. Money in cents. */

import { type PlanJob, payFor } from './plan-problem';

export interface Option {
  /** The caller's index of the block. */
  place: number;
  hours: number;
  cost: number;
}

/** Indexes of the blocks with the highest pay minus cost; none if it is not worthwhile. */
export function cheapestSet(job: PlanJob, options: readonly Option[]): number[] {
  const required = Math.max(0, job.required - job.hours);
  const width = required + 1;
  const least = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
  least[0] = 0;
  // By option and hours: the previous hours plus one; 0: not taken here.
  const from = new Int32Array(options.length * width);
  for (const [i, { hours, cost }] of options.entries()) {
    for (let had = required - 1; had >= 0; had--) {
      const reached = Math.min(required, had + hours);
      const price = (least[had] ?? Number.POSITIVE_INFINITY) + cost;
      if (price < (least[reached] ?? Number.POSITIVE_INFINITY)) {
        least[reached] = price;
        from[i * width + reached] = had + 1;
      }
    }
  }
  let at = bestHours(job, least);
  const places: number[] = [];
  for (let i = options.length - 1; i >= 0 && at > 0; i--) {
    const had = from[i * width + at] ?? 0;
    if (had === 0) continue;
    places.push(options[i]?.place ?? -1);
    at = had - 1;
  }
  return places.reverse();
}

/** The number of hours to reach: all of them or, if partial work is paid, some. */
function bestHours(job: PlanJob, least: Float64Array): number {
  let best = { hours: 0, net: 0 };
  for (let hours = job.partial ? 1 : least.length - 1; hours < least.length; hours++) {
    const net = payFor(job, job.hours + hours, 0) - (least[hours] ?? Number.POSITIVE_INFINITY);
    if (net > best.net) best = { hours, net };
  }
  return best.hours;
}
