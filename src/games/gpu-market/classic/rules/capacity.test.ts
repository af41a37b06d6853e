import { describe, expect, it } from 'vitest';
import type { Job } from '../../types';
import { type Market, market, named } from '../market-for-tests';

const JOB: Job = {
  job_id: 'j_0_0',
  gpu_hours_required: 4,
  deadline_round: 3,
  base_value: 50,
  urgency_multiplier: 1.5,
  min_reliability: 0.8,
  partial_credit_allowed: false,
  private_notes: 'benchmark_run',
  completed: false,
  allocated_block_ids: [],
};

/** One job of 4 hours; blocks of 2, 2 and 4 hours, 0.9 reliable, 3 cr of energy each. */
function withJob(change: Partial<Job> = {}): Market {
  let at = market().withLab(0, { jobs: [{ ...JOB, ...change }] });
  for (const [i, gpu_count] of [2, 2, 4].entries()) {
    at = at.withBlock(`b_0_${i}`, { duration: 1, gpu_count, reliability: 0.9, energy_cost: 3, status: 'available' });
  }
  return at;
}

function allocate(at: Market, blockIds: string[]): ReturnType<Market['play']> {
  return at.play({ action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: blockIds });
}

describe('allocating to a job', () => {
  it('completes it with enough hours: value less energy', () => {
    const after = allocate(withJob(), ['b_0_0', 'b_0_1']);
    expect(after.code).toBe('job_allocated');
    expect(named(after.events, 'job_allocated')[0]).toMatchObject({ value: 50 * 1.5 - 6, completed: true });
    expect(after.state.blocks[0]).toMatchObject({ status: 'used', allocated_to_job_id: 'j_0_0' });
    expect(after.state.labs[0]?.jobs[0]).toMatchObject({ completed: true, allocated_block_ids: ['b_0_0', 'b_0_1'] });
    expect(after.state.last_step?.breakdown.job_utility_score).toBe(0.46);
  });

  it('is worth 35% after the deadline', () => {
    const after = allocate(withJob({ deadline_round: -1 }), ['b_0_2']);
    expect(named(after.events, 'job_allocated')[0]?.value).toBeCloseTo(50 * 1.5 * 0.35 - 3, 9);
  });

  it('serves a job in part where that is allowed, and the rest later', () => {
    const at = withJob({ partial_credit_allowed: true });
    const after = allocate(at, ['b_0_0']);
    expect(named(after.events, 'job_allocated')[0]).toMatchObject({ value: 50 * 1.5 * 0.5 - 3, completed: false });
  });

  it('counts a block that stands twice in the list twice', () => {
    const after = allocate(withJob(), ['b_0_0', 'b_0_0']);
    expect(named(after.events, 'job_allocated')[0]).toMatchObject({ value: 50 * 1.5 - 6, completed: true });
    expect(after.state.labs[0]?.jobs[0]?.allocated_block_ids).toEqual(['b_0_0', 'b_0_0']);
  });

  it('keeps reserved_by', () => {
    const after = allocate(withJob().withBlock('b_0_2', { status: 'reserved', reserved_by: 'j_0_0' }), ['b_0_2']);
    expect(after.state.blocks[2]).toMatchObject({ status: 'used', reserved_by: 'j_0_0' });
  });

  it.each([
    ['insufficient_capacity', withJob(), ['b_0_0']],
    ['empty_block_list', withJob(), []],
    ['job_completed', withJob({ completed: true }), []],
    ['unknown_block', withJob(), ['b_0_0', 'b_0_7']],
    ['unowned_block', withJob(), ['b_1_0']],
    ['failed_block', withJob().withBlock('b_0_0', { status: 'failed', allocated_to_job_id: 'x', reliability: 0 }), ['b_0_0']],
    ['duplicate_allocation', withJob().withBlock('b_0_0', { status: 'committed', allocated_to_job_id: 'x', reliability: 0 }), ['b_0_0']],
    ['low_reliability', withJob().withBlock('b_0_0', { reliability: 0.79 }), ['b_0_0']],
  ])('is refused: %s', (code, at, blockIds) => {
    const after = allocate(at, blockIds);
    expect(after.code).toBe(code);
    expect(named(after.events, 'job_allocated')).toEqual([]);
  });

  it('is refused for a job that is not one’s own', () => {
    expect(withJob().play({ action_type: 'allocate_to_job', job_id: 'j_1_0', block_ids: ['b_0_0'] }).code).toBe('unknown_job');
    expect(withJob().play({ action_type: 'allocate_to_job', block_ids: ['b_0_0'] }).code).toBe('unknown_job');
  });
});

describe('reserving', () => {
  it('marks for a job, or for the lab', () => {
    const job = market().play({ action_type: 'reserve_capacity', block_ids: ['b_0_0'], job_id: 'j_0_1' });
    expect([job.code, job.state.blocks[0]?.status, job.state.blocks[0]?.reserved_by]).toEqual(['capacity_reserved', 'reserved', 'j_0_1']);
    const lab = market().play({ action_type: 'reserve_capacity', block_ids: ['b_0_0'], job_id: '' });
    expect(lab.state.blocks[0]?.reserved_by).toBe('lab_0');
  });

  it('keeps what came before the block that fails', () => {
    const after = market().play({ action_type: 'reserve_capacity', block_ids: ['b_0_0', 'b_1_0', 'b_0_1'] });
    expect([after.code, after.state.blocks[0]?.status, after.state.blocks[1]?.status]).toEqual(['unowned_block', 'reserved', 'available']);
  });

  it('succeeds with an empty list, and fails for unknown and unavailable blocks', () => {
    expect(market().play({ action_type: 'reserve_capacity' }).code).toBe('capacity_reserved');
    expect(market().play({ action_type: 'reserve_capacity', block_ids: ['x'] }).code).toBe('unknown_block');
    const committed = market().withBlock('b_0_0', { status: 'committed' });
    expect(committed.play({ action_type: 'reserve_capacity', block_ids: ['b_0_0'] }).code).toBe('unavailable_block');
  });
});

describe('releasing', () => {
  it('clears a reservation and leaves other states alone', () => {
    const at = market()
      .withBlock('b_0_0', { status: 'reserved', reserved_by: 'lab_0' })
      .withBlock('b_0_1', { status: 'used', reserved_by: 'x' });
    const after = at.play({ action_type: 'release_capacity', block_ids: ['b_0_0', 'b_0_1'] });
    expect(after.code).toBe('capacity_released');
    expect(after.state.blocks[0]).toMatchObject({ status: 'available', reserved_by: null });
    expect(after.state.blocks[1]).toMatchObject({ status: 'used', reserved_by: 'x' });
  });

  it('calls an unknown block unowned', () => {
    expect(market().play({ action_type: 'release_capacity', block_ids: ['nothing'] }).code).toBe('unowned_block');
  });
});
