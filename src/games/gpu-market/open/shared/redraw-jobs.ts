/** Draws other labs' jobs again, and the jobs that their used blocks work for, in agreement with what is public. */
import type { Draws } from '~/lib/random/draws';
import { freshJob } from './evolve-round';
import { energyAt, type OpenState, windowEnd } from './state';
import type { JobOpening, OpenBlock, OpenJob } from './types';
import { blockHours, drawJob, drawSurgeJob, jobOfSize, type RawJob } from './world';

/** The mean raw size of an unknown job. */
const MEAN_RAW = { home: 3, other: 4.6 };
const MOST_TRIES = 200;

/** A guess of one lab's jobs, and of the job that each of its used blocks works for. */
export interface LabGuess {
  jobs: OpenJob[];
  uses: { block_id: string; job_id: string }[];
}

/** `known`: a state with everything blank that the seat does not know. Of the seat's own jobs only future arrivals are drawn. */
export function guessLab(known: OpenState, labId: string, { seat, scale, draws }: { seat: string; scale: number; draws: Draws }): LabGuess {
  const own = labId === seat;
  const openings = missingJobs(known, labId).flatMap((which) => {
    const raw = own ? laterJob(known, which, draws) : drawJob(draws, known.config.rounds, which);
    return raw === null ? [] : [jobOfSize(raw, raw.raw * scale)];
  });
  const surges = own
    ? []
    : missingSurges(known, labId, seat).map(({ job_id, round_index }) => surgeJob(known, { job_id, round_index }, draws));
  const jobs = [...openings, ...surges];
  const uses = own ? [] : usesOf(known, labId, { jobs, draws, scale });
  return { jobs: jobs.map((job) => freshJob(labId, job)), uses };
}

/** Hours per unit of raw size. The total of all jobs is known, and so are some of the jobs. */
export function hoursPerRaw(known: OpenState): number {
  const labs = Object.keys(known.labs);
  const hours = sum(firstBlocks(known).map((block) => blockHours(block, known.config.rounds)));
  const asked = sum(Object.values(known.jobs).map((job) => (isFirst(job.job_id) ? job.gpu_hours_required : 0)));
  const raw = sum(labs.flatMap((lab) => missingJobs(known, lab).map(({ home }) => (home ? MEAN_RAW.home : MEAN_RAW.other))));
  return raw === 0 ? 1 : Math.max(0.2, (known.config.scarcity * hours - asked) / raw);
}

/** Adds the guessed jobs to the state, with the hours delivered so far, and settles those that are done. */
export function applyGuess(state: OpenState, guess: LabGuess): void {
  for (const job of guess.jobs) {
    state.jobs[job.job_id] = { ...job, allocated_block_ids: [] };
    state.labs[job.lab_id]?.job_ids.push(job.job_id);
  }
  for (const { block_id, job_id } of guess.uses) work(state, block_id, job_id);
  for (const { job_id } of guess.jobs) settleIfDone(state, job_id);
}

/** Jobs that the rules gave this lab at the start and that the seat does not know. */
function missingJobs(known: OpenState, labId: string): { job_id: string; home: boolean }[] {
  const number = labId.slice('lab_'.length);
  const blocks = firstBlocks(known).filter((block) => block.block_id.startsWith(`b_${number}_`)).length;
  const count = Math.max(1, known.config.jobs - (blocks > known.config.blocks ? 1 : -1));
  const all = Array.from({ length: count }, (_, j) => ({ job_id: `j_${number}_${j}`, home: j === 0 }));
  return all.filter(({ job_id }) => known.jobs[job_id] === undefined);
}

/** A demand surge gives every lab a job, so the seat's own surge jobs tell which ones the others got. */
function missingSurges(known: OpenState, labId: string, seat: string): { job_id: string; round_index: number }[] {
  const own = Object.values(known.jobs).filter((job) => job.lab_id === seat && !isFirst(job.job_id));
  const named = own.map(({ job_id, arrival_round }) => ({
    job_id: job_id.replace(/^j_\d+_/, `j_${labId.slice('lab_'.length)}_`),
    round_index: arrival_round,
  }));
  return named.filter(({ job_id }) => known.jobs[job_id] === undefined);
}

