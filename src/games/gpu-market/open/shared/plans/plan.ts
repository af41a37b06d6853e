/**
 * The exact optimum for one holder of blocks: every block is used for at most one job, and each job is paid by its hours. Small problems by
 * subsets (at most 3^n), larger ones by branch and bound. Money in cents.
 */

import { isCheap, spend } from '~/lib/play/step-budget';
import { cheapestSet } from './cheapest-set';
import { boundedPlan } from './plan-bounded';
import { type Plan, type PlanJob, type PlanPair, type PlanProblem, payFor } from './plan-problem';

/** A set of blocks (bit mask) that a job can use without unnecessary ones, and its value. */
interface Candidate {
  set: number;
  value: number;
}

const MOST_BY_SUBSETS = 14;

/** The best assignment; `value` is never negative, because nothing has to be used. */
export function bestPlan(problem: PlanProblem): Plan {
  const useful: number[] = [];
  for (let b = 0; b < problem.blocks; b++) if (problem.pairs.some((row) => row[b] !== null && row[b] !== undefined)) useful.push(b);
  const none = Array.from({ length: problem.blocks }, () => -1);
  if (useful.length === 0) return { value: 0, job_of: none };
  const narrowed: PlanProblem = {
    jobs: problem.jobs,
    pairs: problem.pairs.map((row) => useful.map((b) => row[b] ?? null)),
    blocks: useful.length,
  };
  const plan = planNarrowed(narrowed);
  for (const [place, b] of useful.entries()) none[b] = plan.job_of[place] ?? -1;
  return { value: plan.value, job_of: none };
}

function planNarrowed(problem: PlanProblem): Plan {
  if (isCheap()) return cheapPlan(problem, netOf);
  return problem.blocks <= MOST_BY_SUBSETS ? planBySubsets(problem) : boundedPlan(problem, netOf);
}

/** `values[m]`: the best value of every set of blocks (bit mask), for valuing bundles. At most fourteen blocks. */
export function valuesOfSets(problem: PlanProblem): Float64Array {
  return tables(problem).best;
}

/** What its holder keeps of a job with these hours and costs: a share of a gain, but the whole loss. */
export function netOf(job: PlanJob, work: PlanPair): number {
  const net = payFor(job, job.hours + work.hours, job.total + work.total) - job.energy - work.cost;
  return net > 0 ? net * job.share : net;
}

const NOTHING: PlanPair = { hours: 0, total: 0, cost: 0 };

/** A job's value without more blocks. */
export function netAsIs(job: PlanJob): number {
  return netOf(job, NOTHING);
}

function planBySubsets(problem: PlanProblem): Plan {
  const { best, choices, candidates } = tables(problem);
  const all = (1 << problem.blocks) - 1;
  const job_of = Array.from({ length: problem.blocks }, () => -1);
  let left = all;
  for (let j = problem.jobs.length - 1; j >= 0; j--) {
    const chosen = choices[j]?.[left] ?? -1;
    const set = chosen < 0 ? 0 : (candidates[j]?.[chosen]?.set ?? 0);
    for (let b = 0; b < problem.blocks; b++) if (set & (1 << b)) job_of[b] = j;
    left &= ~set;
  }
  return { value: best[all] ?? 0, job_of };
}

interface Tables {
  best: Float64Array;
  /** By job, by set: the chosen candidate, or -1. */
  choices: Int32Array[];
  candidates: Candidate[][];
}

function tables(problem: PlanProblem): Tables {
  const size = 1 << problem.blocks;
  const candidates = problem.jobs.map((job, j) => candidatesOf(job, problem.pairs[j] ?? []));
  const choices: Int32Array[] = [];
  let best = new Float64Array(size);
  for (const sets of candidates) {
    const next = Float64Array.from(best);
    const choice = new Int32Array(size).fill(-1);
    for (const [k, { set, value }] of sets.entries()) {
      const rest = (size - 1) & ~set;
      spend(1 << bitsOf(rest));
      // All sets of the other blocks, largest first.
      for (let sub = rest; ; sub = (sub - 1) & rest) {
        const together = (best[sub] ?? 0) + value;
        if (together > (next[sub | set] ?? 0)) {
          next[sub | set] = together;
          choice[sub | set] = k;
        }
        if (sub === 0) break;
      }
    }
    choices.push(choice);
    best = next;
  }
  return { best, choices, candidates };
}

/** Sets that add value and from which no block could be removed. */
function candidatesOf(job: PlanJob, row: readonly (PlanPair | null)[]): Candidate[] {
  const usable = row.flatMap((pair, b) => (pair === null ? [] : [{ bit: 1 << b, pair }]));
  const asIs = netAsIs(job);
  const values = new Float64Array(1 << usable.length);
  const works: PlanPair[] = [NOTHING];
  const candidates: Candidate[] = [];
  spend(values.length);
  for (let s = 1; s < values.length; s++) {
    const low = 31 - Math.clz32(s & -s);
    const { pair } = usable[low] ?? { pair: NOTHING };
    const rest = works[s & (s - 1)] ?? NOTHING;
    const work = { hours: rest.hours + pair.hours, total: rest.total + pair.total, cost: rest.cost + pair.cost };
    works.push(work);
    const value = netOf(job, work) - asIs;
    values[s] = value;
    if (value > 0 && !hasIdle(s, value, values)) {
      candidates.push({ set: usable.reduce((set, { bit }, i) => (s & (1 << i) ? set | bit : set), 0), value });
    }
  }
  return candidates;
}

function bitsOf(set: number): number {
  let bits = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) bits += 1;
  return bits;
}

function hasIdle(set: number, value: number, values: Float64Array): boolean {
  for (let rest = set; rest > 0; rest &= rest - 1) {
    if ((values[set & ~(rest & -rest)] ?? 0) >= value) return true;
  }
  return false;
}

// A good plan in few steps: job by job, the best of the remaining blocks, starting with the job that gains most. Money in cents.

type NetOf = (job: PlanJob, work: PlanPair) => number;

interface Use {
  job: number;
  places: number[];
  value: number;
}

function cheapPlan(problem: PlanProblem, netOf: NetOf): Plan {
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

/** What the unassigned blocks can add to one job. */
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
