import { describe, expect, it } from 'vitest';
import { imbalanceCents } from '../../shared/books/conservation';
import type { Table } from '../../shared/testing/table';
import { sees2, table2 } from '../testing/table';

function market(shocks: { kind: 'capacity_failure'; round_index: number; block_id: string }[] = []) {
  return table2({
    labs: [
      { blocks: [{ block_id: 'b_0_0', start_round: 4 }], jobs: [{ job_id: 'j_0_0' }] },
      { jobs: [{ job_id: 'j_1_0' }] },
      { jobs: [{ job_id: 'j_2_0' }] },
    ],
    shocks,
  });
}

/** "I hold b_0_0 for you until round 4 for 3." */
const hold = { action_type: 'make_promise', target_lab_id: 'lab_1', block_ids: ['b_0_0'], until_round: 4, requested_payment: 3, bond: 8 };

function money(table: Table): number[] {
  return ['lab_0', 'lab_1', 'lab_2'].map((lab) => table.budget(lab));
}

describe('a promise', () => {
  it('locks the block and the bond, and is known to the two alone', () => {
    const table = market();
    expect(table.does('lab_0', hold)).toEqual(['promise_made']);
    expect(table.budget('lab_0')).toBe(92);
    expect(sees2(table, 'lab_0').controlled_lab_escrow).toBe(8);
    expect(sees2(table, 'lab_1').promises).toMatchObject([{ promise_id: 'h_1', price: 3, until_round: 4 }]);
    expect(sees2(table, 'lab_2').promises).toEqual([]);
    const sale = { action_type: 'send_offer', target_lab_id: 'lab_2', block_ids: ['b_0_0'], requested_payment: 50 };
    const use = { action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_0_0'] };
    expect(table.does('lab_0', sale, use)).toEqual(['pledged_block', 'pledged_block']);
    expect(imbalanceCents(table.state)).toBe(0);
  });

  it('is taken at its price, and the bond returns', () => {
    const table = market();
    table.does('lab_0', hold);
    expect(table.does('lab_2', { action_type: 'take_promise', promise_id: 'h_1' })).toEqual(['unknown_promise']);
    expect(table.does('lab_1', { action_type: 'take_promise', promise_id: 'h_1' })).toEqual(['promise_taken']);
    expect([table.owner('b_0_0'), ...money(table)]).toEqual(['lab_1', 103, 97, 100]);
    expect(table.does('lab_1', { action_type: 'take_promise', promise_id: 'h_1' })).toEqual(['inactive_promise']);
  });

  it('is paid for where it is broken', () => {
    const table = market();
    table.does('lab_0', hold);
    expect(table.does('lab_0', { action_type: 'release_capacity', block_ids: ['b_0_0'] })).toEqual(['capacity_released']);
    expect([table.status('b_0_0'), ...money(table)]).toEqual(['available', 92, 108, 100]);
    expect(table.state.labs.lab_0?.reputation).toBe(0.38);
  });

  it('lapses in its last round, before own allocations', () => {
    const table = market();
    table.does('lab_0', hold);
    table.until(4);
    expect(table.does('lab_0', { action_type: 'allocate_to_job', job_id: 'j_0_0', block_ids: ['b_0_0'] })).toEqual(['job_allocated']);
    expect(table.job('j_0_0').allocated_block_ids).toEqual(['b_0_0']);
    expect(table.state.promises?.h_1?.status).toBe('lapsed');
  });

  it('can be given back', () => {
    const table = market();
    table.does('lab_0', hold);
    expect(table.does('lab_1', { action_type: 'decline_promise', promise_id: 'h_1' })).toEqual(['promise_declined']);
    expect([table.status('b_0_0'), ...money(table)]).toEqual(['available', 100, 100, 100]);
  });

  it('ends without fault where a shock takes the block', () => {
    const table = market([{ kind: 'capacity_failure', round_index: 2, block_id: 'b_0_0' }]);
    table.does('lab_0', hold);
    table.until(2);
    expect([table.state.promises?.h_1?.status, ...money(table)]).toEqual(['lost', 100, 100, 100]);
  });

  it.each([
    ['unknown_lab', { target_lab_id: 'lab_9' }],
    ['self_trade', { target_lab_id: 'lab_0' }],
    ['empty_block_list', { block_ids: [] }],
    ['unknown_block', { block_ids: ['b_9_9'] }],
    ['negative_payment', { requested_payment: -1 }],
    ['bad_window', { until_round: 0 }],
    ['bad_window', { until_round: 8 }],
    ['malformed_action', { bond: 51 }],
  ])('is refused: %s for %j', (code, change) => {
    expect(market().does('lab_0', { ...hold, ...change })).toEqual([code]);
  });
});
