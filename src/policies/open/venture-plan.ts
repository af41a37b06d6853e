/** A founder's search for a joint plan: pledged blocks for pledged jobs, so that as much as can be is left above the reserves. */
import type { OpenObservation, PublicBlock, WireCoalition, WireJob } from '~/games/gpu-market/open/observation';
import { bestPlan, payFor } from '~/games/gpu-market/open/plan';
import type { PlanPair } from '~/games/gpu-market/open/plan-problem';
import { pairOf, planJob, problemOf } from '~/games/gpu-market/open/potential';
import { toCents } from '~/games/gpu-market/open/state';

export interface JointPlan {
  plan: { job_id: string; block_ids: string[] }[];
  /** Value less energy, and what the participants asked for at least, in cents. */
  total: number;
  reserves: number;
}

/** What an hour is taken to be worth to the jobs that come after, in cents: tried from nothing up. */
const HOUR_PRICES = [0, 300, 900];
const PASSES = 6;

interface Pool {
  observation: OpenObservation;
  jobs: WireJob[];
  blocks: PublicBlock[];
  reserveOf: Map<string, number>;
}

/** The best of several orders and prices; null when none makes more than its reserves. */
export function searchPlan(observation: OpenObservation, coalition: WireCoalition): JointPlan | null {
  const pledges = Object.entries(coalition.pledges ?? {});
  const ids = new Set(pledges.flatMap(([, pledge]) => pledge.block_ids));
  const pool: Pool = {
    observation,
    jobs: pledges.flatMap(([, pledge]) => pledge.jobs).filter((job) => !job.settled),
    blocks: observation.public_market.blocks.filter((block) => ids.has(block.block_id) && block.hours_left > 0),
    reserveOf: new Map(pledges.map(([lab, pledge]) => [lab, toCents(pledge.reserve)])),
  };
  let best: JointPlan | null = null;
  for (const price of HOUR_PRICES) {
    const plan = trimmed(pool, improved(pool, price));
    if (plan.total - plan.reserves > (best === null ? 0 : best.total - best.reserves) && plan.total > 0) best = plan;
  }
  return best;
}

/** By job, the blocks that work for it. */
type Assignment = Map<string, string[]>;

/** From what each lab would do alone, job by job: more jobs served, at the cost of at most one other each time. */
function improved(pool: Pool, price: number): JointPlan['plan'] {
  const given = everyoneAlone(pool);
  for (let pass = 0; pass < PASSES; pass++) {
    let better = false;
    for (const job of pool.jobs) better = improveJob(pool, given, { job, price }) || better;
    if (!better) break;
  }
  return [...given].filter(([, ids]) => ids.length > 0).map(([job_id, block_ids]) => ({ job_id, block_ids }));
}

/** Where a founder begins: every member's own best plan for what it has pledged. */
function everyoneAlone(pool: Pool): Assignment {
  const given: Assignment = new Map();
  for (const lab of new Set(pool.jobs.map((job) => job.lab_id))) {
    const jobs = pool.jobs.filter((job) => job.lab_id === lab);
    const blocks = pool.blocks.filter((block) => block.owner_lab_id === lab);
    const problem = problemOf(pool.observation, { blocks, jobs });
    for (const [b, j] of bestPlan(problem).job_of.entries()) {
      const job = jobs[j];
      const id = problem.block_ids[b];
      if (job !== undefined && id !== undefined) given.set(job.job_id, [...(given.get(job.job_id) ?? []), id]);
    }
  }
  return given;
}

/** Serves this job anew from what is free, its own and one other job's blocks, the other being served from the rest. */
function improveJob(pool: Pool, given: Assignment, { job, price }: { job: WireJob; price: number }): boolean {
  const own = given.get(job.job_id) ?? [];
  let best: { gain: number; changes: [string, string[]][] } = { gain: 1, changes: [] };
  for (const other of [null, ...pool.jobs]) {
    if (other === job) continue;
    const theirs = other === null ? [] : (given.get(other.job_id) ?? []);
    if (other !== null && theirs.length === 0) continue;
    const taken = new Set([...given.values()].flat().filter((id) => !own.includes(id) && !theirs.includes(id)));
    const free = pool.blocks.filter((block) => !taken.has(block.block_id));
    const set = cheapestSet(pool, job, { free, price });
    if (set === null) continue;
    const left = free.filter((block) => !set.includes(block.block_id));
    const rest = other === null ? [] : (cheapestSet(pool, other, { free: left, price }) ?? []);
    const before = worthOf(pool, job, own) + (other === null ? 0 : worthOf(pool, other, theirs));
    const gain = worthOf(pool, job, set) + (other === null ? 0 : worthOf(pool, other, rest)) - before;
    const changes: [string, string[]][] =
      other === null
        ? [[job.job_id, set]]
        : [
            [job.job_id, set],
            [other.job_id, rest],
          ];
    if (gain > best.gain) best = { gain, changes };
  }
  for (const [id, ids] of best.changes) given.set(id, ids);
  return best.changes.length > 0;
}

function worthOf(pool: Pool, job: WireJob, ids: readonly string[]): number {
  return ids.length === 0 ? 0 : priced(pool, [{ job_id: job.job_id, block_ids: [...ids] }]).total;
}

interface Reach {
  cost: number;
  ids: string[];
}

/** By hours reached, the cheapest way there; null when the job is not worth it, or out of reach. */
function cheapestSet(pool: Pool, job: WireJob, { free, price }: { free: readonly PublicBlock[]; price: number }): string[] | null {
  const required = job.gpu_hours_required;
  const reached: (Reach | undefined)[] = [{ cost: 0, ids: [] }];
  for (const block of free) {
    const pair = pairOf(pool.observation, block, job);
    if (pair === null || pair.hours === 0) continue;
    for (let hours = required - 1; hours >= 0; hours--) {
      const before = reached[hours];
      if (before === undefined) continue;
      const next = Math.min(required, hours + pair.hours);
      const cost = before.cost + pair.cost + price * pair.total;
      if (cost < (reached[next]?.cost ?? Number.POSITIVE_INFINITY)) reached[next] = { cost, ids: [...before.ids, block.block_id] };
    }
  }
  const whole = reached[required];
  return whole !== undefined && whole.cost < toCents(job.value) ? whole.ids : null;
}

/** Without the jobs that leave less above the reserves than there is without them. */
function trimmed(pool: Pool, plan: JointPlan['plan']): JointPlan {
  let best = priced(pool, plan);
  for (const entry of [...plan].reverse()) {
    const without = priced(
      pool,
      best.plan.filter((other) => other !== entry),
    );
    if (without.plan.length > 0 && without.total - without.reserves > best.total - best.reserves) best = without;
  }
  return best;
}

function priced(pool: Pool, plan: JointPlan['plan']): JointPlan {
  const labs = new Set<string>();
  let total = 0;
  for (const { job_id, block_ids } of plan) {
    const job = pool.jobs.find((one) => one.job_id === job_id);
    if (job === undefined) continue;
    labs.add(job.lab_id);
    const work: PlanPair = { hours: 0, total: 0, cost: 0 };
    for (const block of pool.blocks.filter((one) => block_ids.includes(one.block_id))) {
      labs.add(block.owner_lab_id);
      const pair = pairOf(pool.observation, block, job);
      work.hours += pair?.hours ?? 0;
      work.total += pair?.total ?? 0;
      work.cost += pair?.cost ?? 0;
    }
    total += payFor(planJob(pool.observation, job), work.hours, work.total) - work.cost;
  }
  return { plan, total, reserves: [...labs].reduce((sum, lab) => sum + (pool.reserveOf.get(lab) ?? 0), 0) };
}
