/**
 * The value of a deal, an allocation or a pledge to one seat by its own best plan, from its observation only, with the effect on each job,
 * so that a screen can explain it. Money in units.
 */
import type { OpenFacts, PublicBlock, WireJob } from '../observation';
import { bondOf, isFree } from '../observed';
import { fromCents } from '../state';
import { bestPlan, netAsIs, netOf } from './plan';
import type { PlanJob, PlanPair } from './plan-problem';
import { jointReceipts, openJobs, pairOf, planJob } from './potential';

/** The outcome of a job: complete in time, complete late, partly paid, or not paid. */
export type JobEnd = 'in_time' | 'late' | 'part' | 'none';

/** A job under a plan: its outcome, the blocks that the plan adds, its hours in time, and what its holder keeps of it. */
export interface JobOutlook {
  job_id: string;
  end: JobEnd;
  block_ids: string[];
  hours: number;
  required: number;
  net: number;
}

export interface Outlook {
  /** What the free blocks still add. */
  worth: number;
  jobs: JobOutlook[];
}

/** The outcome of a job with blocks allocated now and the rest of the plan. */
export interface AllocationAppraisal extends Appraisal {
  /** With only these blocks. */
  served: JobOutlook;
}

export interface JobChange {
  job_id: string;
  before: JobOutlook;
  after: JobOutlook;
}

/** How much better (or, if negative, worse) off a seat is, the money involved, and the effect on its jobs. */
export interface Appraisal {
  value: number;
  money: number;
  changes: JobChange[];
}

/** A deal from one side's perspective. */
export interface Deal {
  gets: readonly string[];
  gives: readonly string[];
  /** Received minus paid. */
  money: number;
  /** The first round in which the received blocks can be used. Default: this one. */
  from?: number;
}

/** Blocks allocated to a job. */
export interface BlockUses {
  job_id: string;
  block_ids: readonly string[];
}

/** One seat's values for one observation; caches the plan of each set of blocks. */
export class Appraiser {
  readonly facts: OpenFacts;
  /** Blocks that may be used alone: free ones, and those whose pledge ends in this round. */
  readonly holdings: readonly string[];
  private readonly jobs: WireJob[];
  private readonly plans: PlanJob[];
  /** Received with an accepted deal, but usable only from a later round. */
  private readonly late: ReadonlyMap<string, number>;
  private readonly given: ReadonlySet<string>;
  private readonly used: ReadonlySet<string>;
  private readonly known = new Map<string, Outlook>();

  /** `taken`, `uses`: deals and allocations that the seat is about to make, which all values assume. */
  constructor(facts: OpenFacts, taken: readonly Omit<Deal, 'money'>[] = [], uses: readonly BlockUses[] = []) {
    this.facts = facts;
    const back = lapsing(facts);
    const own = facts.owned_blocks
      .filter((block) => (isFree(block) || back.has(block.block_id)) && bondOf(facts, block) === null)
      .map((block) => block.block_id);
    this.given = new Set(taken.flatMap((deal) => deal.gives));
    this.used = new Set(uses.flatMap(({ block_ids }) => block_ids));
    this.holdings = [...new Set([...own, ...taken.flatMap((deal) => deal.gets)])].filter((id) => !this.given.has(id) && !this.used.has(id));
    this.late = new Map(taken.flatMap(({ gets, from }) => (from === undefined ? [] : gets.map((id): [string, number] => [id, from]))));
    this.jobs = openJobs(facts);
    this.plans = this.jobs.map((job, place) => {
      const blocks = uses.filter(({ job_id }) => job_id === job.job_id).flatMap(({ block_ids }) => block_ids);
      return withWorks(
        planJob(facts, job),
        blocks.flatMap((id) => this.pair(id, place) ?? []),
      );
    });
  }

  /** The best plan for what it holds. */
  now(): Outlook {
    return this.outlook(this.holdings);
  }

