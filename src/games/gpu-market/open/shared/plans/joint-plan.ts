/**
 * A founder's search for a joint plan: pledged blocks for pledged jobs. Local search from what each lab would do alone: a job is served
 * again, cheaply, from free blocks and those of one other job, which is served from the rest. Money in cents.
 */

import type { OpenObservation, PublicBlock, WireCoalition, WireJob } from '../observation';
import { toCents } from '../state';
import { cheapestSet, type Option } from './cheapest-set';
import { bestPlan } from './plan';
import { type PlanJob, type PlanPair, payFor } from './plan-problem';
import { pairOf, planJob, problemOf } from './potential';

export interface JointPlan {
  plan: { job_id: string; block_ids: string[] }[];
  /** Value minus energy, and the participants' minimum, in cents. */
  total: number;
  reserves: number;
}

/** How a founder weighs current jobs against future ones. */
export interface Foresight {
  /** Blocks that start within this many rounds are used now or perhaps never. */
  soon: number;
  /** The assumed value of a later hour for unknown jobs, in cents. */
  later_hour: number;
  /** What using a block costs its lab by what is not pledged, in cents; absent: nothing. */
  hidden?: (block: PublicBlock) => number;
}

/** As if no more jobs were to come. */
const ALL_NOW: Foresight = { soon: Number.POSITIVE_INFINITY, later_hour: 0 };

const PASSES = 5;
/** Larger exchanges are tried from each job at each weight before the search ends. */
const WEIGHTS = [0.5, 1];
const KICKS = WEIGHTS.length;
const MOST_KICKS = 400;

export interface Pool {
  jobs: readonly WireJob[];
  problems: readonly PlanJob[];
  blocks: readonly PublicBlock[];
  /** By job, by block. */
  pairs: readonly (readonly (PlanPair | null)[])[];
  /** By block: the cost of using it now instead of later. */
  charge: readonly number[];
  urgent: readonly boolean[];
  reserveOf: ReadonlyMap<string, number>;
}

/** By job, the indexes of its blocks. */
export type Assignment = number[][];

/** The plan to carry out now; null if none gives its members at least their minimum. */
export function searchPlan(observation: OpenObservation, coalition: WireCoalition, foresight: Foresight = ALL_NOW): JointPlan | null {
  const found = bestAssignment(observation, coalition, foresight);
  return found === null ? null : worthwhile(found.pool, found.given);
}

/** Which pledged blocks should serve which pledged jobs; null: there is nothing to plan. */
export function bestAssignment(
  observation: OpenObservation,
  coalition: WireCoalition,
  foresight: Foresight,
): { pool: Pool; given: Assignment } | null {
  const pool = poolOf(observation, coalition, foresight);
  if (pool.jobs.length === 0 || pool.blocks.length === 0) return null;
  return { pool, given: improved(pool, everyoneAlone(pool, observation)) };
}

function poolOf(observation: OpenObservation, coalition: WireCoalition, foresight: Foresight): Pool {
  const pledges = Object.entries(coalition.pledges ?? {});
  const ids = new Set(pledges.flatMap(([, pledge]) => pledge.block_ids));
  const { round_index, max_rounds } = observation;
  const blocks = observation.public_market.blocks.filter((block) => ids.has(block.block_id) && block.hours_left > 0);
  const jobs = pledges
    .flatMap(([, pledge]) => pledge.jobs)
    .filter((job) => !job.settled && job.deadline_round >= round_index && job.allocated_block_ids.length === 0);
  const hidden = foresight.hidden ?? (() => 0);
  const urgent = blocks.map((block) => block.start_round <= round_index + foresight.soon);
  const hours = (block: PublicBlock) => block.gpu_count * (Math.min(block.start_round + block.duration, max_rounds) - block.start_round);
  return {
    jobs,
    problems: jobs.map((job) => planJob(observation, job)),
    blocks,
    pairs: jobs.map((job) => blocks.map((block) => pairOf(observation, block, job))),
    charge: blocks.map((block, b) => Math.max(urgent[b] === true ? 0 : foresight.later_hour * hours(block), hidden(block))),
    urgent,
    reserveOf: new Map(pledges.map(([lab, pledge]) => [lab, toCents(pledge.reserve)])),
  };
}

