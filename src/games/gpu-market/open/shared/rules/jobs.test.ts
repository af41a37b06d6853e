import { describe, expect, it } from 'vitest';
import { type LabGiven, table } from '../testing/table';

const use = (job_id: string, ...block_ids: string[]) => ({ action_type: 'allocate_to_job', job_id, block_ids });

function alone(lab: LabGiven, more: object = {}) {
  return table({ labs: [lab, { blocks: [{ block_id: 'b_1_0' }], jobs: [{ job_id: 'j_1_0' }] }], ...more });
}

describe('allocation', () => {
  it.each([
    ['unknown_job', use('j_1_0', 'b_0_0')],
    ['unknown_job', use('j_0_9', 'b_0_0')],
    ['unknown_job', use('j_0_late', 'b_0_0')],
    ['empty_block_list', use('j_0_0')],
    ['unknown_block', use('j_0_0', 'b_9_9')],
    ['unowned_block', use('j_0_0', 'b_1_0')],
    ['duplicate_allocation', use('j_0_0', 'b_0_0', 'b_0_0')],
    ['low_reliability', use('j_0_0', 'b_0_0', 'b_0_low')],
  ])('is refused with %s: %j', (code, action) => {
    const play = alone({
      blocks: [{ block_id: 'b_0_0' }, { block_id: 'b_0_low', reliability: 0.69 }],
      jobs: [{ job_id: 'j_0_0' }, { job_id: 'j_0_late', arrival_round: 3 }],
    });
    expect(play.does('lab_0', action)).toEqual([code]);
    expect(play.status('b_0_0')).toBe('available');
  });

  it('of a block whose window is over, or that works already, is refused', () => {
    const play = alone({
      blocks: [
        { block_id: 'b_0_0', duration: 1 },
        { block_id: 'b_0_1', start_round: 5 },
      ],
      jobs: [{ job_id: 'j_0_0' }, { job_id: 'j_0_1' }],
    });
    play.until(3);
    expect(play.status('b_0_0')).toBe('spent');
    expect(play.does('lab_0', use('j_0_0', 'b_0_0'), use('j_0_0', 'b_0_1'), use('j_0_1', 'b_0_1'))).toEqual([
      'no_hours_left',
      'job_allocated',
      'duplicate_allocation',
    ]);
  });

  it('brings the hours from its round on: late allocation loses what has passed', () => {
    const play = alone({
      blocks: [{ block_id: 'b_0_0', start_round: 2, duration: 3 }],
      jobs: [{ job_id: 'j_0_0', gpu_hours_required: 3 }],
    });
    play.until(3).does('lab_0', use('j_0_0', 'b_0_0'));
    play.toEnd();
    expect(play.job('j_0_0')).toMatchObject({ hours_delivered: 2, settled: false });
  });
});

describe('delivery and energy', () => {
  it('pays the whole energy in the first round of delivery', () => {
    const play = alone({ blocks: [{ block_id: 'b_0_0', energy_cost: 2.5 }], jobs: [{ job_id: 'j_0_0' }] });
    play.does('lab_0', use('j_0_0', 'b_0_0'));
    expect([play.until(2).budget('lab_0'), play.until(3).budget('lab_0'), play.until(4).budget('lab_0')]).toEqual([100, 97.5, 147.5]);
  });

  it('browns out where the money is short, tries the next, and tries again next round', () => {
    const play = alone({
      budget: 5,
      blocks: [
        { block_id: 'b_0_0', start_round: 2, duration: 3, energy_cost: 6 },
        { block_id: 'b_0_1', start_round: 2, duration: 1, energy_cost: 4 },
      ],
      jobs: [
        { job_id: 'j_0_0', gpu_hours_required: 2, value: 60 },
        { job_id: 'j_0_1', gpu_hours_required: 1, value: 10 },
      ],
    });
    play.does('lab_0', use('j_0_0', 'b_0_0'), use('j_0_1', 'b_0_1'));
    play.until(3);
    expect([play.budget('lab_0'), play.job('j_0_0').hours_delivered]).toEqual([11, 0]);
    play.until(5);
    expect([play.budget('lab_0'), play.job('j_0_0').completed]).toEqual([65, true]);
  });

  it('is cut at the last round, and a block whose job is settled before it starts costs nothing', () => {
    const play = alone({
      blocks: [
        { block_id: 'b_0_0', start_round: 2 },
        { block_id: 'b_0_1', start_round: 5, energy_cost: 9 },
        { block_id: 'b_0_2', start_round: 7, duration: 3 },
      ],
      jobs: [{ job_id: 'j_0_0' }, { job_id: 'j_0_1', gpu_hours_required: 3, deadline_round: 7 }],
    });
    play.does('lab_0', use('j_0_0', 'b_0_0', 'b_0_1'), use('j_0_1', 'b_0_2'));
    play.toEnd();
    expect([play.budget('lab_0'), play.job('j_0_1').hours_delivered]).toEqual([100 - 1 - 1 + 50, 1]);
  });
});

