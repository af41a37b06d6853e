/** A knapsack by hours: which blocks serve one job best. Money in cents. */

import { type PlanJob, payFor } from './plan-problem';

export interface Option {
  /** What the caller calls the block. */
  place: number;
  hours: number;
  cost: number;
}

/** The places of the blocks that leave most of the job's pay after their costs; none when it is not worth it. */
export function cheapestSet(job: PlanJob, options: readonly Option[]): number[] {
  const required = Math.max(0, job.required - job.hours);
  const width = required + 1;
  const least = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
  least[0] = 0;
  // By option, by hours: from which hours it came, plus one; 0: not taken here.
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

/** How many hours are worth reaching: all of them, or where a part is paid, some. */
function bestHours(job: PlanJob, least: Float64Array): number {
  let best = { hours: 0, net: 0 };
  for (let hours = job.partial ? 1 : least.length - 1; hours < least.length; hours++) {
    const net = payFor(job, job.hours + hours, 0) - (least[hours] ?? Number.POSITIVE_INFINITY);
    if (net > best.net) best = { hours, net };
  }
  return best.hours;
}