/** The start of the search: every member's own best plan for its pledges. */
function everyoneAlone(pool: Pool, observation: OpenObservation): Assignment {
  const given: Assignment = pool.jobs.map(() => []);
  for (const lab of new Set(pool.jobs.map((job) => job.lab_id))) {
    const jobs = pool.jobs.filter((job) => job.lab_id === lab);
    const blocks = pool.blocks.filter((block) => block.owner_lab_id === lab);
    for (const [b, j] of bestPlan(problemOf(observation, { blocks, jobs })).job_of.entries()) {
      const job = jobs[j];
      const block = blocks[b];
      if (job !== undefined && block !== undefined) given[pool.jobs.indexOf(job)]?.push(pool.blocks.indexOf(block));
    }
  }
  return given;
}

/** Improves by exchanges until none helps, then by larger ones; failed larger ones are undone. */
function improved(pool: Pool, start: Assignment): Assignment {
  let given = settled(pool, start);
  let worth = totalOf(pool, given);
  let tried = 0;
  for (let kick = 0; tried < pool.jobs.length * KICKS && kick < MOST_KICKS; kick++) {
    const bold = displaced(pool, given, {
      job: kick % pool.jobs.length,
      weight: WEIGHTS[Math.floor(kick / pool.jobs.length) % WEIGHTS.length] ?? 1,
    });
    const next = bold === null ? null : settled(pool, bold);
    const gained = next === null ? 0 : totalOf(pool, next) - worth;
    tried = gained > 1 ? 0 : tried + 1;
    if (next === null || gained <= 1) continue;
    given = next;
    worth += gained;
  }
  return given;
}

function settled(pool: Pool, start: Assignment): Assignment {
  const given = start.map((places) => places);
  let quiet = 0;
  for (let step = 0; quiet < pool.jobs.length && step < PASSES * pool.jobs.length; step++) {
    quiet = improveJob(pool, given, step % pool.jobs.length) ? 0 : quiet + 1;
  }
  return given;
}

/** This job takes its best blocks, at a share of their value for others; the others are served from the rest. */
function displaced(pool: Pool, given: Assignment, { job, weight }: { job: number; weight: number }): Assignment | null {
  const price = new Float64Array(pool.blocks.length);
  for (const [other, places] of given.entries()) {
    if (other === job || places.length === 0) continue;
    const hours = places.reduce((sum, b) => sum + (pool.pairs[other]?.[b]?.hours ?? 0), 0);
    const anHour = (weight * worthOf(pool, other, places)) / Math.max(1, hours);
    for (const b of places) price[b] = anHour * (pool.pairs[other]?.[b]?.hours ?? 0);
  }
  const set = serve(pool, job, { places: pool.blocks.map((_, b) => b), price });
  if (set.every((b) => given[job]?.includes(b) === true)) return null;
  const next = given.map((places, other) => (other === job ? set : places.filter((b) => !set.includes(b))));
  const order = pool.jobs.map((_, j) => j).filter((j) => j !== job && (next[j]?.length === 0 || next[j]?.length !== given[j]?.length));
  order.sort((a, b) => densityOf(pool, b) - densityOf(pool, a) || a - b);
  const free = new Set(pool.blocks.map((_, b) => b));
  for (const places of next) for (const b of places) free.delete(b);
  for (const other of order) {
    for (const b of next[other] ?? []) free.add(b);
    const places = serve(pool, other, { places: [...free] });
    for (const b of places) free.delete(b);
    next[other] = places;
  }
  return next;
}

function densityOf(pool: Pool, job: number): number {
  const problem = pool.problems[job];
  return problem === undefined ? 0 : problem.value / problem.required;
}

function totalOf(pool: Pool, given: Assignment): number {
  return given.reduce((sum, places, job) => sum + worthOf(pool, job, places), 0);
}

interface Exchange {
  gain: number;
  sets: [number, number[]][];
}

