import { expect, test } from 'vitest';
import type { OpenObservation } from '../../shared/observation';
import type { Farmer } from '../../shared/players/farmers/farmer';
import { sees2, table2 } from '../testing/table';
import { PASSENGERS } from './passengers';
import { venturePlannerTurn2 } from './venture';

/** Lab 1's own plan needs its first two blocks; the third is too unreliable for its job, and is over first. */
function market() {
  const block = { energy_cost: 0, reliability: 0.95 };
  return table2({
    labs: [
      { blocks: [{ block_id: 'b_0_0', start_round: 4, duration: 2, ...block }] },
      {
        blocks: [
          { block_id: 'b_1_0', start_round: 3, duration: 1, gpu_count: 1, ...block },
          { block_id: 'b_1_1', start_round: 4, duration: 2, gpu_count: 2, ...block },
          { block_id: 'b_1_2', start_round: 2, duration: 1, gpu_count: 2, ...block, reliability: 0.6 },
        ],
        jobs: [{ job_id: 'j_1_0', gpu_hours_required: 5, value: 60, deadline_round: 7, min_reliability: 0.7 }],
      },
      {},
    ],
  });
}

function moves(id: string, observation: OpenObservation) {
  const farmer = PASSENGERS.find((one) => one.id === id) as Farmer;
  return farmer.start()({ observation, turn: [], partner: null });
}

test.each([
  ['passenger_at_once', 'b_1_0'],
  ['passenger_useless', 'b_1_2'],
  ['passenger_expiring', 'b_1_2'],
])('%s joins, then pledges %s', (id, block) => {
  const made = market();
  made.play({ lab_0: { action_type: 'form_coalition', members: ['lab_1', 'lab_2'], block_ids: ['b_0_0'] } });
  const joins = moves(id, sees2(made, 'lab_1') as unknown as OpenObservation);
  expect(joins).toEqual([{ action_type: 'join_coalition', coalition_id: 'c_1' }]);
  made.play({ lab_1: joins });
  expect(moves(id, sees2(made, 'lab_1') as unknown as OpenObservation)).toEqual([
    { action_type: 'commit_to_coalition', coalition_id: 'c_1', block_ids: [block], at_once: true },
  ]);
});

test('where the founder has no job in the venture, the first of the others plans too', () => {
  const block = { duration: 2, gpu_count: 2, energy_cost: 0, reliability: 0.95 };
  const made = table2({
    labs: [
      { blocks: [{ block_id: 'b_0_0', start_round: 2, ...block }] },
      { blocks: [{ block_id: 'b_1_0', start_round: 2, ...block }] },
      { jobs: [{ job_id: 'j_2_0', gpu_hours_required: 4, value: 90, deadline_round: 7 }] },
    ],
  });
  made.play({ lab_0: { action_type: 'form_coalition', members: ['lab_1', 'lab_2'], block_ids: ['b_0_0'], at_once: true } });
  const join = { action_type: 'join_coalition', coalition_id: 'c_1', at_once: true };
  made.play({ lab_1: { ...join, block_ids: ['b_1_0'] }, lab_2: { ...join, job_ids: ['j_2_0'] } });
  const proposes = (lab: string) => venturePlannerTurn2(sees2(made, lab)).some(({ action_type }) => action_type === 'propose_plan');
  expect(['lab_0', 'lab_1', 'lab_2'].map(proposes)).toEqual([true, true, false]);
});

test('of two ventures planners join that of the lowest founder, whichever was founded first', () => {
  for (const order of [
    ['lab_0', 'lab_2'],
    ['lab_2', 'lab_0'],
  ]) {
    const made = table2({ labs: [{}, {}, {}] });
    for (const lab of order)
      made.play({ [lab]: { action_type: 'form_coalition', members: ['lab_0', 'lab_1', 'lab_2'].filter((one) => one !== lab) } });
    const seen = sees2(made, 'lab_1');
    const first = seen.active_coalitions.find(({ founder }) => founder === 'lab_0');
    expect(seen.active_coalitions.map(({ founder }) => founder)).toEqual(order);
    expect(venturePlannerTurn2(seen)[0]).toMatchObject({ action_type: 'join_coalition', coalition_id: first?.coalition_id });
  }
});

test.each([
  ['pays more than the hidden hours may cost', { value: 90, hides: true }, true],
  ['pays less', { value: 50, hides: true }, false],
  ['pays less, but the lab has pledged its job', { value: 50, hides: false }, true],
])('a plan with the block of a lab that hides its job: the job it serves %s', (_, { value, hides }, isProposed) => {
  const made = table2({
    labs: [
      { jobs: [{ job_id: 'j_0_0', gpu_hours_required: 4, value, deadline_round: 7 }] },
      {
        blocks: [{ block_id: 'b_1_0', start_round: 2, duration: 2, gpu_count: 2, energy_cost: 0, reliability: 0.95 }],
        jobs: [{ job_id: 'j_1_0', gpu_hours_required: 4, value: 10, deadline_round: 7 }],
      },
    ],
  });
  made.play({ lab_0: { action_type: 'form_coalition', members: ['lab_1'], job_ids: ['j_0_0'], at_once: true } });
  const job_ids = hides ? [] : ['j_1_0'];
  made.play({ lab_1: { action_type: 'join_coalition', coalition_id: 'c_1', block_ids: ['b_1_0'], job_ids, at_once: true } });
  const proposed = venturePlannerTurn2(sees2(made, 'lab_0')).filter(({ action_type }) => action_type === 'propose_plan');
  expect(proposed.map(({ plan }) => plan)).toEqual(isProposed ? [[{ job_id: 'j_0_0', block_ids: ['b_1_0'] }]] : []);
});
