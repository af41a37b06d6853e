/** The best plan for many blocks by branch and bound: job by job with its candidate sets, pruning what cannot beat the best so far. */
import { spend } from '~/lib/play/step-budget';
import type { Plan, PlanJob, PlanPair, PlanProblem } from './plan-problem';

/** After this many steps, the best plan so far is used: exact in all observed play, and always bounded in time. */
const MOST_STEPS = 500_000;
const MOST_SETS = 60_000;
/** Sets are bit masks. */
const MOST_BLOCKS = 30;

type NetOf = (job: PlanJob, work: PlanPair) => number;

interface Candidate {
  set: number;
  value: number;
}

interface Search {
  /** By position in the order of jobs: most valuable set first. */
  candidates: Candidate[][];
  /** By position: an upper bound of what the remaining jobs can add. */
  ahead: number[];
  chosen: number[];
  best: { value: number; chosen: number[] };
  steps: number;
}

export function boundedPlan(problem: PlanProblem, netOf: NetOf): Plan {
  const kept = problem.blocks <= MOST_BLOCKS ? problem : narrowed(problem);
  const candidates = kept.jobs.map((job, j) => candidatesOf(job, kept.pairs[j] ?? [], netOf));
  const order = candidates.map((_, j) => j).sort((a, b) => (candidates[b]?.[0]?.value ?? 0) - (candidates[a]?.[0]?.value ?? 0) || a - b);
  const inOrder = order.map((j) => candidates[j] ?? []);
  const ahead = [0];
  for (const sets of [...inOrder].reverse()) ahead.unshift((ahead[0] ?? 0) + (sets[0]?.value ?? 0));
  const search: Search = {
    candidates: inOrder,
    ahead,
    chosen: order.map(() => 0),
    best: { value: 0, chosen: order.map(() => 0) },
    steps: 0,
  };
  descend(search, { place: 0, used: 0, value: 0 });
  const job_of = Array.from({ length: problem.blocks }, () => -1);
  for (const [place, set] of search.best.chosen.entries()) {
    for (let b = 0; b < Math.min(problem.blocks, MOST_BLOCKS); b++) if (set & (1 << b)) job_of[b] = order[place] ?? -1;
  }
  return { value: search.best.value, job_of };
}

function narrowed(problem: PlanProblem): PlanProblem {
  return { jobs: problem.jobs, pairs: problem.pairs.map((row) => row.slice(0, MOST_BLOCKS)), blocks: MOST_BLOCKS };
}

function descend(search: Search, at: { place: number; used: number; value: number }): void {
  search.steps += 1;
  if (at.value > search.best.value) search.best = { value: at.value, chosen: [...search.chosen] };
  const sets = search.candidates[at.place];
  if (sets === undefined || search.steps > MOST_STEPS) return;
  const after = search.ahead[at.place + 1] ?? 0;
  for (const { set, value } of sets) {
    if (at.value + value + after <= search.best.value) break;
    if ((set & at.used) !== 0) continue;
    if (at.value + value + aheadFree(search, at.place + 1, at.used | set) <= search.best.value) continue;
    search.chosen[at.place] = set;
    descend(search, { place: at.place + 1, used: at.used | set, value: at.value + value });
    search.chosen[at.place] = 0;
  }
  if (at.value + aheadFree(search, at.place + 1, at.used) > search.best.value) descend(search, { ...at, place: at.place + 1 });
}

/** An upper bound: the most valuable free sets of the remaining jobs, ignoring conflicts among them. */
function aheadFree(search: Search, place: number, used: number): number {
  let sum = 0;
  let looked = 0;
  for (let p = place; p < search.candidates.length; p++) {
    const sets = search.candidates[p] ?? [];
    const free = sets.findIndex(({ set }) => (set & used) === 0);
    sum += sets[free]?.value ?? 0;
    looked += free === -1 ? sets.length : free + 1;
  }
  spend(looked);
  return sum;
}

/** Sets that add value without unnecessary blocks, most valuable first. */
function candidatesOf(job: PlanJob, row: readonly (PlanPair | null)[], netOf: NetOf): Candidate[] {
  const usable = row.flatMap((pair, b) => (pair === null ? [] : [{ bit: 1 << b, pair }])).sort((a, b) => b.pair.hours - a.pair.hours);
  const asIs = netOf(job, { hours: 0, total: 0, cost: 0 });
  const found: Candidate[] = [];
  const grow = (from: number, set: number, parts: readonly PlanPair[]): void => {
    for (let i = from; i < usable.length && found.length < MOST_SETS; i++) {
      const next = usable[i];
      if (next === undefined) continue;
      const grown = [...parts, next.pair];
      spend(grown.length * grown.length);
      const work = sumOf(grown);
      const value = netOf(job, work) - asIs;
      const idle = grown.some((pair) => netOf(job, less(work, pair)) - asIs >= value);
      if (value > 0 && !idle) found.push({ set: set | next.bit, value });
      if (job.hours + work.hours < job.required) grow(i + 1, set | next.bit, grown);
    }
  };
  grow(0, 0, []);
  return found.sort((a, b) => b.value - a.value || a.set - b.set);
}

function sumOf(pairs: readonly PlanPair[]): PlanPair {
  const sum = { hours: 0, total: 0, cost: 0 };
  for (const pair of pairs) {
    sum.hours += pair.hours;
    sum.total += pair.total;
    sum.cost += pair.cost;
  }
  return sum;
}

function less(work: PlanPair, pair: PlanPair): PlanPair {
  return { hours: work.hours - pair.hours, total: work.total - pair.total, cost: work.cost - pair.cost };
}