describe('settlement', () => {
  it.each([
    ['in time', { deadline_round: 3 }, 80],
    ['late', { deadline_round: 2 }, 28],
    ['never', { gpu_hours_required: 3 }, 0],
  ])('%s', (_, job, pays) => {
    const play = alone({ blocks: [{ block_id: 'b_0_0', energy_cost: 0 }], jobs: [{ job_id: 'j_0_0', value: 80, ...job }] });
    play.does('lab_0', use('j_0_0', 'b_0_0'));
    play.toEnd();
    expect(play.budget('lab_0')).toBe(100 + pays);
  });

  it('with partial credit pays its part at the deadline, rounded down, and is done with', () => {
    const play = alone({
      blocks: [
        { block_id: 'b_0_0', energy_cost: 0 },
        { block_id: 'b_0_1', start_round: 6 },
      ],
      jobs: [{ job_id: 'j_0_0', value: 80, gpu_hours_required: 3, deadline_round: 5, partial_credit_allowed: true }],
    });
    play.does('lab_0', use('j_0_0', 'b_0_0'));
    play.until(6);
    expect([play.budget('lab_0'), play.job('j_0_0').settled]).toEqual([153.33, true]);
    expect(play.does('lab_0', use('j_0_0', 'b_0_1'))).toEqual(['job_completed']);
  });

  it('of a job with partial credit that nothing worked for pays nothing', () => {
    const play = alone({ jobs: [{ job_id: 'j_0_0', deadline_round: 4, partial_credit_allowed: true }] });
    play.until(5);
    expect(play.job('j_0_0')).toMatchObject({ settled: true, completed: false, paid_cents: 0 });
  });
});

describe('marks', () => {
  it('reserve and release own live blocks, all or none', () => {
    const play = alone({ blocks: [{ block_id: 'b_0_0' }, { block_id: 'b_0_1' }], jobs: [{ job_id: 'j_0_0' }] });
    const reserve = (...block_ids: string[]) => ({ action_type: 'reserve_capacity', block_ids });
    const release = (...block_ids: string[]) => ({ action_type: 'release_capacity', block_ids });
    expect(play.does('lab_0', reserve('b_0_0', 'b_9_9'), reserve('b_0_0', 'b_1_0'), reserve())).toEqual([
      'unknown_block',
      'unowned_block',
      'capacity_reserved',
    ]);
    expect(play.status('b_0_0')).toBe('available');
    expect(play.does('lab_0', reserve('b_0_0'), release('b_9_9'))).toEqual(['capacity_reserved', 'unowned_block']);
    expect(play.does('lab_0', release('b_0_0', 'b_0_1'))).toEqual(['capacity_released']);
    expect(play.status('b_0_0')).toBe('available');
  });
});

