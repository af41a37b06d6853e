/** The value of a turn to a seat by its own best plan, as the planner computes it, from the seat's observation only. In cents. */
import type { OpenFacts, OpenObservation, PublicBlock, WireJob, WireOffer } from '../shared/observation';
import { bestPlan, netAsIs } from '../shared/plans/plan';
import type { PlanJob, PlanPair } from '../shared/plans/plan-problem';
import { openJobs, pairOf, planJob } from '../shared/plans/potential';
import { Desk } from '../shared/players/desk';
import { toCents } from '../shared/state';

/** The moves of a turn that can be valued: accepted offers and allocations. Offers made depend on others. */
export interface CountedMoves {
  accepts: readonly WireOffer[];
  /** By block, the job it is allocated to. */
  uses: ReadonlyMap<string, string>;
}

export const NO_MOVES: CountedMoves = { accepts: [], uses: new Map() };

export class TurnWorth {
  readonly observation: OpenObservation;
  readonly held: ReadonlySet<string>;
  private readonly jobs: WireJob[];
  private readonly later: OpenFacts;
  private readonly known = new Map<string, number>();
  private readonly blocks = new Map<string, PublicBlock>();

  constructor(observation: OpenObservation) {
    this.observation = observation;
    this.held = new Desk(observation).holdings;
    this.jobs = openJobs(observation);
    this.later = { ...observation, round_index: observation.round_index + 1 };
    for (const block of observation.public_market.blocks) this.blocks.set(block.block_id, block);
  }

  /** The position after the round; blocks not used by these moves have lost this round's hours. */
  afterRound(moves: CountedMoves): number {
    return this.value(moves, this.later);
  }

  /** The position if everything else is used optimally in this round. */
  atBest(moves: CountedMoves): number {
    return this.value(moves, this.observation);
  }

  /** By how much its best plan changes with these blocks, without their price. */
  changeOf({ gets, gives }: { gets: readonly string[]; gives: readonly string[] }): number {
    const own = [...this.held];
    const then = [...own.filter((id) => !gives.includes(id)), ...gets];
    return this.planned(then.sort()) - this.planned(own.sort());
  }

  private planned(ids: readonly string[]): number {
    const jobs = this.jobs.map((job) => planJob(this.observation, job));
    return bestPlan({ jobs, pairs: this.pairs(ids, this.observation), blocks: ids.length }).value;
  }

  /** What is still unused after these moves. */
  free({ accepts, uses }: CountedMoves): string[] {
    const held = new Set(this.held);
    for (const offer of accepts) {
      for (const id of offer.requested_blocks) held.delete(id);
      for (const id of offer.offered_blocks) held.add(id);
    }
    return [...held].filter((id) => !uses.has(id));
  }

  /** Its own best plan for what these moves leave free: the job by block. */
  bestUse(moves: CountedMoves): Map<string, string> {
    const free = this.free(moves);
    const { jobs } = this.worked(moves);
    const plan = bestPlan({ jobs, pairs: this.pairs(free, this.observation), blocks: free.length });
    const uses = new Map<string, string>();
    for (const [b, j] of plan.job_of.entries()) {
      const id = free[b];
      const job = this.jobs[j];
      if (id !== undefined && job !== undefined) uses.set(id, job.job_id);
    }
    return uses;
  }

  block(id: string): PublicBlock | undefined {
    return this.blocks.get(id);
  }

  /** What this block would contribute to this job now; null: not possible. */
  pair(blockId: string, jobId: string): PlanPair | null {
    const block = this.blocks.get(blockId);
    const job = this.jobs.find((one) => one.job_id === jobId);
    return block === undefined || job === undefined ? null : pairOf(this.observation, block, job);
  }

  private value(moves: CountedMoves, when: OpenFacts): number {
    const { jobs, gained } = this.worked(moves);
    const free = this.free(moves).sort();
    const key = [when.round_index, [...moves.uses].map(([block, job]) => `${block} ${job}`).sort(), free].join('|');
    const before = this.known.get(key);
    const money = moves.accepts.reduce((sum, offer) => sum + toCents(offer.payment) - toCents(offer.requested_payment), 0);
    const worth = before ?? gained + bestPlan({ jobs, pairs: this.pairs(free, when), blocks: free.length }).value;
    this.known.set(key, worth);
    return money + worth;
  }

  /** The jobs with the allocations of these moves, and the gain from those alone. */
  private worked({ uses }: CountedMoves): { jobs: PlanJob[]; gained: number } {
    let gained = 0;
    const jobs = this.jobs.map((job) => {
      const before = planJob(this.observation, job);
      const after = { ...before };
      for (const [id, jobId] of uses) {
        const pair = jobId === job.job_id ? this.pair(id, jobId) : null;
        if (pair === null) continue;
        after.hours += pair.hours;
        after.total += pair.total;
        after.energy += pair.cost;
      }
      gained += netAsIs(after) - netAsIs(before);
      return after;
    });
    return { jobs, gained };
  }

  private pairs(ids: readonly string[], when: OpenFacts): (PlanPair | null)[][] {
    return this.jobs.map((job) =>
      ids.map((id) => {
        const block = this.blocks.get(id);
        return block === undefined ? null : pairOf(when, block, job);
      }),
    );
  }
}
