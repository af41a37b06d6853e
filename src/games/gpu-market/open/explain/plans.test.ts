import { describe, expect, it } from 'vitest';
import { type Table, table } from '../shared/testing/table';
import type { Split } from '../shared/types';
import { plansOf } from './plans';

const BLOCK = { start_round: 4, duration: 2, reliability: 0.9 };

/** The rules' own example: a job of 8 hours that pays 100, blocks of 4, 2 and 2 hours, reserves 30, 0 and 20. */
function venture(split: Split): Table {
  const market = table({
    labs: [
      {
        blocks: [{ ...BLOCK, block_id: 'b_0_0', gpu_count: 2, energy_cost: 2 }],
        jobs: [{ job_id: 'j_0_0', gpu_hours_required: 8, value: 100 }],
      },
      { blocks: [{ ...BLOCK, block_id: 'b_1_0', energy_cost: 1 }] },
      { blocks: [{ ...BLOCK, block_id: 'b_2_0', energy_cost: 1 }] },
    ],
  });
  const pledge = { action_type: 'commit_to_coalition', coalition_id: 'c_1', until_round: 4 };
  const join = { action_type: 'join_coalition', coalition_id: 'c_1', until_round: 4 };
  market.does('lab_0', { action_type: 'form_coalition', members: ['lab_1', 'lab_2'], split });
  market.play({
    lab_1: [{ ...join, block_ids: ['b_1_0'] }],
    lab_2: [{ ...join, block_ids: ['b_2_0'], reserve: 20 }],
  });
  market.does('lab_0', { ...pledge, block_ids: ['b_0_0'], job_ids: ['j_0_0'], reserve: 30 });
  market.does('lab_0', {
    action_type: 'allocate_to_job',
    coalition_id: 'c_1',
    plan: [{ job_id: 'j_0_0', block_ids: ['b_0_0', 'b_1_0', 'b_2_0'] }],
  });
  return market;
}

const rounded = (cents: readonly number[]) => cents.map((cent) => Math.round(cent));

describe('a joint plan explained', () => {
  it('sets what each added beside what the split promised, as the rules’ example has it', () => {
    const [plan] = plansOf(venture('contribution').toEnd().events);
    expect(plan?.members.map((member) => member.seat)).toEqual(['lab_0', 'lab_1', 'lab_2']);
    expect(rounded(plan?.members.map((member) => member.shapley_cents) ?? [])).toEqual([4533, 1533, 3533]);
    expect(rounded(plan?.members.map((member) => member.signed_cents) ?? [])).toEqual([6450, 575, 2575]);
    expect(plan?.members.map((member) => member.received_cents)).toEqual([6450, 575, 2575]);
    expect(plan).toMatchObject({ total_cents: 9600, reserves_cents: 5000, paid_cents: 9600, sampled: false, proposed_by: 'lab_0' });
  });

  it('promises by Shapley what Shapley’s values are, where nobody’s is below zero', () => {
    const [plan] = plansOf(venture('shapley').events);
    for (const { signed_cents, shapley_cents } of plan?.members ?? [])
      expect(Math.abs(signed_cents - shapley_cents)).toBeLessThanOrEqual(1);
  });

  it('values add up to the surplus over all reserves', () => {
    const [plan] = plansOf(venture('equal').events);
    const sum = plan?.members.reduce((all, member) => all + member.shapley_cents, 0);
    expect(sum).toBeCloseTo(9600, 6);
  });
});
