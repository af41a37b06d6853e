/**
 * A planner's search under version 2: the jobs to carry out now are those that earn most beyond their cost to their labs. Money in cents.
 */
import type { OpenObservation, PublicBlock, WireCoalition, WireJob } from '../../shared/observation';
import { type Assignment, bestAssignment, type Foresight, netOf, type Pool } from '../../shared/plans/joint-plan';
import { bestPlan } from '../../shared/plans/plan';
import { problemOf } from '../../shared/plans/potential';

export interface FoundPlan {
  plan: { job_id: string; block_ids: string[] }[];
  surplus: number;
}

/** A plan below this is not worth every member's round. */
const LEAST_SURPLUS = 50;
/** How much the future counts, from fully to not at all. If nothing else will arrive, everything can be planned now. */
const FUTURES = [1, 0.5, 0];

/**
 * What to propose, the best plan first: everything that must begin now, with as much of the rest as makes it worth its cost. Labs that
 * require more than they would get are left out, and the search continues with the others.
 */
export function searchPlan2(observation: OpenObservation, coalition: WireCoalition, foresight: Foresight): FoundPlan[] {
  let table = coalition;
  for (;;) {
    const found = searchAll(observation, table, foresight);
    const refusing = new Set(found.flatMap((one) => one.refusing));
    if (refusing.size === 0) return found;
    const pledges = Object.entries(table.pledges ?? {}).filter(([lab]) => !refusing.has(lab));
    table = { ...table, pledges: Object.fromEntries(pledges) };
  }
}

function searchAll(observation: OpenObservation, coalition: WireCoalition, foresight: Foresight): Weighed[] {
  for (const part of FUTURES) {
    const found = bestAssignment(observation, coalition, { ...foresight, later_hour: part * foresight.later_hour });
    if (found === null) return [];
    const { pool, given } = found;
    const costs = new Costs(observation, pool, foresight.hidden);
    const jobs = enough(pool, given, costs);
    if (jobs === null) continue;
    const weighed = apart(pool, given, jobs).map((set) => weigh(pool, given, { jobs: set, costs }));
    const sets = weighed.every(({ surplus }) => surplus >= 0) ? weighed : [weigh(pool, given, { jobs, costs })];
    return sets.filter(({ surplus }) => surplus >= LEAST_SURPLUS).sort((one, other) => other.surplus - one.surplus);
  }
  return [];
}

/** The jobs that begin now, and the fewest others with which they earn more than they cost; null: there are none. */
function enough(pool: Pool, given: Assignment, costs: Costs): number[] | null {
  const served = given.flatMap((places, job) => (places.length > 0 ? [job] : []));
  const begun = served.filter((job) => given[job]?.some((b) => pool.urgent[b]) === true);
  if (begun.length === 0) return null;
  const worth = (jobs: readonly number[]) => weigh(pool, given, { jobs, costs }).surplus;
  const best = (sets: number[][]) => sets.map((jobs) => ({ jobs, worth: worth(jobs) })).reduce((a, b) => (b.worth > a.worth ? b : a));
  let so = { jobs: begun, worth: worth(begun) };
  while (so.worth < LEAST_SURPLUS && so.jobs.length < served.length) {
    const next = best(served.filter((job) => !so.jobs.includes(job)).map((job) => [...so.jobs, job]));
    if (next.worth <= so.worth) break;
    so = next;
  }
  if (so.worth >= LEAST_SURPLUS) return so.jobs;
  so = { jobs: served, worth: worth(served) };
  if (so.worth < LEAST_SURPLUS) return null;
  while (so.jobs.length > begun.length) {
    const next = best(so.jobs.filter((job) => !begun.includes(job)).map((job) => so.jobs.filter((one) => one !== job)));
    if (next.worth < LEAST_SURPLUS) break;
    so = next;
  }
  return so.jobs;
}