describe('shocks', () => {
  it('capacity_failure: hours from its round on are lost, and the job may be topped up', () => {
    const play = alone(
      {
        blocks: [
          { block_id: 'b_0_0', start_round: 2, duration: 3 },
          { block_id: 'b_0_1', start_round: 5 },
        ],
        jobs: [{ job_id: 'j_0_0', gpu_hours_required: 3 }],
      },
      { shocks: [{ kind: 'capacity_failure', round_index: 3, block_id: 'b_0_0' }] },
    );
    play.does('lab_0', use('j_0_0', 'b_0_0'));
    play.until(5);
    expect([play.job('j_0_0').hours_delivered, play.status('b_0_0')]).toEqual([1, 'failed']);
    play.does('lab_0', use('j_0_0', 'b_0_1'));
    play.toEnd();
    expect(play.job('j_0_0').completed).toBe(true);
  });

  it('energy_spike: a quarter more on energy not yet paid', () => {
    const play = alone(
      {
        blocks: [
          { block_id: 'b_0_0', energy_cost: 2 },
          { block_id: 'b_0_1', start_round: 4, energy_cost: 2.5 },
        ],
        jobs: [{ job_id: 'j_0_0', gpu_hours_required: 4, value: 0 }],
      },
      { shocks: [{ kind: 'energy_spike', round_index: 3 }] },
    );
    play.does('lab_0', use('j_0_0', 'b_0_0', 'b_0_1'));
    play.toEnd();
    // 3.125 is a tie, so it rounds to the even cent.
    expect(play.budget('lab_0')).toBe(100 - 2 - 3.12);
    expect(play.sees('lab_1').public_market.energy_factor).toBe(1.25);
  });

  it('reliability_degradation: .12 less for every block that exists, .5 at least; what works goes on', () => {
    const play = alone(
      {
        blocks: [
          { block_id: 'b_0_0', reliability: 0.8 },
          { block_id: 'b_0_1', reliability: 0.55 },
        ],
        jobs: [{ job_id: 'j_0_0' }],
      },
      { shocks: [{ kind: 'reliability_degradation', round_index: 2 }] },
    );
    play.does('lab_0', use('j_0_0', 'b_0_0'));
    play.until(2);
    expect(['b_0_0', 'b_0_1', 'b_1_0'].map((id) => play.state.blocks[id]?.reliability)).toEqual([0.68, 0.5, 0.78]);
    expect(play.does('lab_1', use('j_1_0', 'b_1_0'))).toEqual(['job_allocated']);
    play.toEnd();
    expect(play.job('j_0_0').completed).toBe(true);
  });

  it('supply_release: the operator’s blocks stand as open offers to the end, in this very round', () => {
    const block = { block_id: 'b_spot_1', start_round: 4, duration: 2, gpu_count: 1, reliability: 0.9, energy_cost: 1 };
    const play = alone(
      { jobs: [{ job_id: 'j_0_0' }] },
      { shocks: [{ kind: 'supply_release', round_index: 3, blocks: [{ block, price_cents: 1234 }] }] },
    );
    expect(play.does('lab_0', { action_type: 'accept_offer', offer_id: 'o_1' })).toEqual(['unknown_offer']);
    play.until(3);
    const answers = play.codes({
      lab_0: [{ action_type: 'accept_offer', offer_id: 'o_1' }, use('j_0_0', 'b_spot_1')],
      lab_1: [
        { action_type: 'reject_offer', offer_id: 'o_1' },
        { action_type: 'counter_offer', offer_id: 'o_1', payment: 1 },
      ],
    });
    expect(answers).toEqual({ lab_0: ['offer_accepted', 'job_allocated'], lab_1: ['not_party', 'inactive_offer'] });
    play.toEnd();
    expect(play.budget('lab_0')).toBe(100 - 12.34 - 1 + 50);
    expect(play.state.ledger.operator_cents).toBe(1234);
  });

  it('demand_surge: a job for every lab, its own to see', () => {
    const surge = (lab: number) => ({
      lab_id: `lab_${lab}`,
      job: {
        job_id: `j_${lab}_surge_3`,
        arrival_round: 3,
        gpu_hours_required: 2,
        deadline_round: 5,
        base_value: 20,
        urgency_multiplier: 1.5,
        min_reliability: 0.7,
        partial_credit_allowed: false,
        private_notes: 'shock_demand_surge',
      },
    });
    const play = alone({}, { shocks: [{ kind: 'demand_surge', round_index: 3, jobs: [surge(0), surge(1)] }] });
    play.until(3);
    expect(play.sees('lab_0').private_jobs.map((job) => job.job_id)).toEqual(['j_0_surge_3']);
    expect(play.sees('lab_0').public_market.shock_history).toHaveLength(1);
  });
});