/** Serves this job again from free blocks, its own and those of one other job, which is served from the rest. */
function improveJob(pool: Pool, given: Assignment, job: number): boolean {
  const own = given[job] ?? [];
  const used = new Uint8Array(pool.blocks.length);
  for (const places of given) for (const b of places) used[b] = 1;
  for (const b of own) used[b] = 0;
  const free = pool.blocks.flatMap((_, b) => (used[b] === 1 ? [] : [b]));
  const before = worthOf(pool, job, own);
  let best: Exchange = { gain: 1, sets: [] };
  const alone = serve(pool, job, { places: free });
  const aloneGain = worthOf(pool, job, alone) - before;
  if (aloneGain > best.gain) best = { gain: aloneGain, sets: [[job, alone]] };
  for (let other = 0; other < pool.jobs.length; other++) {
    const theirs = given[other] ?? [];
    if (other === job || !theirs.some((b) => (pool.pairs[job]?.[b] ?? null) !== null)) continue;
    const all = [...free, ...theirs];
    const set = serve(pool, job, { places: all });
    const rest = serve(pool, other, { places: all.filter((b) => !set.includes(b)) });
    const gain = worthOf(pool, job, set) + worthOf(pool, other, rest) - worthOf(pool, other, theirs) - before;
    if (gain > best.gain) {
      best = {
        gain,
        sets: [
          [job, set],
          [other, rest],
        ],
      };
    }
  }
  for (const [j, set] of best.sets) given[j] = set;
  return best.sets.length > 0;
}

/** The best of these blocks for the job; `price`: additional cost by block. */
function serve(pool: Pool, job: number, { places, price }: { places: readonly number[]; price?: Float64Array }): number[] {
  const problem = pool.problems[job];
  const row = pool.pairs[job];
  if (problem === undefined || row === undefined) return [];
  const options: Option[] = [];
  for (const b of places) {
    const pair = row[b] ?? null;
    if (pair !== null && pair.hours > 0)
      options.push({ place: b, hours: pair.hours, cost: pair.cost + (pool.charge[b] ?? 0) + (price?.[b] ?? 0) });
  }
  return cheapestSet(problem, options);
}

/** Value minus energy minus the possible later value of its blocks. */
function worthOf(pool: Pool, job: number, places: readonly number[]): number {
  return netOf(pool, job, places) - places.reduce((sum, b) => sum + (pool.charge[b] ?? 0), 0);
}

export function netOf(pool: Pool, job: number, places: readonly number[]): number {
  const problem = pool.problems[job];
  if (problem === undefined || places.length === 0) return 0;
  let hours = 0;
  let cost = 0;
  for (const b of places) {
    const pair = pool.pairs[job]?.[b] ?? null;
    hours += pair?.hours ?? 0;
    cost += pair?.cost ?? 0;
  }
  return payFor(problem, hours, 0) - cost;
}

/** The jobs that must begin now, then as many others as are needed to give all participants their minimum. */
function worthwhile(pool: Pool, given: Assignment): JointPlan | null {
  const served = given.flatMap((places, job) => (places.length > 0 ? [job] : []));
  let chosen = served.filter((job) => given[job]?.some((b) => pool.urgent[b]));
  if (chosen.length === 0) return null;
  let best = priced(pool, given, chosen);
  for (;;) {
    if (best.total >= best.reserves && best.total > 0) return best;
    const steps = served.map((job) => (chosen.includes(job) ? chosen.filter((one) => one !== job) : [...chosen, job]));
    const plans = steps.map((jobs) => ({ jobs, plan: priced(pool, given, jobs) }));
    const next = plans.reduce((a, b) => (surplus(b.plan) > surplus(a.plan) ? b : a));
    if (surplus(next.plan) <= surplus(best)) return null;
    chosen = next.jobs;
    best = next.plan;
  }
}

function surplus(plan: JointPlan): number {
  return plan.total - plan.reserves;
}

function priced(pool: Pool, given: Assignment, jobs: readonly number[]): JointPlan {
  const labs = new Set<string>();
  let total = 0;
  const plan: JointPlan['plan'] = [];
  for (const job of jobs) {
    const places = given[job] ?? [];
    const owner = pool.jobs[job];
    if (owner === undefined) continue;
    labs.add(owner.lab_id);
    for (const b of places) labs.add(pool.blocks[b]?.owner_lab_id ?? owner.lab_id);
    total += netOf(pool, job, places);
    plan.push({ job_id: owner.job_id, block_ids: places.flatMap((b) => pool.blocks[b]?.block_id ?? []) });
  }
  return { plan, total, reserves: [...labs].reduce((sum, lab) => sum + (pool.reserveOf.get(lab) ?? 0), 0) };
}