/** Jobs that share no lab become separate plans, so that a shock to one does not affect the others. */
function apart(pool: Pool, given: Assignment, chosen: readonly number[]): number[][] {
  const groups: { labs: Set<string>; jobs: number[] }[] = [];
  for (const job of chosen) {
    const labs = new Set([pool.jobs[job]?.lab_id ?? '', ...(given[job] ?? []).map((b) => pool.blocks[b]?.owner_lab_id ?? '')]);
    const linked = groups.filter((group) => [...labs].some((lab) => group.labs.has(lab)));
    const merged = {
      labs: new Set([...labs, ...linked.flatMap((group) => [...group.labs])]),
      jobs: [job, ...linked.flatMap((group) => group.jobs)],
    };
    for (const group of linked) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups.map(({ jobs }) => jobs);
}

interface Weighed extends FoundPlan {
  /** Labs that would get less than their reserve where the surplus is split equally. */
  refusing: string[];
}

/** What these jobs earn, less their cost to their labs. */
function weigh(pool: Pool, given: Assignment, { jobs, costs }: { jobs: readonly number[]; costs: Costs }): Weighed {
  const places = jobs.flatMap((job) => given[job] ?? []);
  const byLab = costs.of(new Set(jobs), new Set(places));
  const total = jobs.reduce((sum, job) => sum + netOf(pool, job, given[job] ?? []), 0);
  const surplus = total - [...byLab.values()].reduce((sum, cost) => sum + cost, 0);
  const refusing = [...byLab].flatMap(([lab, cost]) => ((pool.reserveOf.get(lab) ?? 0) > cost + surplus / byLab.size ? [lab] : []));
  const plan = jobs.map((job) => ({
    job_id: pool.jobs[job]?.job_id ?? '',
    block_ids: (given[job] ?? []).flatMap((b) => pool.blocks[b]?.block_id ?? []),
  }));
  return { plan, surplus, refusing };
}

/** What using pledged things costs each lab, as far as its pledge shows. */
class Costs {
  private readonly observation: OpenObservation;
  private readonly pool: Pool;
  private readonly hidden: (block: PublicBlock) => number;
  private readonly labs: { lab: string; jobs: number[]; blocks: number[] }[];
  private readonly known = new Map<string, number>();

  constructor(observation: OpenObservation, pool: Pool, hidden: Foresight['hidden'] = () => 0) {
    this.observation = observation;
    this.pool = pool;
    this.hidden = hidden;
    const labs = [...new Set([...pool.jobs.map((job) => job.lab_id), ...pool.blocks.map((block) => block.owner_lab_id)])];
    this.labs = labs.map((lab) => ({
      lab,
      jobs: pool.jobs.flatMap((job, j) => (job.lab_id === lab ? [j] : [])),
      blocks: pool.blocks.flatMap((block, b) => (block.owner_lab_id === lab ? [b] : [])),
    }));
  }

  /** By lab whose things are used. */
  of(jobs: ReadonlySet<number>, blocks: ReadonlySet<number>): Map<string, number> {
    const costs = new Map<string, number>();
    for (const lab of this.labs) {
      const restJobs = lab.jobs.filter((j) => !jobs.has(j));
      const restBlocks = lab.blocks.filter((b) => !blocks.has(b));
      if (restJobs.length === lab.jobs.length && restBlocks.length === lab.blocks.length) continue;
      const unseen = lab.blocks.reduce((sum, b) => sum + (blocks.has(b) ? this.hiddenOf(b) : 0), 0);
      costs.set(lab.lab, Math.max(unseen, this.worth(lab.blocks, lab.jobs) - this.worth(restBlocks, restJobs)));
    }
    return costs;
  }

  private hiddenOf(b: number): number {
    const block = this.pool.blocks[b];
    return block === undefined ? 0 : this.hidden(block);
  }

  private worth(blocks: readonly number[], jobs: readonly number[]): number {
    const key = `${blocks.join()} ${jobs.join()}`;
    const before = this.known.get(key);
    if (before !== undefined) return before;
    const own = blocks.flatMap((b): readonly PublicBlock[] | PublicBlock => this.pool.blocks[b] ?? []);
    const open = jobs.flatMap((j): readonly WireJob[] | WireJob => this.pool.jobs[j] ?? []);
    const worth = bestPlan(problemOf(this.observation, { blocks: own, jobs: open })).value;
    this.known.set(key, worth);
    return worth;
  }
}