  deal({ gets, gives, money, from }: Deal): Appraisal {
    const kept = this.holdings.filter((id) => !gives.includes(id));
    const fresh = gets.filter((id) => !kept.includes(id));
    return this.compare(this.outlook([...kept, ...fresh], from === undefined ? null : { ids: fresh, round: from }), money);
  }

  /** What it loses without this block. */
  lossOf(blockId: string): number {
    return -this.deal({ gets: [], gives: [blockId], money: 0 }).value;
  }

  /** Allocates these blocks to this job now, and the rest optimally. */
  allocation(jobId: string, blockIds: readonly string[]): AllocationAppraisal | null {
    const place = this.jobs.findIndex((job) => job.job_id === jobId);
    const job = this.plans[place];
    if (job === undefined) return null;
    const works = blockIds.flatMap((id) => this.pair(id, place) ?? []);
    const added = sumOf(works);
    const served = withWorks(job, works);
    const jobs = this.plans.map((one, j) => (j === place ? served : one));
    const rest = this.holdings.filter((id) => !blockIds.includes(id));
    const after = this.planned(jobs, rest);
    const asIs = (netAsIs(served) - netAsIs(job)) / 100;
    const shown = after.jobs.map((one, j) => (j === place ? { ...one, block_ids: [...blockIds, ...one.block_ids] } : one));
    return { ...this.compare({ worth: after.worth + asIs, jobs: shown }, 0), served: outlookOf(job, added, blockIds) };
  }

  /** The value of these things to the seat alone: the least to request when pledging them. */
  pledge(blockIds: readonly string[], jobIds: readonly string[]): number {
    const rest = this.holdings.filter((id) => !blockIds.includes(id));
    const jobs = this.plans.filter((job) => !jobIds.includes(job.job_id));
    const pledgedAsIs = this.plans.filter((job) => jobIds.includes(job.job_id)).reduce((sum, job) => sum + netAsIs(job) / 100, 0);
    return Math.max(0, cents(this.now().worth + pledgedAsIs - this.planned(jobs, rest).worth));
  }

  /**
   * The seat's profit at the end if it carries out its own best plan from that round on, without further deals, jobs or shocks: money now,
   * income from allocations, and what free blocks add. Pledged blocks count as free. `isLast`: it allocates nothing more.
   */
  expected(round = this.facts.round_index, isLast = false): number {
    const { controlled_lab_budget: budget, controlled_lab_escrow: escrow, controlled_lab_start_budget: start } = this.facts;
    const money = budget + escrow - start;
    if (this.facts.done) return cents(money);
    const own = this.plans.reduce((sum, job, place) => sum + netAsIs(job) / 100 + (this.jobs[place]?.energy_paid ?? 0), 0);
    const pledged = this.facts.owned_blocks.filter((block) => block.status === 'committed' && block.hours_left > 0);
    const loose = pledged.filter((block) => bondOf(this.facts, block) === null).map(({ block_id }) => block_id);
    const ids = [...new Set([...this.holdings, ...loose.filter((id) => !this.given.has(id) && !this.used.has(id))])];
    const ahead = isLast ? 0 : this.outlook(ids, { ids, round }).worth;
    return cents(money + own + jointReceipts(this.facts) / 100 + ahead);
  }

  /** Money still needed for energy by the plan and by current allocations. */
  energyAhead(): number {
    const planned = this.now().jobs.flatMap((job) => job.block_ids.map((id) => this.energyOf(id)));
    const due = this.jobs.map((job) => job.energy_due);
    return cents([...planned, ...due].reduce((sum, amount) => sum + amount, 0));
  }

  private energyOf(blockId: string): number {
    const pairs = this.jobs.map((_, place) => this.pair(blockId, place)).find((pair) => pair !== null);
    return fromCents(pairs?.cost ?? 0);
  }

