/** What any set of blocks is worth to this seat under its own best plan, from its observation alone. Money in units. */
import type { OpenObservation, PublicBlock, WireOffer } from '../observation';
import { bondOf, isFree } from '../observed';
import { bestPlan } from '../plans/plan';
import type { Plan, PlanJob, PlanPair } from '../plans/plan-problem';
import { openJobs, pairOf, planJob } from '../plans/potential';
import { hourlyAsk } from './asking';

export class Desk {
  readonly observation: OpenObservation;
  /** Ids of blocks that may be used: free ones, and those whose pledge ends in this round. Changes as offers are taken. */
  holdings: Set<string>;
  money: number;
  private readonly jobs: PlanJob[];
  private readonly blocks = new Map<string, PublicBlock>();
  private readonly rows = new Map<string, (PlanPair | null)[]>();
  private readonly known = new Map<string, number>();
  private readonly knownOnSale = new Map<string, number>();
  private readonly saleByHour: number;

  /** `saleByHour`: the assumed price per hour of an unused block, far before its start; 0: unused blocks are worth nothing. */
  constructor(observation: OpenObservation, saleByHour = 0) {
    this.observation = observation;
    this.saleByHour = saleByHour;
    this.money = observation.controlled_lab_budget;
    const back = lapsing(observation);
    const free = observation.owned_blocks.filter(
      (block) => (isFree(block) || back.has(block.block_id)) && bondOf(observation, block) === null,
    );
    this.holdings = new Set(free.map((block) => block.block_id));
    this.jobs = openJobs(observation).map((job) => planJob(observation, job));
    for (const block of observation.public_market.blocks) this.blocks.set(block.block_id, block);
  }

  block(id: string): PublicBlock | undefined {
    return this.blocks.get(id);
  }

  worth(ids: Iterable<string>): number {
    const useful = [...ids].filter((id) => this.row(id).some((pair) => pair !== null)).sort();
    const key = useful.join();
    const before = this.known.get(key);
    if (before !== undefined) return before;
    const worth = this.plan(useful).value / 100;
    this.known.set(key, worth);
    return worth;
  }

  plan(ids: readonly string[]): Plan {
    const rows = ids.map((id) => this.row(id));
    return bestPlan({ jobs: this.jobs, pairs: this.jobs.map((_, j) => rows.map((row) => row[j] ?? null)), blocks: ids.length });
  }

  /** Like `worth`, if each unused block is sold. */
  worthOnSale(ids: Iterable<string>): number {
    const some = [...ids].filter((id) => this.sale(id) > 0 || this.row(id).some((pair) => pair !== null)).sort();
    const key = some.join();
    const before = this.knownOnSale.get(key);
    if (before !== undefined) return before;
    const worth = some.reduce((sum, id) => sum + this.sale(id), this.planOnSale(some).value) / 100;
    this.knownOnSale.set(key, worth);
    return worth;
  }

  /** The best plan if using a block costs its sale price. */
  planOnSale(ids: readonly string[]): Plan {
    const rows = ids.map((id) => this.row(id).map((pair) => pair && { ...pair, cost: pair.cost + this.sale(id) }));
    return bestPlan({ jobs: this.jobs, pairs: this.jobs.map((_, j) => rows.map((row) => row[j] ?? null)), blocks: ids.length });
  }

  jobId(place: number): string | undefined {
    return this.jobs[place]?.job_id;
  }

  lossOf(ids: readonly string[]): number {
    const rest = new Set(this.holdings);
    for (const id of ids) rest.delete(id);
    return this.worth(this.holdings) - this.worth(rest);
  }

  /** Like `lossOf`, if unused blocks are sold; at least the sale price. */
  lossOnSaleOf(ids: readonly string[]): number {
    const rest = new Set(this.holdings);
    for (const id of ids) rest.delete(id);
    return this.worthOnSale(this.holdings) - this.worthOnSale(rest);
  }

  gainOf(ids: readonly string[]): number {
    return this.worth(new Set([...this.holdings, ...ids])) - this.worth(this.holdings);
  }

  valueOf(offer: WireOffer): number {
    return this.worth(this.after(offer)) - this.worth(this.holdings) + offer.payment - offer.requested_payment;
  }

  valueOnSaleOf(offer: WireOffer): number {
    return this.worthOnSale(this.after(offer)) - this.worthOnSale(this.holdings) + offer.payment - offer.requested_payment;
  }

  take(offer: WireOffer): void {
    this.holdings = this.after(offer);
    this.money += offer.payment - offer.requested_payment;
  }

  /** Energy costs still ahead in the plan for its holdings. */
  energyAhead(): number {
    const ids = [...this.holdings];
    const plan = this.plan(ids);
    const cents = plan.job_of.reduce((sum, j, b) => sum + (this.row(ids[b] ?? '')[j]?.cost ?? 0), 0);
    const due = openJobs(this.observation).reduce((sum, job) => sum + job.energy_due, 0);
    return cents / 100 + due;
  }

  private after(offer: WireOffer): Set<string> {
    const after = new Set(this.holdings);
    for (const id of offer.requested_blocks) after.delete(id);
    for (const id of offer.offered_blocks) if (isFreelyUsable(this.observation, offer, this.blocks.get(id))) after.add(id);
    return after;
  }

  /** In whole cents. */
  private sale(id: string): number {
    const block = this.blocks.get(id);
    if (this.saleByHour === 0 || block?.conditions.some((one) => one.must_not_resell) === true) return 0;
    return Math.round(100 * hourlyAsk(this.observation, block, this.saleByHour));
  }

  private row(id: string): (PlanPair | null)[] {
    const before = this.rows.get(id);
    if (before !== undefined) return before;
    const block = this.blocks.get(id);
    const jobs = openJobs(this.observation);
    const row = jobs.map((job) => (block === undefined ? null : pairOf(this.observation, block, job)));
    this.rows.set(id, row);
    return row;
  }
}

/** Not bound to a coalition. A bound block is useful only in that coalition's plans, so it adds nothing to the seat's own plan. */
function isFreelyUsable(observation: OpenObservation, offer: WireOffer, block: PublicBlock | undefined): boolean {
  return (offer.conditions?.coalition_only ?? null) === null && block !== undefined && bondOf(observation, block) === null;
}

/** Own pledged blocks that come back before this round's own allocations. */
function lapsing({ active_coalitions, controlled_lab_id, round_index }: OpenObservation): Set<string> {
  const pledges = active_coalitions.flatMap((coalition) => coalition.pledges?.[controlled_lab_id] ?? []);
  return new Set(pledges.filter((pledge) => pledge.until_round === round_index).flatMap((pledge) => pledge.block_ids));
}
