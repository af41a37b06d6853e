/** A world as a planning problem: each block's contribution to each job, with all future events known. */
import type { MatchOpened, OpenEvent } from '../events';
import { lateValueCents } from '../rules/settlement';
import { energyAt, jobValueCents } from '../state';
import type { BlockOpening, JobOpening, PlannedShock } from '../types';
import type { PlanJob, PlanPair, PlanProblem } from './plan-problem';

export interface KnownWorld {
  opened: MatchOpened;
  /** Shocks drawn at the opening and fired since. */
  shocks: PlannedShock[];
}

export interface WorldBlock extends BlockOpening {
  /** null: the operator's. */
  lab_id: string | null;
  release_round: number;
  price_cents: number;
}

export interface WorldJob extends JobOpening {
  lab_id: string;
}

/** The world according to a match's events. */
export function worldOf(events: readonly OpenEvent[]): KnownWorld {
  const opened = events.find((event) => event.type === 'match_opened');
  if (opened === undefined) throw new Error('worldOf: no opening among the events');
  const live = events.flatMap((event) => (event.type === 'shock_scheduled' ? [event.shock] : []));
  return { opened, shocks: [...opened.shocks, ...live] };
}

/** All blocks that will ever exist: the labs' own, and the operator's with their prices. */
export function worldBlocks({ opened, shocks }: KnownWorld): WorldBlock[] {
  const first = opened.labs.flatMap((lab) =>
    lab.blocks.map((block) => ({ ...block, lab_id: lab.lab_id, release_round: 0, price_cents: 0 })),
  );
  const spot = shocks.flatMap((shock) =>
    shock.blocks.map(({ block, price_cents }) => ({ ...block, lab_id: null, release_round: shock.round_index, price_cents })),
  );
  const grants = opened.grants.map(({ block, pitch_round }) => ({
    ...block,
    lab_id: null,
    release_round: pitch_round + 1,
    price_cents: 0,
  }));
  return [...first, ...spot, ...grants];
}

export function worldJobs({ opened, shocks }: KnownWorld): WorldJob[] {
  const own = opened.labs.flatMap((lab) => lab.jobs.map((job) => ({ ...job, lab_id: lab.lab_id })));
  return [...own, ...shocks.flatMap((shock) => shock.jobs.map(({ lab_id, job }) => ({ ...job, lab_id })))];
}

export interface Selection {
  blocks: readonly WorldBlock[];
  jobs: readonly WorldJob[];
}

/** Pairs of these blocks and jobs, for the score's integer program. */
export function worldProblem(world: KnownWorld, { blocks, jobs }: Selection): PlanProblem {
  return {
    jobs: jobs.map(planJob),
    pairs: jobs.map((job) => blocks.map((block) => worldPair(world, block, job))),
    blocks: blocks.length,
  };
}

/** One lab's initial blocks and jobs; with `known`, only what has arrived and struck up to that round. */
export function autarkyProblem(world: KnownWorld, labId: string, known = Number.POSITIVE_INFINITY): PlanProblem {
  const sofar = { opened: world.opened, shocks: world.shocks.filter((shock) => shock.round_index <= known) };
  const blocks = worldBlocks(sofar).filter((block) => block.lab_id === labId);
  const jobs = worldJobs(sofar).filter((job) => job.lab_id === labId && job.arrival_round <= known);
  return worldProblem(sofar, { blocks, jobs });
}

function planJob(job: WorldJob): PlanJob {
  const value = jobValueCents(job);
  return {
    job_id: job.job_id,
    required: job.gpu_hours_required,
    value,
    late_value: lateValueCents({ value_cents: value }),
    partial: job.partial_credit_allowed,
    hours: 0,
    total: 0,
    share: 1,
    energy: 0,
  };
}

/** Reliability as drawn; energy at the factor of the first delivery round. */
function worldPair(world: KnownWorld, block: WorldBlock, job: WorldJob): PlanPair | null {
  if (block.reliability < job.min_reliability) return null;
  const from = Math.max(block.start_round, job.arrival_round, block.release_round);
  const failure = failureOf(world.shocks, block.block_id);
  const end = Math.min(block.start_round + block.duration, world.opened.config.rounds, failure);
  const total = block.gpu_count * Math.max(0, end - from);
  if (total === 0) return null;
  const hours = block.gpu_count * Math.max(0, Math.min(end, job.deadline_round + 1) - from);
  // A partial job settles at its deadline, so later hours are worth nothing.
  if (hours === 0 && job.partial_credit_allowed) return null;
  return { hours, total, cost: energyAt(block.energy_cost, factorAt(world.shocks, from)) };
}

function failureOf(shocks: readonly PlannedShock[], blockId: string): number {
  return Math.min(...shocks.filter((shock) => shock.block_id === blockId).map((shock) => shock.round_index), Number.POSITIVE_INFINITY);
}

function factorAt(shocks: readonly PlannedShock[], round: number): number {
  return shocks.filter((shock) => shock.kind === 'energy_spike' && shock.round_index <= round).reduce((factor) => factor * 1.25, 1);
}
