import { expect, test } from 'vitest';
import { sees2, table2 } from '../testing/table';
import { plannerTurn2 } from './planner';

/** Lab 0 has a job for four hours and no block; two blocks of lab 1 would do it, each alone. */
function market() {
  const block = { start_round: 4, duration: 2, gpu_count: 2, energy_cost: 0, reliability: 0.95 };
  return table2({
    labs: [
      { jobs: [{ job_id: 'j_0_0', gpu_hours_required: 4, value: 90, deadline_round: 7 }] },
      {
        blocks: [
          { block_id: 'b_1_0', ...block },
          { block_id: 'b_1_1', ...block },
        ],
      },
    ],
  });
}

const ASK = { action_type: 'send_offer', block_ids: ['b_1_0'], requested_payment: 30, expires_in: 2 };

test('a planner says what it wants where nothing is offered', () => {
  const turn = plannerTurn2(sees2(market(), 'lab_0'));
  expect(turn.find(({ action_type }) => action_type === 'post_want')).toMatchObject({ hours: 4, payment: 40 });
});

test('what it takes it wants no more: its want is withdrawn before anybody can fill it, and none is posted', () => {
  const table = market();
  table.play({ lab_0: plannerTurn2(sees2(table, 'lab_0')), lab_1: ASK });
  expect(sees2(table, 'lab_0').wants).toHaveLength(1);
  const turn = plannerTurn2(sees2(table, 'lab_0'));
  expect(turn.map(({ action_type }) => action_type)).toEqual(['withdraw_want', 'accept_offer']);
  const fill = { action_type: 'fill_want', want_id: 'w_1', block_ids: ['b_1_1'] };
  table.play({ lab_0: turn, lab_1: fill });
  expect(sees2(table, 'lab_0').owned_blocks.map(({ block_id }) => block_id)).toEqual(['b_1_0']);
  expect(sees2(table, 'lab_1').last_action_results).toMatchObject([{ ok: false, code: 'inactive_want' }]);
});

test('a want stands while its hours are worth what it pays, and is not repeated', () => {
  const table = market();
  table.play({ lab_0: { action_type: 'post_want', hours: 4, payment: 40, expires_in: 3 } });
  const turn = plannerTurn2(sees2(table, 'lab_0'));
  expect(turn.filter(({ action_type }) => action_type.endsWith('_want'))).toEqual([]);
});

test('a planner that fills a want does not plan with what it sells', () => {
  const table = table2({
    labs: [
      {},
      {
        blocks: [{ block_id: 'b_1_0', start_round: 4, duration: 2, gpu_count: 2, energy_cost: 0, reliability: 0.95 }],
        jobs: [{ job_id: 'j_1_0', gpu_hours_required: 4, value: 20, deadline_round: 7 }],
      },
    ],
  });
  table.play({ lab_0: { action_type: 'post_want', hours: 4, payment: 80, expires_in: 2 } });
  const turn = plannerTurn2(sees2(table, 'lab_1'));
  expect(turn).toEqual([{ action_type: 'fill_want', want_id: 'w_1', block_ids: ['b_1_0'] }]);
});
