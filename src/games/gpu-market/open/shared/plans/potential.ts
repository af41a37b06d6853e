/**
 * The value of a seat's position by its own best plan, from what it knows: money and escrow, income from allocations, and the most that its
 * free blocks can add to its known jobs. Ignores liquidity; pledged blocks count as free.
 */
import type { JointJob, OpenFacts, PublicBlock, WireJob } from '../observation';
import { bondOf } from '../observed';
import { lateValueCents } from '../rules/settlement';
import { energyAt, toCents } from '../state';
import { bestPlan, netAsIs } from './plan';
import { type PlanJob, type PlanPair, type PlanProblem, payFor } from './plan-problem';

/** A seat's blocks and jobs as a planning problem, with their ids. */
export interface OwnProblem extends PlanProblem {
  block_ids: string[];
}

/** Profit so far, own escrow, scheduled income and the best use of free blocks, in cents. */
export function potentialCents(facts: OpenFacts): number {
  const money = toCents(facts.controlled_lab_budget) - toCents(facts.controlled_lab_start_budget) + toCents(facts.controlled_lab_escrow);
  if (facts.done) return money;
  return money + scheduledReceipts(facts) + bestPlan(ownProblem(facts)).value;
}

/** Free blocks (including pledged ones, but not those bound to a coalition) and known open jobs. */
export function ownProblem(facts: OpenFacts): OwnProblem {
  const blocks = facts.owned_blocks.filter((block) => isOwnFree(block) && bondOf(facts, block) === null);
  return problemOf(facts, { blocks, jobs: openJobs(facts) });
}

export function openJobs(facts: OpenFacts): WireJob[] {
  return facts.private_jobs.filter((job) => !job.settled);
}

/** These blocks and jobs, from this round on. */
export function problemOf(facts: OpenFacts, { blocks, jobs }: { blocks: readonly PublicBlock[]; jobs: readonly WireJob[] }): OwnProblem {
  return {
    jobs: jobs.map((job) => planJob(facts, job)),
    pairs: jobs.map((job) => blocks.map((block) => pairOf(facts, block, job))),
    blocks: blocks.length,
    block_ids: blocks.map((block) => block.block_id),
  };
}

/** What plans depend on besides blocks and jobs. */
export type PlanFacts = Pick<OpenFacts, 'round_index' | 'max_rounds'> & { public_market: { energy_factor: number } };

/** The block's contribution to the job if allocated now; null: not possible. */
export function pairOf(facts: PlanFacts, block: PublicBlock, job: WireJob): PlanPair | null {
  if (block.reliability < job.min_reliability) return null;
  const from = Math.max(block.start_round, facts.round_index);
  const end = Math.min(block.start_round + block.duration, facts.max_rounds);
  const total = block.gpu_count * Math.max(0, end - from);
  const hours = block.gpu_count * Math.max(0, Math.min(end, job.deadline_round + 1) - from);
  if (total === 0 || (hours === 0 && job.partial_credit_allowed)) return null;
  return { hours, total, cost: energyAt(block.energy_cost, facts.public_market.energy_factor) };
}

export function planJob(facts: PlanFacts, job: WireJob): PlanJob {
  const value = toCents(job.value);
  return {
    job_id: job.job_id,
    required: job.gpu_hours_required,
    value,
    late_value: lateValueCents({ value_cents: value }),
    partial: job.partial_credit_allowed,
    // After its deadline no hours are in time.
    hours: facts.round_index > job.deadline_round ? 0 : job.hours_by_deadline,
    total: job.hours_in_all,
    share: job.shares?.find((share) => share.lab_id === job.lab_id)?.share ?? 1,
    energy: toCents(job.energy_paid) + toCents(job.energy_due),
  };
}

/** Future income of this seat from existing allocations. */
function scheduledReceipts(facts: OpenFacts): number {
  const own = openJobs(facts).reduce((sum, job) => sum + netAsIs(planJob(facts, job)) + toCents(job.energy_paid), 0);
  return own + jointReceipts(facts);
}

/** Future income of this seat from others' jobs in which it has a share, in cents. */
export function jointReceipts(facts: OpenFacts): number {
  return facts.joint_jobs.reduce((sum, job) => sum + jointReceipt(facts, job), 0);
}

function jointReceipt(facts: OpenFacts, joint: JointJob): number {
  const value = toCents(joint.value);
  const job = {
    job_id: joint.job_id,
    required: joint.gpu_hours_required,
    value,
    late_value: lateValueCents({ value_cents: value }),
    partial: joint.partial_credit_allowed,
    hours: 0,
    total: 0,
    share: 1,
    energy: 0,
  };
  const inTime = facts.round_index > joint.deadline_round ? 0 : joint.hours_by_deadline;
  return joint.share * Math.max(0, payFor(job, inTime, joint.hours_in_all) - toCents(joint.energy));
}

/** Unallocated with hours left; pledges do not matter. */
function isOwnFree(block: PublicBlock): boolean {
  return ['available', 'reserved', 'committed'].includes(block.status) && block.hours_left > 0;
}