  private compare(after: Outlook, money: number): Appraisal {
    const before = this.now();
    const changes = before.jobs.flatMap((job, j) => {
      const then = after.jobs[j];
      const same = then === undefined || (then.end === job.end && Math.abs(then.net - job.net) < 0.005);
      return same ? [] : [{ job_id: job.job_id, before: job, after: then }];
    });
    changes.sort((a, b) => Math.abs(b.after.net - b.before.net) - Math.abs(a.after.net - a.before.net));
    return { value: cents(after.worth - before.worth + money), money, changes };
  }

  private outlook(ids: readonly string[], late: { ids: readonly string[]; round: number } | null = null): Outlook {
    const key = `${late?.round ?? ''} ${late?.ids.join() ?? ''} ${[...ids].sort().join()}`;
    const before = this.known.get(key);
    if (before !== undefined) return before;
    const made = this.planned(this.plans, ids, late);
    this.known.set(key, made);
    return made;
  }

  private planned(
    jobs: readonly PlanJob[],
    ids: readonly string[],
    late: { ids: readonly string[]; round: number } | null = null,
  ): Outlook {
    const places = jobs.map((job) => this.jobs.findIndex((one) => one.job_id === job.job_id));
    const round = (id: string) => (late?.ids.includes(id) ? late.round : this.facts.round_index);
    const pairs = places.map((place) => ids.map((id) => this.pair(id, place, round(id))));
    const plan = bestPlan({ jobs: [...jobs], pairs, blocks: ids.length });
    return {
      worth: plan.value / 100,
      jobs: jobs.map((job, j) => {
        const used = ids.flatMap((id, b) => (plan.job_of[b] === j ? [{ id, pair: pairs[j]?.[b] ?? NOTHING }] : []));
        const sum = sumOf(used.map((one) => one.pair));
        return outlookOf(
          job,
          sum,
          used.map((one) => one.id),
        );
      }),
    };
  }

  private pair(blockId: string, place: number, round = this.facts.round_index): PlanPair | null {
    const block = blockOf(this.facts, blockId);
    const job = this.jobs[place];
    if (block === undefined || job === undefined) return null;
    const from = Math.max(round, this.late.get(blockId) ?? 0);
    return pairOf(from === this.facts.round_index ? this.facts : { ...this.facts, round_index: from }, block, job);
  }
}

/** A block's public data. */
export function blockOf(facts: OpenFacts, blockId: string): PublicBlock | undefined {
  return facts.public_market.blocks.find((block) => block.block_id === blockId);
}

const NOTHING: PlanPair = { hours: 0, total: 0, cost: 0 };

function sumOf(pairs: readonly PlanPair[]): PlanPair {
  return pairs.reduce(
    (sum, pair) => ({ hours: sum.hours + pair.hours, total: sum.total + pair.total, cost: sum.cost + pair.cost }),
    NOTHING,
  );
}

function withWorks(job: PlanJob, works: readonly PlanPair[]): PlanJob {
  const { hours, total, cost } = sumOf(works);
  return { ...job, hours: job.hours + hours, total: job.total + total, energy: job.energy + cost };
}

function outlookOf(job: PlanJob, more: PlanPair, blockIds: readonly string[]): JobOutlook {
  return {
    job_id: job.job_id,
    end: endOf(job, more),
    block_ids: [...blockIds],
    hours: job.hours + more.hours,
    required: job.required,
    net: netOf(job, more) / 100,
  };
}

function endOf(job: PlanJob, more: PlanPair): JobEnd {
  const hours = job.hours + more.hours;
  if (hours >= job.required) return 'in_time';
  if (job.partial) return hours > 0 ? 'part' : 'none';
  return job.total + more.total >= job.required ? 'late' : 'none';
}

/** Own pledged blocks that return before this round's own allocations. */
function lapsing({ active_coalitions, controlled_lab_id, round_index }: OpenFacts): Set<string> {
  const pledges = active_coalitions.flatMap((coalition) => coalition.pledges?.[controlled_lab_id] ?? []);
  return new Set(pledges.filter((pledge) => pledge.until_round === round_index).flatMap((pledge) => pledge.block_ids));
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
