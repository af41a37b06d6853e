import { describe, expect, it } from 'vitest';
import type { PlanExecuted } from '../events';
import { type Table, table } from '../testing/table';
import { searchPlan } from './joint-plan';
import { previewPlan, withPledge } from './split-preview';

/** The specification's example: A's job pays 100 for 8 hours; A contributes 4, B and C two each; reserves 30, 0 and 20. */
function example(split: string): Table {
  const market = table({
    labs: [
      {
        blocks: [{ block_id: 'b_0_0', start_round: 3, duration: 2, gpu_count: 2, energy_cost: 2 }],
        jobs: [{ job_id: 'j_0_0', gpu_hours_required: 8, value: 100 }],
      },
      { blocks: [{ block_id: 'b_1_0', start_round: 3, duration: 2, energy_cost: 1 }] },
      { blocks: [{ block_id: 'b_2_0', start_round: 3, duration: 2, energy_cost: 1 }] },
    ],
  });
  market.play({ lab_0: [{ action_type: 'form_coalition', members: ['lab_1', 'lab_2'], split }] });
  market.play({
    lab_1: [{ action_type: 'join_coalition', coalition_id: 'c_1', block_ids: ['b_1_0'], until_round: 3 }],
    lab_2: [{ action_type: 'join_coalition', coalition_id: 'c_1', block_ids: ['b_2_0'], reserve: 20, until_round: 3 }],
  });
  return market;
}

const PLAN = [{ job_id: 'j_0_0', block_ids: ['b_0_0', 'b_1_0', 'b_2_0'] }];

function joint(market: Table) {
  const [coalition] = market.sees('lab_0').active_coalitions;
  if (coalition === undefined) throw new Error('no coalition');
  return coalition;
}

describe('a preview before one’s own pledge', () => {
  it('divides by all three rules, as the specification has it', () => {
    const market = example('equal');
    const facts = market.sees('lab_0');
    const coalition = withPledge(facts, joint(market), { block_ids: ['b_0_0'], job_ids: ['j_0_0'], reserve: 30 });
    const preview = previewPlan(facts, coalition, PLAN);
    expect(preview).toMatchObject({ refusal: null, total: 96, reserves: 50 });
    const amounts = (split: 'equal' | 'contribution' | 'shapley') => preview.shares[split].map((one) => Math.round(one.amount * 100) / 100);
    expect(amounts('equal')).toEqual([45.34, 15.33, 35.33]);
    expect(amounts('shapley')).toEqual([45.34, 15.33, 35.33]);
    expect(amounts('contribution')).toEqual([64.5, 5.75, 25.75]);
    expect(searchPlan(facts, coalition)?.plan).toEqual(PLAN);
  });

  it('leaves the coalition itself as it was', () => {
    const market = example('equal');
    const before = structuredClone(joint(market));
    withPledge(market.sees('lab_0'), joint(market), { block_ids: ['b_0_0'], job_ids: [], reserve: 0 });
    expect(joint(market)).toEqual(before);
  });
});

describe('a preview is what the rules then do', () => {
  it.each(['equal', 'contribution', 'shapley'] as const)('shares of %s', (split) => {
    const market = example(split);
    market.does('lab_0', {
      action_type: 'commit_to_coalition',
      coalition_id: 'c_1',
      block_ids: ['b_0_0'],
      job_ids: ['j_0_0'],
      reserve: 30,
    });
    const preview = previewPlan(market.sees('lab_1'), joint(market), PLAN);
    expect(market.does('lab_1', { action_type: 'allocate_to_job', coalition_id: 'c_1', plan: PLAN })).toEqual(['plan_executed']);
    const executed = market.events.find((event): event is PlanExecuted => event.type === 'plan_executed');
    expect(executed?.total_cents).toBe(preview.total * 100);
    expect(executed?.shares).toEqual(preview.shares[split].map(({ lab_id, share }) => ({ lab_id, share })));
  });

  it('refuses with the same code', () => {
    const plans = {
      empty_block_list: [],
      unpledged_job: [{ job_id: 'j_9', block_ids: ['b_0_0'] }],
      unpledged_block: [{ job_id: 'j_0_0', block_ids: ['b_9'] }],
      duplicate_allocation: [{ job_id: 'j_0_0', block_ids: ['b_0_0', 'b_0_0'] }],
      insufficient_capacity: [{ job_id: 'j_0_0', block_ids: ['b_0_0', 'b_1_0'] }],
    };
    for (const [code, plan] of Object.entries(plans)) {
      const market = example('equal');
      market.does('lab_0', {
        action_type: 'commit_to_coalition',
        coalition_id: 'c_1',
        block_ids: ['b_0_0'],
        job_ids: ['j_0_0'],
        until_round: 3,
      });
      expect(previewPlan(market.sees('lab_0'), joint(market), plan).refusal?.code).toBe(code);
      expect(market.does('lab_0', { action_type: 'allocate_to_job', coalition_id: 'c_1', plan })).toEqual([code]);
    }
    const dear = example('equal');
    dear.does('lab_0', { action_type: 'commit_to_coalition', coalition_id: 'c_1', block_ids: ['b_0_0'], job_ids: ['j_0_0'], reserve: 77 });
    expect(previewPlan(dear.sees('lab_0'), joint(dear), PLAN).refusal?.code).toBe('below_reserve');
    expect(dear.does('lab_0', { action_type: 'allocate_to_job', coalition_id: 'c_1', plan: PLAN })).toEqual(['below_reserve']);
  });
});