function surgeJob(known: OpenState, { job_id, round_index }: { job_id: string; round_index: number }, draws: Draws): JobOpening {
  return drawSurgeJob(draws, { round_index, rounds: known.config.rounds }, job_id);
}

/** A job that has not arrived yet; the seat knows those that have. null: no job can arrive any more. */
function laterJob(known: OpenState, which: { job_id: string; home: boolean }, draws: Draws): RawJob | null {
  const { rounds } = known.config;
  if (which.home || rounds < 8 || known.round_index >= Math.floor(rounds / 2)) return null;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const job = drawJob(draws, rounds, which);
    if (job.arrival_round > known.round_index) return job;
  }
  return null;
}

/** Assigns each used block with an unknown job to a job of its owner that it could serve. If none fits, one is made to fit. */
function usesOf(known: OpenState, labId: string, guess: { jobs: JobOpening[]; draws: Draws; scale: number }): LabGuess['uses'] {
  const { jobs, draws, scale } = guess;
  const blocks = Object.values(known.blocks).filter((block) => block.owner_lab_id === labId && isUnexplained(block));
  return blocks.map((block) => {
    if (jobs.length === 0) jobs.push(extraJob(known, labId, { draws, scale }));
    const fit = jobs.filter((job) => job.arrival_round <= known.round_index && job.min_reliability <= block.reliability_drawn);
    const job = fit.length > 0 ? draws.choice(fit) : draws.choice(jobs);
    job.arrival_round = Math.min(job.arrival_round, known.round_index);
    job.min_reliability = Math.min(job.min_reliability, block.reliability_drawn);
    return { block_id: block.block_id, job_id: job.job_id };
  });
}

/** All jobs of this lab are known and none uses the block, so there must be one more. */
function extraJob(known: OpenState, labId: string, { draws, scale }: { draws: Draws; scale: number }): JobOpening {
  const raw = drawJob(draws, known.config.rounds, { job_id: `j_${labId.slice('lab_'.length)}_more`, home: true });
  return jobOfSize(raw, raw.raw * scale);
}

function work(state: OpenState, blockId: string, jobId: string): void {
  const block = state.blocks[blockId];
  const job = state.jobs[jobId];
  if (block === undefined || job === undefined) return;
  const over = Math.min(windowEnd(block, state.config.rounds), state.round_index);
  const hours = block.gpu_count * Math.max(0, over - Math.max(block.start_round, block.release_round));
  block.allocated_to_job_id = jobId;
  block.allocated_round = Math.min(state.round_index, block.start_round);
  block.hours_delivered = hours;
  block.energy_paid_cents = hours > 0 ? energyAt(block.energy_cost, state.energy_factor) : null;
  job.allocated_block_ids.push(blockId);
  job.hours_delivered += hours;
  job.energy_paid_cents += block.energy_paid_cents ?? 0;
}

function settleIfDone(state: OpenState, jobId: string): void {
  const job = state.jobs[jobId];
  if (job === undefined) return;
  const completed = job.hours_delivered >= job.gpu_hours_required;
  if (!completed && !(job.partial_credit_allowed && job.deadline_round < state.round_index)) return;
  const part = Math.floor((job.value_cents * job.hours_delivered) / job.gpu_hours_required);
  Object.assign(job, { settled: true, completed, paid_cents: completed ? job.value_cents : part });
}

function isUnexplained(block: OpenBlock): boolean {
  return block.status === 'used' && block.allocated_to_job_id === null;
}

function firstBlocks(known: OpenState): OpenBlock[] {
  return Object.values(known.blocks).filter((block) => block.origin === 'first');
}

function isFirst(jobId: string): boolean {
  return /^j_\d+_\d+$/.test(jobId);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
