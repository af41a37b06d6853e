import { describe, expect, it } from 'vitest';
import { table } from '../testing/table';

/** The specification's example: A's job pays 100 for 8 hours. A contributes 4 (worth 30 alone), B 2 idle ones, C 2 (worth 20 alone). */
function example() {
  return table({
    labs: [
      {
        blocks: [{ block_id: 'b_0_0', duration: 2, gpu_count: 2, energy_cost: 2 }],
        jobs: [{ job_id: 'j_0_0', gpu_hours_required: 8, value: 100 }],
      },
      { blocks: [{ block_id: 'b_1_0', duration: 2, gpu_count: 1, energy_cost: 1 }], jobs: [{ job_id: 'j_1_0' }] },
      { blocks: [{ block_id: 'b_2_0', duration: 2, gpu_count: 1, energy_cost: 1 }] },
    ],
  });
}

function pledged(split: object) {
  const market = example();
  market.play({ lab_0: { action_type: 'form_coalition', members: ['lab_1', 'lab_2'], ...split } });
  market.play({
    lab_0: [],
    lab_1: { action_type: 'join_coalition', coalition_id: 'c_1', block_ids: ['b_1_0'], until_round: 2 },
    lab_2: { action_type: 'join_coalition', coalition_id: 'c_1', block_ids: ['b_2_0'], reserve: 20, until_round: 2 },
  });
  const own = { action_type: 'commit_to_coalition', coalition_id: 'c_1', block_ids: ['b_0_0'], job_ids: ['j_0_0'], reserve: 30 };
  return { market, own };
}

const plan = (...block_ids: string[]) => ({ action_type: 'allocate_to_job', coalition_id: 'c_1', plan: [{ job_id: 'j_0_0', block_ids }] });

describe('the worked example of the rules', () => {
  it.each([
    [{ split: 'equal' }, [45.34, 15.33, 35.33]],
    [{ split: 'shapley' }, [45.34, 15.33, 35.33]],
    [{ split: 'contribution' }, [64.5, 5.75, 25.75]],
  ])('%j pays out %j to the cent', (split, gains) => {
    const { market, own } = pledged(split);
    expect(market.does('lab_0', own, plan('b_0_0', 'b_1_0', 'b_2_0'))).toEqual(['coalition_committed', 'plan_executed']);
    market.toEnd();
    expect(['lab_0', 'lab_1', 'lab_2'].map((lab) => Math.round(market.budget(lab) * 100 - 10000) / 100)).toEqual(gains);
  });

  it('writes the total, the reserves and the shares down', () => {
    const { market, own } = pledged({ split: 'equal' });
    market.does('lab_0', own, plan('b_0_0', 'b_1_0', 'b_2_0'));
    expect(market.events.find((event) => event.type === 'plan_executed')).toMatchObject({
      total_cents: 9600,
      reserves_cents: 5000,
      participants: ['lab_0', 'lab_1', 'lab_2'],
    });
  });
});

describe('a joint plan is all or nothing', () => {
  const refused: [string, unknown][] = [
    ['unknown_coalition', { ...plan('b_0_0'), coalition_id: 'c_9' }],
    ['empty_block_list', plan()],
    ['empty_block_list', { ...plan(), plan: [] }],
    ['unpledged_job', { ...plan(), plan: [{ job_id: 'j_9_9', block_ids: ['b_0_0'] }] }],
    ['unpledged_block', plan('b_0_0', 'b_9_9')],
    ['duplicate_allocation', plan('b_0_0', 'b_0_0')],
    ['insufficient_capacity', plan('b_0_0', 'b_1_0')],
  ];
  it.each(refused)('%s', (code, action) => {
    const { market, own } = pledged({ split: 'equal' });
    expect(market.does('lab_0', own, action)).toEqual(['coalition_committed', code]);
    expect(market.status('b_0_0')).toBe('committed');
    expect(market.job('j_0_0').allocated_block_ids).toEqual([]);
  });

  it('takes no passengers', () => {
    const market = table({
      labs: [
        { blocks: [{ block_id: 'b_0_0', gpu_count: 4 }], jobs: [{ job_id: 'j_0_0', gpu_hours_required: 8 }] },
        { blocks: [{ block_id: 'b_1_0' }] },
      ],
    });
    market.play({ lab_0: { action_type: 'form_coalition', members: ['lab_1'] } });
    market.play({ lab_1: { action_type: 'join_coalition', coalition_id: 'c_1', block_ids: ['b_1_0'] } });
    const own = { action_type: 'commit_to_coalition', coalition_id: 'c_1', block_ids: ['b_0_0'], job_ids: ['j_0_0'] };
    expect(market.does('lab_0', own, plan('b_0_0', 'b_1_0'))).toEqual(['coalition_committed', 'idle_block']);
  });

  it('makes what its members asked at least, or is refused', () => {
    const { market, own } = pledged({ split: 'equal' });
    expect(market.does('lab_0', { ...own, reserve: 76.01 }, plan('b_0_0', 'b_1_0', 'b_2_0'))).toEqual([
      'coalition_committed',
      'below_reserve',
    ]);
  });

  it('may leave out a block that is less reliable than the job asks', () => {
    const market = table({
      labs: [{ blocks: [{ block_id: 'b_0_0', reliability: 0.6 }], jobs: [{ job_id: 'j_0_0' }] }, { blocks: [{ block_id: 'b_1_0' }] }],
    });
    market.play({ lab_0: { action_type: 'form_coalition', members: ['lab_1'] } });
    market.play({ lab_1: { action_type: 'join_coalition', coalition_id: 'c_1', block_ids: ['b_1_0'] } });
    const own = { action_type: 'commit_to_coalition', coalition_id: 'c_1', block_ids: ['b_0_0'], job_ids: ['j_0_0'] };
    expect(market.does('lab_0', own, plan('b_0_0'), plan('b_1_0'))).toEqual(['coalition_committed', 'low_reliability', 'plan_executed']);
    expect(market.status('b_0_0')).toBe('available');
    expect(market.status('b_1_0')).toBe('used');
  });

  it('beats the owner’s own allocation in the same round', () => {
    const { market, own } = pledged({ split: 'equal' });
    const answers = market.codes({
      lab_0: [own, plan('b_0_0', 'b_1_0', 'b_2_0')],
      lab_1: { action_type: 'allocate_to_job', job_id: 'j_1_0', block_ids: ['b_1_0'] },
    });
    expect(answers).toEqual({ lab_0: ['coalition_committed', 'plan_executed'], lab_1: ['duplicate_allocation'] });
  });

  it('pays those who have left since, and the owner bears a loss', () => {
    const { market, own } = pledged({ split: 'equal', bond: 5 });
    market.does('lab_0', own, plan('b_0_0', 'b_1_0', 'b_2_0'));
    expect(market.does('lab_1', { action_type: 'leave_coalition', coalition_id: 'c_1' })).toEqual(['coalition_left']);
    market.toEnd();
    expect(market.budget('lab_1')).toBe(115.33);
  });
});
