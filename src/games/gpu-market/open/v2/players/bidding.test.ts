import { describe, expect, test } from 'vitest';
import type { TakenAction } from '../../shared/actions';
import type { Table } from '../../shared/testing/table';
import { sees2, table2 } from '../testing/table';
import { plannerTurn2 } from './planner';

const BLOCK = { duration: 2, gpu_count: 2, energy_cost: 0, reliability: 0.95 };

/** Lab 0 has a job for four hours and no block. A block of lab 1 would do it, and so would one of lab 2. `start`: of both. */
function market(start = 5): Table {
  const made = table2({
    labs: [
      { jobs: [{ job_id: 'j_0_0', gpu_hours_required: 4, value: 90, deadline_round: 7 }] },
      { blocks: [{ block_id: 'b_1_0', start_round: start, ...BLOCK }] },
      { blocks: [{ block_id: 'b_2_0', start_round: start, ...BLOCK }] },
    ],
  });
  made.play();
  return made;
}

function bidsIn(turn: readonly TakenAction[]): TakenAction[] {
  return turn.filter(({ action_type, requested_block_ids = [] }) => action_type === 'send_offer' && requested_block_ids.length > 0);
}

describe('a planner that bids', () => {
  test('does not bid for two blocks where one is enough', () => {
    const turn = plannerTurn2(sees2(market(), 'lab_0'));
    expect(bidsIn(turn)).toHaveLength(1);
  });

  test('bids for both where the job needs both', () => {
    const made = table2({
      labs: [
        { jobs: [{ job_id: 'j_0_0', gpu_hours_required: 4, value: 60, partial_credit_allowed: true, deadline_round: 7 }] },
        { blocks: [{ block_id: 'b_1_0', start_round: 5, ...BLOCK, gpu_count: 1 }] },
        { blocks: [{ block_id: 'b_2_0', start_round: 5, ...BLOCK, gpu_count: 1 }] },
      ],
    });
    made.play();
    expect(bidsIn(plannerTurn2(sees2(made, 'lab_0')))).toHaveLength(2);
  });

  test('withdraws its bid before anybody can accept it when it takes another block instead', () => {
    const made = market();
    const [bid] = bidsIn(plannerTurn2(sees2(made, 'lab_0')));
    const owner = bid?.target_lab_id ?? '';
    const [mine = '', other = ''] = owner === 'lab_1' ? ['b_1_0', 'b_2_0'] : ['b_2_0', 'b_1_0'];
    const rival = owner === 'lab_1' ? 'lab_2' : 'lab_1';
    made.play({ lab_0: bid, [rival]: { action_type: 'send_offer', block_ids: [other], requested_payment: 20, expires_in: 1 } });
    const turn = plannerTurn2(sees2(made, 'lab_0'));
    expect(turn.map(({ action_type }) => action_type)).toEqual(['reject_offer', 'accept_offer']);
    const standing = sees2(made, owner).active_offers.find(({ requested_blocks }) => requested_blocks.includes(mine));
    made.play({ lab_0: turn, [owner]: { action_type: 'accept_offer', offer_id: standing?.offer_id } });
    expect(sees2(made, 'lab_0').owned_blocks.map(({ block_id }) => block_id)).toEqual([other]);
  });

  test('keeps a bid that is still worth what it pays', () => {
    const made = market();
    made.play({ lab_0: bidsIn(plannerTurn2(sees2(made, 'lab_0')))[0] });
    expect(plannerTurn2(sees2(made, 'lab_0')).filter(({ action_type }) => action_type === 'reject_offer')).toEqual([]);
  });

  test('pays nothing for hours that are over when it could use them', () => {
    // A bid of round 1 is accepted in round 2, and the block works from round 3 on: too late for one that starts in round 1.
    expect(bidsIn(plannerTurn2(sees2(market(1), 'lab_0')))).toEqual([]);
  });
});
