/** Own blocks: reserve, release, and allocate to a job. */
import type { Action, Block, Job } from '../../types';
import { CONTROLLED, controlled, findBlock, gpuHours, isFree } from '../state';
import { type Answer, done, emit, refuse, type Turn } from '../turn';

/** The share of its value that a late job earns. */
export const LATE = 0.35;

const NOTHING: readonly string[] = [];

/** Blocks before the one that fails stay reserved. */
export function reserveCapacity(turn: Turn, action: Action): Answer {
  for (const blockId of action.block_ids ?? NOTHING) {
    const block = findBlock(turn.state, blockId);
    if (block === null) return refuse('unknown_block', `There is no block ${blockId}.`);
    if (block.owner_lab_id !== CONTROLLED) return refuse('unowned_block', `Block ${blockId} is not yours.`);
    if (!isFree(block)) return refuse('unavailable_block', `Block ${blockId} is ${block.status}.`);
    mark(turn, block, { status: 'reserved', reserved_by: action.job_id || CONTROLLED });
  }
  return done('capacity_reserved', 'The capacity is reserved.', 0.03);
}

/** Blocks before the one that fails stay released; blocks that are not reserved are unchanged. */
export function releaseCapacity(turn: Turn, action: Action): Answer {
  for (const blockId of action.block_ids ?? NOTHING) {
    const block = findBlock(turn.state, blockId);
    if (block === null || block.owner_lab_id !== CONTROLLED) return refuse('unowned_block', `Block ${blockId} is not yours.`);
    if (block.status === 'reserved') mark(turn, block, { status: 'available', reserved_by: null });
  }
  return done('capacity_released', 'The capacity is released.', 0.01);
}

export function allocateToJob(turn: Turn, action: Action): Answer {
  const job = controlled(turn.state).jobs.find((one) => one.job_id === action.job_id);
  if (job === undefined) return refuse('unknown_job', 'There is no such job of yours.');
  if (job.completed) return refuse('job_completed', `Job ${job.job_id} is completed already.`);
  const blockIds = action.block_ids ?? NOTHING;
  if (blockIds.length === 0) return refuse('empty_block_list', 'An allocation needs at least one block.');
  const blocks: Block[] = [];
  for (const blockId of blockIds) {
    const block = findBlock(turn.state, blockId);
    if (block === null) return refuse('unknown_block', `There is no block ${blockId}.`);
    const refusal = whyNotAllocatable(block, job);
    if (refusal !== null) return refusal;
    blocks.push(block);
  }
  return allocate(turn, job, blocks);
}

function whyNotAllocatable(block: Block, job: Job): Answer | null {
  if (block.owner_lab_id !== CONTROLLED) return refuse('unowned_block', `Block ${block.block_id} is not yours.`);
  if (block.status === 'failed') return refuse('failed_block', `Block ${block.block_id} has failed.`);
  if (block.allocated_to_job_id !== null)
    return refuse('duplicate_allocation', `Block ${block.block_id} works on ${block.allocated_to_job_id} already.`);
  if (block.reliability < job.min_reliability)
    return refuse('low_reliability', `Block ${block.block_id} is less reliable than ${job.job_id} needs.`);
  return null;
}

/** A block listed twice counts twice: in hours, in energy and in the job's list. */
function allocate(turn: Turn, job: Job, blocks: readonly Block[]): Answer {
  let hours = 0;
  let energy = 0;
  for (const block of blocks) {
    hours += gpuHours(block);
    energy += block.energy_cost;
  }
  const ratio = Math.min(1, hours / job.gpu_hours_required);
  if (ratio < 1 && !job.partial_credit_allowed) {
    return refuse('insufficient_capacity', `Job ${job.job_id} needs ${job.gpu_hours_required} GPU-hours, these blocks give ${hours}.`);
  }
  const punctual = turn.state.round_index <= job.deadline_round ? 1 : LATE;
  const value = job.base_value * job.urgency_multiplier * ratio * punctual - energy;
  emit(turn, {
    type: 'job_allocated',
    job_id: job.job_id,
    lab_id: CONTROLLED,
    block_ids: blocks.map((block) => block.block_id),
    value,
    completed: ratio >= 1,
  });
  return done('job_allocated', `Job ${job.job_id} is ${ratio >= 1 ? 'complete' : 'served in part'}.`, Math.min(0.5, value / 150));
}

function mark(turn: Turn, block: Block, marks: { status: Block['status']; reserved_by: string | null }): void {
  emit(turn, { type: 'block_marked', block_id: block.block_id, lab_id: CONTROLLED, status: marks.status, reserved_by: marks.reserved_by });
}
