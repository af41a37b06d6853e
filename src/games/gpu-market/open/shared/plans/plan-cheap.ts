/** A good plan in few steps: job by job, each the blocks that serve it best of those that are left, the job that gains most first. Money in cents. */
import { cheapestSet } from './cheapest-set';
import type { Plan, PlanJob, PlanPair, PlanProblem } from './plan-problem';

type NetOf = (job: PlanJob, work: PlanPair) => number;

const NOTHING: PlanPair = { hours: 0, total: 0, cost: 0 };

interface Use {
  job: number;
  places: number[];
  value: number;
}

export function cheapPlan(problem: PlanProblem, netOf: NetOf): Plan {
  const job_of = Array.from({ length: problem.blocks }, () => -1);
  const waiting = new Set(problem.jobs.keys());
  let value = 0;
  for (;;) {
    let best: Use | null = null;
    for (const job of waiting) {
      const use = bestUseFor(problem, { job, job_of }, netOf);
      if (use.value > (best?.value ?? 0)) best = use;
    }
    if (best === null) return { value, job_of };
    for (const place of best.places) job_of[place] = best.job;
    waiting.delete(best.job);
    value += best.value;
  }
}

/** What the blocks that no job has yet can add to one job. */
function bestUseFor({ jobs, pairs }: PlanProblem, { job: at, job_of }: { job: number; job_of: readonly number[] }, netOf: NetOf): Use {
  const job = jobs[at];
  const row = pairs[at] ?? [];
  if (job === undefined) return { job: at, places: [], value: 0 };
  const options = row.flatMap((pair, place) =>
    pair === null || job_of[place] !== -1 ? [] : [{ place, hours: pair.hours, cost: pair.cost }],
  );
  const places = cheapestSet(job, options);
  const work = { ...NOTHING };
  for (const place of places) {
    const pair = row[place] ?? NOTHING;
    work.hours += pair.hours;
    work.total += pair.total;
    work.cost += pair.cost;
  }
  return { job: at, places, value: netOf(job, work) - netOf(job, NOTHING) };
}
