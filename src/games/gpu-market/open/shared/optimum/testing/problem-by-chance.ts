/** For tests: a random planning problem of a lab. */

import { drawsOf } from '~/lib/random/draws';
import type { PlanPair, PlanProblem } from '../../plans/plan-problem';

/** A random problem, harder than the market's: many blocks that fit many jobs. */
export function problemBy(seed: number, blocks: number): PlanProblem {
  const draws = drawsOf(seed);
  const jobs = Array.from({ length: draws.randint(1, 6) }, (_, j) => {
    const required = draws.randint(1, 12);
    const value = draws.randint(500, 15000);
    const partial = draws.random() < 0.35;
    return { job_id: `j_${j}`, required, value, late_value: Math.round(value * 0.35), partial, hours: 0, total: 0, share: 1, energy: 0 };
  });
  const pairs = jobs.map((job) =>
    Array.from({ length: blocks }, (): PlanPair | null => {
      const total = draws.randint(1, 8);
      const hours = draws.randint(0, total);
      const cost = draws.randint(20, 900);
      return draws.random() < 0.25 || (job.partial && hours === 0) ? null : { hours, total, cost };
    }),
  );
  return { jobs, pairs, blocks };
}
