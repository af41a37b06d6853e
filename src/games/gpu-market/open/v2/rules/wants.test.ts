import { describe, expect, it } from 'vitest';
import { imbalanceCents } from '../../shared/books/conservation';
import { sees2, table2 } from '../testing/table';

function market() {
  return table2({
    labs: [
      { jobs: [{ job_id: 'j_0_0', gpu_hours_required: 4 }] },
      {
        blocks: [
          { block_id: 'b_1_0', start_round: 3, gpu_count: 1, reliability: 0.9 },
          { block_id: 'b_1_1', start_round: 3, gpu_count: 1, reliability: 0.75 },
        ],
      },
      { blocks: [{ block_id: 'b_2_0', start_round: 3, gpu_count: 2 }] },
    ],
  });
}

const want = {
  action_type: 'post_want',
  from_round: 3,
  to_round: 5,
  hours: 4,
  min_reliability: 0.7,
  payment: 30,
  message: 'Four hours, please.',
};

describe('a want', () => {
  it('is seen by all, names no job, and is filled by the first who has the hours', () => {
    const table = market();
    expect(table.does('lab_0', want)).toEqual(['want_posted']);
    expect(sees2(table, 'lab_2').wants).toMatchObject([{ want_id: 'w_1', lab_id: 'lab_0', hours: 4, payment: 30 }]);
    expect(JSON.stringify(sees2(table, 'lab_2').wants)).not.toContain('j_0_0');
    const fill = { action_type: 'fill_want', want_id: 'w_1', block_ids: ['b_2_0'] };
    expect(table.does('lab_2', fill, fill)).toEqual(['want_filled', 'inactive_want']);
    expect([table.owner('b_2_0'), table.budget('lab_0'), table.budget('lab_2')]).toEqual(['lab_0', 70, 130]);
    expect(imbalanceCents(table.state)).toBe(0);
  });

  const refused: [string, object, object][] = [
    ['too_few_hours', want, { block_ids: ['b_1_0'] }],
    ['low_reliability', { ...want, min_reliability: 0.8 }, { block_ids: ['b_1_0', 'b_1_1'] }],
    ['unowned_block', want, { block_ids: ['b_2_0'] }],
    ['duplicate', want, { block_ids: ['b_1_0', 'b_1_0'] }],
    ['empty_block_list', want, {}],
    ['unknown_want', want, { want_id: 'w_9', block_ids: ['b_1_0'] }],
    ['too_few_hours', { ...want, to_round: 3 }, { block_ids: ['b_1_0', 'b_1_1'] }],
  ];
  it.each(refused)('is not filled: %s', (code, asked, answer) => {
    const table = market();
    table.does('lab_0', asked);
    expect(table.does('lab_1', { action_type: 'fill_want', want_id: 'w_1', ...answer })).toEqual([
      code === 'duplicate' ? 'too_few_hours' : code,
    ]);
  });

  it('costs nothing, expires, and can be withdrawn', () => {
    const table = market();
    table.does('lab_0', want, { ...want, expires_in: 4 });
    expect(table.budget('lab_0')).toBe(100);
    expect(table.does('lab_0', { action_type: 'withdraw_want', want_id: 'w_2' })).toEqual(['want_withdrawn']);
    table.until(3);
    expect(Object.values(table.state.wants ?? {}).map(({ status }) => status)).toEqual(['expired', 'withdrawn']);
  });

  it('stands where its lab cannot pay for it any more', () => {
    const table = market();
    table.does('lab_0', { ...want, payment: 90 });
    table.play({ lab_0: { action_type: 'form_coalition', members: ['lab_1'], bond: 20 } });
    expect(table.does('lab_2', { action_type: 'fill_want', want_id: 'w_1', block_ids: ['b_2_0'] })).toEqual(['budget_overspend']);
    expect(table.owner('b_2_0')).toBe('lab_2');
  });

  it.each([
    ['bad_window', { from_round: 0 }],
    ['bad_window', { to_round: 8 }],
    ['bad_window', { from_round: 5, to_round: 4 }],
    ['bad_window', { hours: undefined }],
    ['negative_payment', { payment: -1 }],
    ['budget_overspend', { payment: 100.01 }],
  ])('is refused: %s for %j', (code, change) => {
    expect(market().does('lab_0', { ...want, ...change })).toEqual([code]);
  });
});
